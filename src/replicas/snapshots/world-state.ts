import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActiveScenarios } from '../../../schemas/control/scenarios.ts'
import type { RateLimit } from '../../config/option-values.ts'
import type { SharedRule } from '../../http/faults/fault-rules.ts'
import type { Auth } from '../../http/guards/auth.ts'
import { mainWorldName, type WorldHandle } from '../../http/worlds/world-handle.ts'
import type { NamedHandle, Worlds } from '../../http/worlds/worlds.ts'
import type { StoredDeliveries } from '../../webhooks/webhooks.ts'
import type { PacedClockState } from '../../world/clock/paced-clock.ts'
import { initialStatePath, type NamedWorld } from '../../world/history/named-world.ts'
import type { StoredDelay } from '../../world/indexer-lag/delayed-world.ts'
import type { ReplicatedWindows } from '../limits/shared-windows.ts'
import type { MergedJournal } from '../requests/merged-journal.ts'
import type { ArchivedFile } from './archive.ts'

/** What replicas share of a world, apart from its files. */
export interface SharedWorldState {
  readonly name: string
  readonly made: NamedWorld
  readonly clock: PacedClockState
  /** Names of its snapshots. */
  readonly snapshots: readonly string[]
  readonly rules: readonly SharedRule[]
  readonly scenarios: ActiveScenarios
  readonly rateLimit: RateLimit
  /** Position of the record that the rate windows begin with. */
  readonly windows: number
  readonly auth: Auth['changed']
  /** Position of the record since which its requests are listed. */
  readonly journal: number
  readonly deliveries: StoredDeliveries
  /** What its indexer knows, while that lags or stalls. */
  readonly delay?: StoredDelay
}

/** What replicas share of a world beside it. */
export interface WorldParts {
  readonly windows: ReplicatedWindows
  readonly journal: MergedJournal
}

/** Files of a world in an archive. */
export const filesOf = (name: string) => ({
  world: `${name}/world.sqlite`,
  initial: `${name}/initial.sqlite`,
  accounts: `${name}/accounts.sqlite`,
  indexer: `${name}/indexer.sqlite`,
  snapshot: (snapshot: string) => `${name}/snapshots/${snapshot}.json`,
})

/** Copies a world's files below a folder; requests are served meanwhile. */
export async function captureWorld(
  { handle, ...made }: NamedHandle,
  { windows, journal }: WorldParts,
  folder: string,
): Promise<{ state: SharedWorldState; files: ArchivedFile[] }> {
  const { name, world, faults, scenarios, rateLimiter, auth, accounts, webhooks } = handle
  const { active, delayed } = scenarios
  const names = filesOf(name)
  const files: ArchivedFile[] = []
  const to = (file: string) => ({ name: file, path: join(folder, file) })
  const worldTo = (file: string) => ({ ...to(file), isWorld: true as const })
  mkdirSync(join(folder, name, 'snapshots'), { recursive: true })
  // These are never changed, but replaced or removed.
  const link = (path: string, file: ArchivedFile) => {
    linkOrCopy(path, file.path)
    files.push(file)
  }
  const copy = worldTo(names.world)
  if (await world.history.copyTo(copy.path)) files.push(copy)
  const callers = to(names.accounts)
  if (accounts.file.copyTo(callers.path)) files.push(callers)
  if (existsSync(initialStatePath(world.dir)))
    link(initialStatePath(world.dir), worldTo(names.initial))
  const snapshots = world.snapshots.list().map((snapshot) => snapshot.name)
  for (const snapshot of snapshots)
    link(world.snapshots.documentPath(snapshot), to(names.snapshot(snapshot)))
  const indexer = worldTo(names.indexer)
  const delay = await delayed?.copyTo(indexer.path)
  if (delay) files.push(indexer)
  const state: SharedWorldState = {
    ...{ name, made, snapshots, clock: world.clock.state, rules: faults.shared() },
    ...{ scenarios: active, rateLimit: rateLimiter.setting },
    ...{ windows: windows.place, auth: auth.changed, journal: journal.place },
    deliveries: webhooks.stored(),
    ...(delay && { delay }),
  }
  return { state, files }
}

/** Links a file to another path, or copies it where that is on another disk. */
function linkOrCopy(path: string, target: string): void {
  try {
    linkSync(path, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(path, target)
  }
}

/**
 * Gives a world this state.
 * @param worlds worlds without changes, and without others beside the main one
 * @param folder folder with its files, which it takes
 */
export async function restoreWorld(
  state: SharedWorldState,
  worlds: Worlds,
  partsOf: (handle: WorldHandle) => WorldParts,
  folder: string,
): Promise<WorldHandle> {
  const { name, made, clock, snapshots, rules, scenarios } = state
  const names = filesOf(name)
  const ifAny = (file: string) => (existsSync(join(folder, file)) ? join(folder, file) : undefined)
  const handle =
    name === mainWorldName ? worlds.main : await worlds.adopt(name, made, ifAny(names.initial))
  const { world } = handle
  const file = ifAny(names.world)
  if (file !== undefined) await world.history.takeOver(file)
  const callers = ifAny(names.accounts)
  if (callers !== undefined) handle.accounts.file.takeOver(callers)
  handle.webhooks.restore(state.deliveries)
  world.clock.continueFrom(clock)
  for (const snapshot of snapshots) {
    const text = readFileSync(join(folder, names.snapshot(snapshot)), 'utf8')
    const { document, ...rest } = JSON.parse(text)
    await world.snapshots.save(rest, document, undefined)
  }
  for (const rule of rules) handle.faults.addShared(rule)
  const { delay } = state
  const indexer = join(folder, names.indexer)
  await handle.scenarios.restore(scenarios, delay && { file: indexer, stored: delay })
  handle.auth.set(state.auth)
  handle.rateLimiter.set(state.rateLimit)
  const { windows, journal } = partsOf(handle)
  windows.continueFrom(state.windows)
  journal.continueFrom(state.journal)
  return handle
}
