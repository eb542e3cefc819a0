import type { preHandlerHookHandler } from 'fastify'
import { advanceHeader } from '../headers.ts'
import { contextOf } from './context.ts'

/**
 * Makes a request wait for a catch-up with the clock, which it begins if something is due, but only
 * for a limited time. After that, and during a change of the world, the request reads the last
 * complete state. Health requests do not wait.
 */
export const awaitWorldReady: preHandlerHookHandler = (request, reply, done) => {
  const { of, config, requestWorld } = contextOf(request)
  if (config.isPublic) {
    done()
    return
  }
  const world = of === 'node' ? requestWorld.world : requestWorld.scenarios.indexer
  const read = () => {
    const reached = world.isCurrent ? undefined : world.reached
    if (reached !== undefined) reply.header(advanceHeader, reached)
    done()
  }
  const change = world.readable()
  if (change) change.then(read, done)
  else read()
}
