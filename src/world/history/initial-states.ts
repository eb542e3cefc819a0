import { existsSync, linkSync, renameSync } from 'node:fs'
import type { WorldDocument } from '../../../schemas/control/world-document.ts'
import { cacheFolders } from '../../config/cache-folders.ts'
import type { WorldSize } from '../../config/config.ts'
import { worldDefinition } from '../../definition/world-definition.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import type { BaseReader } from '../../store/base-reader.ts'
import { writeFileDigest } from '../../store/digests/file-digest.ts'
import { openCachedBase } from '../base-cache/cache.ts'
import { refuseLongBuild } from '../base-cache/long-builds.ts'
import { repairedBase } from '../base-cache/repaired-base.ts'
import type { SimulatedWorld } from '../simulated-world.ts'
import {
  type InitialState,
  initialStateOfBase,
  initialStateOfCopy,
} from '../storage/initial-state.ts'
import type { WorldDir } from '../storage/world-dirs.ts'
import { initialStatePath } from './named-world.ts'
import { replayDocument } from './world-document.ts'

/**
 * Requested initial state of a new world: the base of the main world unless stated otherwise.
 * G-108
 */
export interface WorldWish {
  /** The main world or one of its snapshots, unchanged, or an exported world. */
  readonly from?: 'default' | { readonly snapshot: string } | { readonly export: WorldDocument }
  readonly size?: WorldSize
  readonly seed?: string
}

interface InitialStatesSetup {
  /** Base of the main world. */
  readonly base: BaseReader
  /** Inputs of the base. */
  readonly settings: WorldSource
  /** File of its definition; undefined for a built-in one. */
  readonly definitionFile: string | undefined
  readonly main: SimulatedWorld
  /** Function that receives warnings about damaged bases. */
  readonly warn: (text: string) => void
}

/** Initial states of named worlds. */
export class InitialStates {
  readonly #of: InitialStatesSetup

  constructor(of: InitialStatesSetup) {
    this.#of = of
  }

  /** Returns the base of the main world, which only the main world closes. */
  shared(): InitialState {
    const { base, settings } = this.#of
    return initialStateOfBase(base, settings, () => {})
  }

  /**
   * Creates the requested initial state.
   * @param dir directory for the copy of another world, if it begins with one
   * @throws MissingSnapshotError
   */
  async make(
    dir: WorldDir,
    { from, size, seed }: WorldWish,
    isStopped?: () => boolean,
  ): Promise<InitialState> {
    const { settings, base, main } = this.#of
    const wanted = { size: size ?? settings.size, seed: seed ?? settings.seed }
    if (from === undefined)
      return wanted.size === settings.size && wanted.seed === settings.seed
        ? this.shared()
        : this.#other(wanted)
    const target = initialStatePath(dir)
    const { isPersistent } = dir
    const replayed = { start: base.meta.id, target, isPersistent, ...(isStopped && { isStopped }) }
    if (from === 'default') {
      if (!(await main.history.copyTo(target))) return this.shared()
    } else if ('export' in from) {
      await replayDocument(from.export, { ...replayed, isForeign: true })
    } else {
      const { snapshots } = main
      snapshots.verifyExists(from.snapshot)
      const copy = snapshots.copyOf(from.snapshot)
      if (copy) linkSync(copy, target)
      else await replayDocument(snapshots.documentOf(from.snapshot), replayed)
    }
    return initialStateOfCopy(target)
  }

  async #other(wanted: Pick<WorldSource, 'size' | 'seed'>): Promise<InitialState> {
    const { settings, definitionFile, warn } = this.#of
    const definition =
      definitionFile === undefined
        ? await worldDefinition(undefined, wanted.size)
        : settings.definition
    const other = { definition, ...wanted }
    refuseLongBuild(other)
    const open = () => openCachedBase(cacheFolders(), other, undefined, undefined, warn)
    return initialStateOfBase(repairedBase(await open(), open, warn), other)
  }
}

/** Moves the initial state of a world from the directory where it was created to its final one. */
export function moveInitialState(
  initialState: InitialState,
  from: WorldDir,
  to: WorldDir,
): InitialState {
  if (!existsSync(initialStatePath(from))) return initialState
  initialState.close()
  renameSync(initialStatePath(from), initialStatePath(to))
  if (to.isPersistent) writeFileDigest(initialStatePath(to))
  return initialStateOfCopy(initialStatePath(to))
}
