import { yieldToEventLoop } from '../util/yield-to-event-loop.ts'
import type { Readable } from '../world/readable.ts'
import type { Caller } from './group.ts'

/** Waits until a world can be read. During a clock advance it tells the caller the reached time. */
export async function toRead(world: Readable, caller: Caller): Promise<void> {
  // A caller in this process that polls has to let other work run.
  if (!world.isCurrent) await yieldToEventLoop()
  await world.readable()
  const reached = world.isCurrent ? undefined : world.reached
  if (reached !== undefined) caller.reportAdvance(reached)
}
