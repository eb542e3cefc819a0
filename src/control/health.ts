import type { healthOperations } from '../../schemas/control/health.ts'
import { healthOf } from '../http/health.ts'
import type { World } from '../world/world.ts'
import type { Group } from './group.ts'

/** Liveness and readiness: for everybody, also while the world is busy. */
export const healthGroup = (world: World): Group<typeof healthOperations> => ({
  getLive: () => ({ status: 'ok' }),
  getReady: () => {
    try {
      healthOf(world)
      return { status: 'ok' }
    } catch {
      return { status: 'error' }
    }
  },
})
