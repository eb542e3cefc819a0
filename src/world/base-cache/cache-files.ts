import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { tryLock } from './build-lock.ts'

/** The files of one world in a folder of built worlds. */
export interface WorldFiles {
  readonly base: string
  readonly digest: string
  /** File that is locked while the base is built. */
  readonly lock: string
  /** Base under construction. */
  readonly unfinished: string
}

/**
 * Returns the files of a world.
 * @param key hash of the world's inputs, at least 32 hex digits
 */
export function worldFiles(folder: string, generatorVersion: number, key: string): WorldFiles {
  return filesOf(folder, `world-v${generatorVersion}-${key.slice(0, 32)}`)
}

const filesOf = (folder: string, name: string): WorldFiles => ({
  base: join(folder, `${name}.sqlite`),
  digest: join(folder, `${name}.digest`),
  lock: join(folder, `${name}.lock`),
  unfinished: join(folder, `${name}.building`),
})

/**
 * Returns whether the content of a folder is trusted. In a public folder such as /tmp, this user
 * must have created it and no other user may write it.
 */
export function isTrusted(folder: string): boolean {
  // A link is judged itself: its creator can point it elsewhere.
  const found = statsOf(folder, lstatSync)
  if (!found || !isInPublic(folder)) return true
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/**
 * Returns whether any user may write the parent folder. On systems without such rights temporary
 * folders belong to one user.
 */
function isInPublic(folder: string): boolean {
  const parent = statsOf(dirname(folder), statSync)
  return process.getuid !== undefined && parent !== undefined && (parent.mode & 0o002) !== 0
}

/** Returns undefined when the path cannot be read. */
function statsOf(path: string, stat: (path: string) => Stats): Stats | undefined {
  try {
    return stat(path)
  } catch {
    return undefined
  }
}

/**
 * Creates a folder unless it exists.
 * @throws when it cannot be written, or belongs to another user
 */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, ...(isInPublic(folder) && { mode: 0o700 }) })
  if (!isTrusted(folder))
    throw new Error(`${folder} belongs to another user, or other users can write to it`)
  accessSync(folder, constants.W_OK | constants.X_OK)
}

/**
 * Removes unused files: worlds of older generators, and remains of processes that died while
 * building. Files of a running build stay.
 */
export function sweep(folder: string, generatorVersion: number): void {
  const names = readdirSync(folder).flatMap((file) => {
    const [, name, version = '0'] = ownName.exec(file) ?? []
    return name === undefined ? [] : [{ name, version: Number(version), file }]
  })
  for (const { name, version, file } of names) {
    if (version >= generatorVersion && !file.endsWith('.building')) continue
    const files = filesOf(folder, name)
    const lock = tryLock(files.lock)
    if (!lock) continue
    rmSync(files.unfinished, { force: true })
    if (version < generatorVersion)
      for (const path of [files.base, files.digest]) rmSync(path, { force: true })
    lock.release()
  }
}

/** Version 0.1.0 did not write the generator's version. */
const ownName = /^(world-(?:v(\d+)-)?[0-9a-f]{32})\.(?:sqlite|digest|lock|building)$/
