import type { preHandlerHookHandler } from 'fastify'
import { visitOf } from './visit.ts'

/**
 * A request waits for the change in the making, and for what the clock has passed meanwhile;
 * health does not. With a frozen clock and no change it goes on at once.
 */
export const upToDate: preHandlerHookHandler = (request, _reply, done) => {
  const { config, handle } = visitOf(request)
  const change = config.isUnguarded ? undefined : handle.world.settled()
  if (change) change.then(() => done(), done)
  else done()
}
