import type { preHandlerHookHandler } from 'fastify'
import { visitOf } from './visit.ts'

/**
 * A request waits for the change in the making, and for what the clock has passed meanwhile;
 * health does not. With a frozen clock and no change it goes on at once.
 */
export const upToDate: preHandlerHookHandler = (request, _reply, done) => {
  const { of, config, handle } = visitOf(request)
  const shown = of === 'node' ? handle.world : handle.scenarios.indexer
  const change = config.isUnguarded ? undefined : shown.settled()
  if (change) change.then(() => done(), done)
  else done()
}
