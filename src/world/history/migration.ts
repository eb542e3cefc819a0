import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { WorldDocument } from '../../../schemas/control/world-document.ts'
import { generatorVersion } from '../../simulator/generator-version.ts'
import type { WorldSource } from '../../simulator/simulation.ts'
import { worldId } from '../../simulator/world-id.ts'
import { StateError } from '../../store/state-error.ts'
import type { WorldDir } from '../storage/world-dirs.ts'
import { worldFile } from '../storage/world-storage.ts'
import {
  initialStatePath,
  type NamedWorld,
  readNamedWorld,
  writeNamedWorld,
} from './named-world.ts'
import { type RecentCopies, Snapshots } from './snapshots.ts'
import { readStoredDocument } from './stored-document.ts'

/**
 * Function that replays a document into a new file.
 * @throws StateError naming the first entry that is refused
 */
export type Replay = (
  document: WorldDocument,
  place: { readonly source: string; readonly start: string; readonly target: string },
) => Promise<void>

/**
 * Returns whether any file of a stored world has another generator version.
 * @throws for damaged files
 */
export function isOlder(dir: WorldDir): boolean {
  const snapshots = new Snapshots(dir, [])
  return (
    [join(dir.folder, worldFile), initialStatePath(dir)].some(
      (path) => existsSync(path) && readStoredDocument(path).version !== generatorVersion,
    ) ||
    snapshots
      .list()
      .some(({ name }) => snapshots.documentOf(name).generatorVersion !== generatorVersion)
  )
}

/**
 * Recreates a stored world: this version of the generator replays all of its parts.
 * @param startOf function that returns the world a reset leads to, according to the options; for
 *   a named world according to its creation
 */
export async function migrateWorld(
  { from, to }: { readonly from: WorldDir; readonly to: WorldDir },
  startOf: (made: NamedWorld | undefined) => Promise<WorldSource>,
  replay: Replay,
): Promise<void> {
  const made = readNamedWorld(from)
  const wanted = await startOf(made)
  let start = worldId(wanted)
  if (existsSync(initialStatePath(from))) {
    const { document } = readStoredDocument(initialStatePath(from))
    await replay(document, { source: initialStatePath(from), start, target: initialStatePath(to) })
    start = worldId(document)
  }
  const source = join(from.folder, worldFile)
  if (existsSync(source)) {
    const { document, isFromStart } = readStoredDocument(source)
    if (!made && isFromStart) refuseOtherStart(source, document, wanted)
    await replay(document, { source, start, target: join(to.folder, worldFile) })
  }
  await migrateSnapshots({ from, to }, start, replay)
  if (made) writeNamedWorld(to, made)
}

async function migrateSnapshots(
  { from, to }: { readonly from: WorldDir; readonly to: WorldDir },
  start: string,
  replay: Replay,
): Promise<void> {
  const before = new Snapshots(from, [])
  for (const why of before.unusable().values())
    throw new StateError(`${why}. To give that snapshot up, remove its file and migrate again`)
  const recentCopies: RecentCopies = []
  const after = new Snapshots(to, recentCopies)
  for (const snapshot of before.list()) {
    const { warning: _, ...rest } = before.documentOf(snapshot.name)
    const document = { ...rest, generatorVersion }
    const target = join(to.folder, 'snapshot.sqlite')
    await replay(document, { source: `${from.folder}, snapshot ${snapshot.name}`, start, target })
    await after.save(snapshot, document, (copy) => renameSync(target, copy))
  }
}

/**
 * Refuses other options: otherwise the start would refuse the result, because it began elsewhere.
 */
function refuseOtherStart(source: string, { seed, size }: WorldDocument, wanted: WorldSource) {
  if (seed !== wanted.seed || size !== wanted.size)
    throw new StateError(
      `${source} was created with --seed ${seed} --size ${size}; migrate and start it with the same options`,
    )
}
