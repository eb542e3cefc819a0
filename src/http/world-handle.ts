import type { Config } from '../config.ts'
import type { World } from '../world/world.ts'
import { type Auth, createAuth, type KeyFile } from './guards/auth.ts'
import { createRateLimiter, type RateLimiter } from './guards/rate-limit.ts'

/** A part that changes while the server runs and can forget what happened. */
export interface Stateful {
  reset(): void
}

/** What a request is bound to before anything else: a world and the guards in front of it. */
export interface WorldHandle {
  readonly world: World
  readonly auth: Auth
  readonly rateLimiter: RateLimiter
  /** Everything above that has state; `reset` goes through this list and nothing else. */
  readonly stateful: readonly Stateful[]
  reset(): void
}

export function createWorldHandle(world: World, config: Config, keys: KeyFile): WorldHandle {
  const rateLimiter = createRateLimiter(config.rateLimit)
  const stateful = [world.clock, rateLimiter]
  return {
    world,
    auth: createAuth(config.auth, keys),
    rateLimiter,
    stateful,
    reset: () => {
      for (const part of stateful) part.reset()
    },
  }
}
