import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mainWorldName } from '../../http/worlds/world-handle.ts'
import type { SharedLog } from '../../shared-log/shared-log.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import { worldId } from '../../simulator/world-id.ts'
import { StateError } from '../../store/state-error.ts'
import { monotonicMs, processStartMs } from '../../time/clock.ts'
import { migrateWorld, type Replay } from '../../world/history/migration.ts'
import {
  initialStatePath,
  type NamedWorld,
  writeNamedWorld,
} from '../../world/history/named-world.ts'
import { Snapshots } from '../../world/history/snapshots.ts'
import { readStoredDocument } from '../../world/history/stored-document.ts'
import { dirsToReplace, type WorldDir } from '../../world/storage/world-dirs.ts'
import { worldFile } from '../../world/storage/world-storage.ts'
import { makeTemporary } from '../../world/temporary-folder.ts'
import { type Beginning, beginning, refuseOther } from '../beginning.ts'
import type { LogPlace } from '../following/log-place.ts'
import type { ArchivedFile } from '../snapshots/archive.ts'
import type { SandboxState } from '../snapshots/sandbox-state.ts'
import { SnapshotStore, versionsOfSnapshots } from '../snapshots/snapshot-store.ts'
import { filesOf } from '../snapshots/world-state.ts'
import { isSwitchedAfter } from './sandbox-version.ts'
import { compareVersions, ownVersion, type Version, versionOf, versionText } from './version.ts'

const processName = `migration/${processStartMs}`

/** Milliseconds in which a live replica makes the snapshot that the migration begins with. */
const snapshotMs = 120_000

interface MigrationOf {
  readonly log: SharedLog
  /** Returns the world that a reset leads to; for a named world according to its creation. */
  startOf(made: NamedWorld | undefined): Promise<WorldSource>
  readonly replay: Replay
  /** Reports what is done, in a line. */
  report(text: string): Promise<void>
}

/**
 * Migrates a sandbox to this version: it replays the worlds of the newest snapshot, stores the result
 * beside it, and appends a record `switch`. Replicas of the earlier version end there, and those of
 * this version apply what follows the snapshot.
 * @throws StateError for the first entry that is refused; the sandbox goes on as before then
 */
export async function migrateSandbox(of: MigrationOf): Promise<void> {
  const { log, report } = of
  const from = await servingVersion(log)
  if (compareVersions(from, ownVersion) === 0)
    return report(`nothing to do: the sandbox has version ${versionText(from)} already`)
  if (compareVersions(from, ownVersion) > 0 || from.format !== ownVersion.format)
    throw new StateError(
      `the sandbox has version ${versionText(from)}, which cannot become ${versionText(ownVersion)}; use another release`,
    )
  // There is no base of the earlier version. What is replayed is whole without one.
  const store = new SnapshotStore({ log, process: processName, version: from })
  const place = await newestPlace(log, store)
  const { folder, remove } = makeTemporary('snowglobe-migration-')
  try {
    const state = (await store.read(place, folder)) as SandboxState
    await migrateState(of, state, folder, (value, files) =>
      new SnapshotStore({ log, process: processName }).add(place, { value, files }),
    )
  } finally {
    remove()
  }
  const { position } = (await log.append({
    ...{ world: mainWorldName, do: 'switch', to: versionText(ownVersion) },
  })) as { readonly position: number }
  await report(`the sandbox has version ${versionText(ownVersion)} from position ${position} on`)
}

/** Returns the version of the live replicas, or else that of the newest snapshot. */
async function servingVersion(log: SharedLog): Promise<Version> {
  const [live] = (await log.live()).live
    .map(({ version }) => versionOf(version))
    .sort(compareVersions)
  if (live) return live
  const versions = (await versionsOfSnapshots(log)).sort(compareVersions)
  const newest = versions.at(-1)
  if (!newest) throw noSnapshot()
  const earlier = versions.findLast((version) => compareVersions(version, ownVersion) < 0)
  if (!earlier || compareVersions(newest, ownVersion) !== 0) return newest
  // A migration that was killed has left its result, and no switch.
  const own = await new SnapshotStore({ log, process: processName }).newest()
  return own && (await isSwitchedAfter(log, own.position)) ? ownVersion : earlier
}

