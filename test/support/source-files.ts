import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/**
 * Returns the paths, from the project's root, of the TypeScript files in folders. Installed
 * packages are left out.
 */
export const sourceFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  )
