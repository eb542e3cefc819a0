import type { Readable } from '../world/readable.ts'
import { yieldToEventLoop } from '../world/storage/slices.ts'
import type { Caller } from './group.ts'

/** Waits until a world can be read, and tells whoever asks how far it is when time passes in it. */
export async function toRead(world: Readable, caller: Caller): Promise<void> {
  // Whoever asks again and again in this process lets others work.
  if (!world.isCurrent) await yieldToEventLoop()
  await world.readable()
  const reached = world.isCurrent ? undefined : world.reached
  if (reached !== undefined) caller.showsPassing(reached)
}
