import type { snapshotOperations } from '../../../schemas/control/snapshots.ts'
import { MissingSnapshotError } from '../../world/history/snapshots.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import { ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'
import { listUnusable } from '../unusable.ts'
import { replaying } from '../world-documents.ts'
import type { DescribeWorld } from './world.ts'

/** Maximum number of snapshots of a world: each may hold a long log. */
const maxSnapshots = 1000

/** Builds the operations of snapshots: docs/control.md. */
export function snapshotGroup(
  world: SimulatedWorld,
  describe: DescribeWorld,
): Group<typeof snapshotOperations> {
  const { snapshots } = world
  const refuseUnknown = (name: string) => {
    const why = snapshots.unusable().get(name)
    if (why !== undefined)
      throw new ControlError(
        'conflict',
        `the snapshot ${name} cannot be used: ${why}. To give it up, remove it with DELETE /_admin/snapshots/${name}, or save it again`,
      )
    if (!snapshots.find(name)) throw noSnapshot(name)
  }
  return {
    listSnapshots: () => ({
      snapshots: snapshots.list(),
      ...listUnusable(snapshots.unusable()),
    }),
    async saveSnapshot({ body: { name } }) {
      await world.whenReady()
      if (snapshots.list().length >= maxSnapshots)
        throw new ControlError(
          'not_possible',
          `the world has ${maxSnapshots} snapshots, the maximum; remove one first`,
        )
      const saved = await world.history.save(name)
      if (!saved) throw new ControlError('conflict', `a snapshot ${name} exists already`)
      return saved
    },
    async restoreSnapshot({ params: { name } }) {
      refuseUnknown(name)
      try {
        await replaying('', () => world.history.restore(name))
      } catch (error) {
        // It was removed while this change waited for its turn.
        throw error instanceof MissingSnapshotError ? noSnapshot(name) : error
      }
      // A running clock brings the world to the time of the snapshot.
      await world.whenReady()
      return { world: describe() }
    },
    removeSnapshot({ params: { name } }) {
      if (!snapshots.unusable().has(name)) refuseUnknown(name)
      snapshots.remove(name)
      return undefined
    },
  }
}

const noSnapshot = (name: string) => new ControlError('not_found', `there is no snapshot ${name}`)
