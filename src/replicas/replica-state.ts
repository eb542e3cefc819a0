import type { Wellbeing } from '../../schemas/control/health.ts'
import type { ReplicaState } from '../../schemas/control/world.ts'
import { wallMs } from '../time/clock.ts'
import { timeText } from '../time/time-text.ts'
import type { LogFollower } from './following/log-follower.ts'

/** Returns what a replica knows about the log and the other replicas. */
export const replicaState = (name: string, follower: LogFollower): ReplicaState => ({
  ...{ name, position: follower.position, head: follower.head },
  engine: follower.contact.awaySeconds === undefined ? 'up' : 'away',
  since: timeText(Math.floor(wallMs() - follower.contact.stateMs)),
  live: follower.membership.live.map(({ name: each, position, version }) => ({
    ...{ name: each, position, version },
  })),
})

/**
 * Adds position and reason of a replica to the readiness of its worlds.
 * @param reason why others should get its requests; undefined: no reason
 */
export const readinessOf = (
  worlds: Wellbeing,
  position: number,
  reason: string | undefined,
): Wellbeing => ({
  ...worlds,
  ...(reason !== undefined && { status: 'error', reason }),
  position,
})
