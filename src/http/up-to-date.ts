import type { preHandlerHookHandler } from 'fastify'
import { isUnguarded } from './guards/guard.ts'
import { handleOf } from './world-of-request.ts'

/**
 * A request waits for the change in the making, and for what the clock has passed meanwhile;
 * health does not. With a frozen clock and no change it goes on at once.
 */
export const upToDate: preHandlerHookHandler = (request, _reply, done) => {
  const change = isUnguarded(request) ? undefined : handleOf(request).world.settled()
  if (change) change.then(() => done(), done)
  else done()
}
