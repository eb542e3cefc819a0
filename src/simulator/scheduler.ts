/** A chain of a network, or whatever else lives through time beside the chains. */
export interface LivingChain {
  /** Ascending times of its blocks, epoch seconds. */
  readonly times: readonly number[]
  /** Acts and accepts the block of this time. */
  advance(time: number): void
  /** Writes what is only known at the end. */
  finish(): void
}

/** So few that whoever waits for a turn, as a signal does, never waits long. */
const eventsOfBeat = 20

/**
 * Lets the chains of one network live through their times together: always the earliest time
 * next, and at the same time the chain that comes first in the list.
 */
export async function liveThrough(
  chains: readonly LivingChain[],
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  const events = chains
    .flatMap((chain, order) => chain.times.map((time) => ({ time, order, chain })))
    .sort((a, b) => a.time - b.time || a.order - b.order)
  for (const [index, { time, chain }] of events.entries()) {
    chain.advance(time)
    if (index % eventsOfBeat === 0) await onProgress(index / events.length)
  }
  for (const chain of chains) chain.finish()
}
