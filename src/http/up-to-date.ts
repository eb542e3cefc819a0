import type { preHandlerHookHandler } from 'fastify'
import type { RouteConfig } from './guards/guard.ts'
import type { WorldHandle } from './world-handle.ts'

/**
 * A request waits for the change in the making, and for what the clock has passed meanwhile;
 * health does not. With a frozen clock and no change it goes on at once.
 */
export const upToDate =
  (handle: WorldHandle): preHandlerHookHandler =>
  (request, _reply, done) => {
    const { isUnguarded } = request.routeOptions.config as RouteConfig
    const change = isUnguarded ? undefined : handle.world.settled()
    if (change) change.then(() => done(), done)
    else done()
  }
