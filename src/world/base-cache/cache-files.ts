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
  /** Held by whoever builds it. */
  readonly lock: string
  /** The base while it is built. */
  readonly unfinished: string
}

/** @param key what the world follows from, at least 32 hex digits */
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
 * Whether what lies in a folder can be believed: where everybody may make folders, as in /tmp, only
 * when this user made it and nobody else may write it.
 */
export function isTrusted(folder: string): boolean {
  // A link is judged itself: whoever made it can make it point elsewhere.
  const found = statsOf(folder, lstatSync)
  if (!found || !isInPublic(folder)) return true
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** On systems without such rights temporary folders are each user's own. */
function isInPublic(folder: string): boolean {
  const parent = statsOf(dirname(folder), statSync)
  return process.getuid !== undefined && parent !== undefined && (parent.mode & 0o002) !== 0
}

/** Undefined when there is nothing to be seen. */
function statsOf(path: string, stat: (path: string) => Stats): Stats | undefined {
  try {
    return stat(path)
  } catch {
    return undefined
  }
}

/** Makes a folder unless it is there. @throws when it cannot be written, or is somebody else's */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, ...(isInPublic(folder) && { mode: 0o700 }) })
  if (!isTrusted(folder)) throw new Error(`${folder} can be written by somebody else`)
  accessSync(folder, constants.W_OK | constants.X_OK)
}

/**
 * Removes what nobody will use: worlds of older generators, and what processes left that died
 * while building. What somebody builds at this moment is left alone.
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
