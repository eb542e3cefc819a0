import type { healthOperations, Wellbeing } from '../../schemas/control/health.ts'
import { healthOf } from '../http/rest/health.ts'
import type { InternalErrors } from '../http/server/internal-errors.ts'
import type { DiskSpace } from '../world/storage/disk-space.ts'
import type { World } from '../world/world.ts'
import type { Group } from './group.ts'

/** Builds liveness and readiness: open to every client, also while the world is busy. */
export function healthGroup(
  world: World,
  errors: InternalErrors,
  disk: DiskSpace,
): Group<typeof healthOperations> {
  const wellbeing = (reason?: string): Wellbeing => ({
    status: reason === undefined ? 'ok' : 'error',
    ...(reason !== undefined && { reason }),
    ...(errors.count > 0 && { internalErrors: errors.count }),
  })
  return {
    getLive: () => wellbeing(),
    getReady: () => {
      try {
        healthOf(world)
      } catch {
        return wellbeing('the world cannot be read')
      }
      return wellbeing(
        disk.isFull ? 'the disk is full: worlds can be read, not changed' : undefined,
      )
    },
  }
}
