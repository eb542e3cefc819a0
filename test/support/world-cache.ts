import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './source-files.ts'

/** Folder of built worlds, one of each code that builds them; git ignores it. */
const folder = join(root, 'node_modules/.cache/snowglobe-worlds')

/** Maximum number of stored worlds; the oldest goes first. */
const maxWorlds = 4

/**
 * Returns a hash of what makes a world: the bundle of the code that builds bases and of the default
 * definition, and of the list of packages. A change of routes, or of a comment, leaves it as it is.
 */
export async function hashOfMakers(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/world/base-cache/cache.ts', 'fixtures/default-world.ts'],
    bundle: true,
    packages: 'external',
    format: 'esm',
    legalComments: 'none',
    minifyWhitespace: true,
    outdir: 'hashed',
    platform: 'node',
    write: false,
  })
  const packages = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(process.version).update(packages)
  for (const { contents } of outputFiles) hash.update(contents)
  return hash.digest('hex').slice(0, 32)
}

/** Copies the stored world of a hash into a folder. @returns whether there is one */
export function copyStoredWorld(hash: string, target: string): boolean {
  const stored = join(folder, hash)
  if (!existsSync(stored)) return false
  cpSync(stored, target, { recursive: true })
  return true
}

/** Stores a folder with a built world under a hash, and removes the oldest worlds. */
export function storeWorld(hash: string, source: string): void {
  mkdirSync(folder, { recursive: true })
  // A copy under another name first: another run may read, or store the same world.
  const unfinished = join(folder, `${hash}.${process.pid}`)
  cpSync(source, unfinished, { recursive: true })
  try {
    renameSync(unfinished, join(folder, hash))
  } catch {
    // Another run has stored it meanwhile.
    rmSync(unfinished, { recursive: true })
  }
  const byAge = readdirSync(folder)
    .map((name) => ({ name, time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
  for (const { name } of byAge.slice(maxWorlds)) rmSync(join(folder, name), { recursive: true })
}
