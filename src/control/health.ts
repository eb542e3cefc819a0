import type { healthOperations, Wellbeing } from '../../schemas/control/health.ts'
import { healthOf } from '../http/rest/health.ts'
import type { InternalErrors } from '../http/server/internal-errors.ts'
import type { World } from '../world/world.ts'
import type { Group } from './group.ts'

/** Liveness and readiness: for everybody, also while the world is busy. */
export function healthGroup(world: World, errors: InternalErrors): Group<typeof healthOperations> {
  const wellbeing = (status: Wellbeing['status']): Wellbeing => ({
    status,
    ...(errors.count > 0 && { internalErrors: errors.count }),
  })
  return {
    getLive: () => wellbeing('ok'),
    getReady: () => {
      try {
        healthOf(world)
        return wellbeing('ok')
      } catch {
        return wellbeing('error')
      }
    },
  }
}
