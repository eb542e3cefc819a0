import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const filesIn = (folders: readonly string[], kind: RegExp): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => kind.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  )

/**
 * Returns the paths, from the project's root, of the TypeScript files in folders. Installed
 * packages are left out.
 */
export const sourceFiles = (...folders: string[]): string[] => filesIn(folders, /\.ts$/)

/** Returns what {@link sourceFiles} does, with files of JSX and plain modules. */
export const codeFiles = (...folders: string[]): string[] => filesIn(folders, /\.(tsx?|mjs)$/)
