import type { ListedWorld, namedWorldOperations } from '../../../schemas/control/worlds.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import type { Worlds } from '../../http/worlds/worlds.ts'
import { timeText } from '../../time/time-text.ts'
import { MissingSnapshotError } from '../../world/history/snapshots.ts'
import { ControlError, noRoom, noWorld } from '../control-error.ts'
import type { Group } from '../group.ts'
import { listUnusable } from '../unusable.ts'
import { fittingDocument, replaying } from '../world-documents.ts'

/** Builds the operations of the worlds of a server by name: docs/control.md. */
export const namedWorldGroup = (worlds: Worlds): Group<typeof namedWorldOperations> => ({
  listWorlds: () => ({
    worlds: worlds.all().map(({ handle, declared }) => listed(handle, declared)),
    ...listUnusable(worlds.unusable),
  }),
  async createWorld({ params: { name }, body: { from, size, seed } }) {
    if (from !== undefined && (size !== undefined || seed !== undefined))
      throw new ControlError(
        'not_possible',
        'seed and size cannot be set together with from, which determines them; leave out from, or leave out seed and size',
      )
    if (typeof from === 'object' && 'export' in from)
      await fittingDocument(from.export, '/from/export')
    if (typeof from === 'object' && 'snapshot' in from) {
      const { snapshots } = worlds.main.world
      const why = snapshots.unusable().get(from.snapshot)
      if (!snapshots.find(from.snapshot))
        throw badSnapshot(
          why === undefined
            ? noSnapshot(from.snapshot)
            : `the snapshot ${from.snapshot} cannot be used: ${why}`,
        )
    }
    const made = await replaying('/from/export', () =>
      worlds.create(name, {
        ...(from !== undefined && { from }),
        ...(size !== undefined && { size }),
        ...(seed !== undefined && { seed }),
      }),
    ).catch((error) => {
      // It was removed while the creation waited for its turn.
      throw error instanceof MissingSnapshotError ? badSnapshot(noSnapshot(error.snapshot)) : error
    })
    if (made === 'taken') throw new ControlError('conflict', `a world ${name} exists already`)
    if (made === 'full') throw noRoom(name)
    return listed(made, true)
  },
  removeWorld({ params: { name } }) {
    if (name === worlds.main.name)
      throw new ControlError('not_possible', 'the main world cannot be removed; reset it instead')
    if (!worlds.remove(name)) throw noWorld(name)
    return undefined
  },
})

const noSnapshot = (name: string) => `the main world has no snapshot ${name}`

const badSnapshot = (why: string) =>
  new ControlError('not_possible', why, { pointer: '/from/snapshot' })

const listed = ({ name, world }: WorldHandle, declared: boolean): ListedWorld => ({
  name,
  head: world.head,
  now: timeText(world.clock.nowMs()),
  declared,
  bytes: world.file.bytes,
})
