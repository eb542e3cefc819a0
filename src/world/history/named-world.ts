import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type WorldSize, worldSizes } from '../../config/config.ts'
import type { WorldDir } from '../storage/world-dirs.ts'
import { damaged } from './examine-file.ts'

/** Settings that a named world was created with; stored beside its own file if it is persistent. */
export interface NamedWorld {
  /** Whether the world was created explicitly, not by the first request that named it. */
  readonly declared: boolean
  readonly seed: string
  readonly size: WorldSize
}

const recordFile = 'made-as.json'
const initialStateFile = 'origin.sqlite'

export function writeNamedWorld(dir: WorldDir, world: NamedWorld): void {
  const path = join(dir.folder, recordFile)
  writeFileSync(`${path}.unfinished`, `${JSON.stringify(world)}\n`)
  renameSync(`${path}.unfinished`, path)
}

/**
 * Reads the settings of a named world.
 * @returns undefined when its creation did not finish
 * @throws DamagedFileError for an invalid file
 */
export function readNamedWorld(dir: WorldDir): NamedWorld | undefined {
  const path = join(dir.folder, recordFile)
  if (!existsSync(path)) return undefined
  try {
    const { declared, seed, size } = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof declared !== 'boolean' || typeof seed !== 'string' || !worldSizes.includes(size))
      throw new Error('it does not contain the seed and the size of its world')
    return { declared, seed, size }
  } catch (error) {
    throw damaged(path, error)
  }
}

/** Returns the path of the copy of another world that this world began with, if any. */
export const initialStatePath = (dir: WorldDir): string => join(dir.folder, initialStateFile)