/** Returns the place of a snapshot: a new one if a replica is live, or else the newest. */
async function newestPlace(log: SharedLog, store: SnapshotStore): Promise<LogPlace> {
  const { live } = await log.live()
  if (live.length === 0) {
    const newest = await store.newest()
    if (!newest) throw noSnapshot()
    return newest
  }
  const requested = await log.append({ world: mainWorldName, do: 'snapshot' })
  const from = requested === 'lost' ? 0 : requested.position
  for (const until = monotonicMs() + snapshotMs; monotonicMs() < until; await sleep(200)) {
    const newest = await store.newest()
    if (newest && newest.position >= from) return newest
  }
  throw new StateError(
    `no replica has made a snapshot within ${snapshotMs / 1000} seconds: see their standard error, and migrate again`,
  )
}

const noSnapshot = (): StateError =>
  new StateError(
    'the sandbox has no snapshot and no live replica: start a replica of the release that wrote it, and migrate again',
  )

/**
 * Replays the worlds of a state.
 * @param folder folder with its files
 * @param store stores the result, whose files are gone afterwards
 */
async function migrateState(
  { startOf, replay, report }: MigrationOf,
  state: SandboxState,
  folder: string,
  store: (value: SandboxState, files: readonly ArchivedFile[]) => Promise<void>,
): Promise<void> {
  const begin = await migratedBeginning(state.begin, await startOf(undefined))
  const { before, after, close } = dirsToReplace(join(folder, 'data'))
  try {
    const files: ArchivedFile[] = []
    for (const { name, made, snapshots } of state.worlds) {
      const [from, to] = [before.of(name), after.of(name)]
      putFiles(from, { name, snapshots, folder })
      if (name !== mainWorldName) writeNamedWorld(from, made)
      await migrateWorld({ from, to }, startOf, replay)
      await migrateIndexer(to, { name, folder }, replay)
      files.push(...filesIn(to, { name, snapshots, folder }))
      await report(`${name} is migrated to generator version ${ownVersion.generator}`)
    }
    await store({ ...state, begin, isMigrated: true }, files)
  } finally {
    close()
  }
}

/** Returns the first record as this version would have written it. @throws StateError */
async function migratedBeginning(before: Beginning, start: WorldSource): Promise<Beginning> {
  const { network, clock, pace, maxWorlds } = before
  const settings = { network, clock, pace, maxWorlds } as unknown as Parameters<typeof beginning>[0]
  const begin = beginning(settings, { id: worldId(start), settings: start })
  const { seed, size } = begin
  refuseOther(before, { seed: seed ?? null, size: size ?? null })
  return begin
}

interface WorldIn {
  readonly name: string
  readonly snapshots: readonly string[]
  /** Folder with the files of a snapshot of the sandbox. */
  readonly folder: string
}

/** Path of what a delayed indexer knows, in the folder of a migrated world. */
const indexerIn = (dir: WorldDir): string => join(dir.folder, 'indexer.sqlite')

/** Replays what the indexer of a world knows, if that is delayed. */
async function migrateIndexer(
  to: WorldDir,
  { name, folder }: Omit<WorldIn, 'snapshots'>,
  replay: Replay,
): Promise<void> {
  const source = join(folder, filesOf(name).indexer)
  if (!existsSync(source)) return
  const { document } = readStoredDocument(source)
  await replay(document, { source, start: worldId(document), target: indexerIn(to) })
}

/** Makes the files of a snapshot those of a stored world. */
function putFiles(dir: WorldDir, { name, snapshots, folder }: WorldIn): void {
  const names = filesOf(name)
  const put = (file: string, target: string) => {
    if (existsSync(join(folder, file))) copyFileSync(join(folder, file), target)
  }
  put(names.world, join(dir.folder, worldFile))
  put(names.initial, initialStatePath(dir))
  mkdirSync(join(dir.folder, 'snapshots'), { recursive: true })
  for (const snapshot of snapshots)
    put(names.snapshot(snapshot), new Snapshots(dir, []).documentPath(snapshot))
}

/** Returns the files of a migrated world, as a snapshot has them; those of callers stay. */
function filesIn(dir: WorldDir, { name, snapshots, folder }: WorldIn): ArchivedFile[] {
  const names = filesOf(name)
  const stored = new Snapshots(dir, [])
  return [
    { name: names.world, path: join(dir.folder, worldFile), isWorld: true as const },
    { name: names.initial, path: initialStatePath(dir), isWorld: true as const },
    { name: names.indexer, path: indexerIn(dir), isWorld: true as const },
    { name: names.accounts, path: join(folder, names.accounts) },
    ...snapshots.map((each) => ({ name: names.snapshot(each), path: stored.documentPath(each) })),
  ].filter(({ path }) => existsSync(path))
}
