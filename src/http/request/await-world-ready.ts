import type { preHandlerHookHandler } from 'fastify'
import { passingHeader } from '../headers.ts'
import { contextOf } from './context.ts'

/**
 * A request waits for what the clock has passed meanwhile, but not for long: then, and while
 * somebody changes the world, it reads the last whole state. Health waits for nothing.
 */
export const awaitWorldReady: preHandlerHookHandler = (request, reply, done) => {
  const { of, config, handle } = contextOf(request)
  if (config.isPublic) {
    done()
    return
  }
  const shown = of === 'node' ? handle.world : handle.scenarios.indexer
  const read = () => {
    const reached = shown.isCurrent ? undefined : shown.reached
    if (reached !== undefined) reply.header(passingHeader, reached)
    done()
  }
  const change = shown.readable()
  if (change) change.then(read, done)
  else read()
}
