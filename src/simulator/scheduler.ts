/** A chain of a network, or whatever else lives through time beside the chains. */
export interface LivingChain {
  /** Ascending times of its blocks, epoch seconds. */
  readonly times: readonly number[]
  /** Acts and accepts the block of this time. */
  advance(time: number): void
  /** Writes what is only known at the end. */
  finish(): void
}

/**
 * Lets the chains of one network live through their times together: always the earliest time
 * next, and at the same time the chain that comes first in the list.
 */
export function liveThrough(
  chains: readonly LivingChain[],
  onProgress: (done: number) => void,
): void {
  const events = chains
    .flatMap((chain, order) => chain.times.map((time) => ({ time, order, chain })))
    .sort((a, b) => a.time - b.time || a.order - b.order)
  const beat = Math.max(1, Math.floor(events.length / 20))
  events.forEach(({ time, chain }, index) => {
    chain.advance(time)
    if (index % beat === 0) onProgress(index / events.length)
  })
  for (const chain of chains) chain.finish()
}
