import type { Config } from '../config.ts'
import type { LivingWorld } from '../world/living-world.ts'
import { type Auth, createAuth, type KeyFile } from './guards/auth.ts'
import { createRateLimiter, type RateLimiter } from './guards/rate-limit.ts'

/** A part that changes while the server runs and can forget what happened. */
export interface Stateful {
  reset(): void | Promise<void>
}

/** What a request is bound to before anything else: a world and the guards in front of it. */
export interface WorldHandle {
  readonly world: LivingWorld
  readonly auth: Auth
  readonly rateLimiter: RateLimiter
  /** Everything above that has state; `reset` goes through this list and nothing else. */
  readonly stateful: readonly Stateful[]
  reset(): Promise<void>
}

export function createWorldHandle(world: LivingWorld, config: Config, keys: KeyFile): WorldHandle {
  const rateLimiter = createRateLimiter(config.rateLimit)
  const stateful = [world, rateLimiter]
  return {
    world,
    auth: createAuth(config.auth, keys),
    rateLimiter,
    stateful,
    reset: async () => {
      await Promise.all(stateful.map((part) => part.reset()))
    },
  }
}
