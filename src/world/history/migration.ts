import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { WorldDocument } from '../../../schemas/control/world-document.ts'
import { generatorVersion } from '../../simulator/generator-version.ts'
import type { LifeSettings } from '../../simulator/life.ts'
import { worldId } from '../../simulator/world-id.ts'
import { StateError } from '../../store/state-error.ts'
import { worldFile } from '../storage/own-place.ts'
import type { WorldHome } from '../storage/world-homes.ts'
import { readKeptDocument } from './kept-document.ts'
import { type NamedWorld, originPath, readNamedWorld, writeNamedWorld } from './named-world.ts'
import { type CopyShelf, Snapshots } from './snapshots.ts'

/** Plays a document into a new file. @throws StateError naming the first entry that is refused */
export type Play = (
  document: WorldDocument,
  place: { readonly source: string; readonly start: string; readonly target: string },
) => Promise<void>

/** Whether something of a kept world is of another generator version. @throws for what is damaged */
export function isOlder(home: WorldHome): boolean {
  const snapshots = new Snapshots(home, [])
  return (
    [join(home.folder, worldFile), originPath(home)].some(
      (path) => existsSync(path) && readKeptDocument(path).version !== generatorVersion,
    ) ||
    snapshots
      .list()
      .some(({ name }) => snapshots.documentOf(name).generatorVersion !== generatorVersion)
  )
}

/**
 * Makes a kept world anew: all that it consists of is played by this version of the generator.
 * @param startOf what the options ask for, where a reset leads: of a named world by what it was made as
 */
export async function migrateWorld(
  { from, to }: { readonly from: WorldHome; readonly to: WorldHome },
  startOf: (made: NamedWorld | undefined) => Promise<LifeSettings>,
  play: Play,
): Promise<void> {
  const made = readNamedWorld(from)
  const wanted = await startOf(made)
  let start = worldId(wanted)
  if (existsSync(originPath(from))) {
    const { document } = readKeptDocument(originPath(from))
    await play(document, { source: originPath(from), start, target: originPath(to) })
    start = worldId(document)
  }
  const source = join(from.folder, worldFile)
  if (existsSync(source)) {
    const { document, isFromStart } = readKeptDocument(source)
    if (!made && isFromStart) refuseOtherStart(source, document, wanted)
    await play(document, { source, start, target: join(to.folder, worldFile) })
  }
  await migrateSnapshots({ from, to }, start, play)
  if (made) writeNamedWorld(to, made)
}

async function migrateSnapshots(
  { from, to }: { readonly from: WorldHome; readonly to: WorldHome },
  start: string,
  play: Play,
): Promise<void> {
  const before = new Snapshots(from, [])
  for (const why of before.unusable().values())
    throw new StateError(`${why}; or remove it, then migrate`)
  const shelf: CopyShelf = []
  const after = new Snapshots(to, shelf)
  for (const snapshot of before.list()) {
    const { warning: _, ...rest } = before.documentOf(snapshot.name)
    const document = { ...rest, generatorVersion }
    const target = join(to.folder, 'snapshot.sqlite')
    await play(document, { source: `${from.folder}, snapshot ${snapshot.name}`, start, target })
    after.save(snapshot, document, (copy) => renameSync(target, copy))
  }
}

/** Else the start would refuse what was made, and say that it began elsewhere. */
function refuseOtherStart(source: string, { seed, size }: WorldDocument, wanted: LifeSettings) {
  if (seed !== wanted.seed || size !== wanted.size)
    throw new StateError(
      `${source} began with --seed ${seed} --size ${size}; migrate and start it with those`,
    )
}
