import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type WorldSize, worldSizes } from '../../config/config.ts'
import type { WorldDir } from '../storage/world-dirs.ts'
import { damaged } from './examine-file.ts'

/** What a named world was made as; beside its own file where it is kept. */
export interface NamedWorld {
  /** Whether somebody made it, and no request that only named it. */
  readonly declared: boolean
  readonly seed: string
  readonly size: WorldSize
}

const recordFile = 'made-as.json'
const originFile = 'origin.sqlite'

export function writeNamedWorld(dir: WorldDir, world: NamedWorld): void {
  const path = join(dir.folder, recordFile)
  writeFileSync(`${path}.unfinished`, `${JSON.stringify(world)}\n`)
  renameSync(`${path}.unfinished`, path)
}

/** @throws DamagedFileError for what is none; undefined when the making of it did not come to its end */
export function readNamedWorld(dir: WorldDir): NamedWorld | undefined {
  const path = join(dir.folder, recordFile)
  if (!existsSync(path)) return undefined
  try {
    const { declared, seed, size } = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof declared !== 'boolean' || typeof seed !== 'string' || !worldSizes.includes(size))
      throw new Error('it does not say what the world was made as')
    return { declared, seed, size }
  } catch (error) {
    throw damaged(path, error)
  }
}

/** Where the copy of another world lies that it began with, if it did. */
export const originPath = (dir: WorldDir): string => join(dir.folder, originFile)
