import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import type { Worlds } from '../../http/worlds/worlds.ts'
import type { AdvancesInParts, StoredAdvance } from '../advances/advances-in-parts.ts'
import type { Beginning } from '../beginning.ts'
import type { RememberedOutcomes, StoredOutcome } from '../remembered-outcomes.ts'
import type { ArchivedFile, Captured } from './archive.ts'
import {
  captureWorld,
  restoreWorld,
  type SharedWorldState,
  type WorldParts,
} from './world-state.ts'

/** What replicas share at a position of the log, apart from the files of the worlds. */
export interface SandboxState {
  /** First record of the log. */
  readonly begin: Beginning
  /** The main world comes first. */
  readonly worlds: readonly (SharedWorldState & { readonly advance?: StoredAdvance })[]
  readonly outcomes: readonly StoredOutcome[]
  /** Whether it was made from a snapshot of another version: valid from a record `switch` on. */
  readonly isMigrated?: true
}

/** Where the state is at home in a replica. */
export interface SandboxOf {
  readonly worlds: Worlds
  readonly remembered: RememberedOutcomes
  readonly advances: AdvancesInParts
  partsOf(handle: WorldHandle): WorldParts
}

/** Copies the state below a folder, between two records. */
export async function captureSandbox(
  { worlds, remembered, advances, partsOf }: SandboxOf,
  begin: Beginning,
  folder: string,
): Promise<Captured> {
  const states: SandboxState['worlds'][number][] = []
  const files: ArchivedFile[] = []
  for (const named of worlds.all()) {
    const captured = await captureWorld(named, partsOf(named.handle), folder)
    const advance = advances.stored(named.handle.name)
    states.push({ ...captured.state, ...(advance && { advance }) })
    files.push(...captured.files)
  }
  const value: SandboxState = { begin, worlds: states, outcomes: remembered.stored() }
  return { value, files }
}

/**
 * Gives a replica without changes this state.
 * @param folder folder with the files, which it takes
 */
export async function restoreSandbox(
  { worlds, remembered, advances, partsOf }: SandboxOf,
  state: SandboxState,
  folder: string,
): Promise<void> {
  for (const each of state.worlds) {
    const handle = await restoreWorld(each, worlds, partsOf, folder)
    if (each.advance) advances.restore(handle, each.advance)
  }
  remembered.restore(state.outcomes)
}
