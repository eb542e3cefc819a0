/** One operation on a counter, as its client saw it. Times are of one clock, in any unit. */
export type Operation = AddOperation | ReadOperation

interface AddOperation {
  readonly call: 'add'
  readonly amount: number
  readonly start: number
  /** When its acknowledgement arrived; undefined: its outcome is unknown. */
  readonly end: number | undefined
}

interface ReadOperation {
  readonly call: 'read'
  readonly value: number
  readonly start: number
  readonly end: number
}

/*
 * A history holds the operations on one counter, for example the balance of one wallet, that many
 * clients ran through any replicas. Adds that were certainly refused do not belong to it. One of
 * unknown outcome may have taken effect at any time after its start, or never.
 */

/**
 * Tells whether some order explains a history: each operation takes effect at one instant between
 * its start and its end, and each read returns the sum of the adds before it. The search remembers
 * the states that it has tried, so it is quick where few operations overlap.
 */
export function isLinearizable(history: readonly Operation[]): boolean {
  const operations = [...history].sort((a, b) => a.start - b.start)
  const tried = new Set<string>()
  const pending: { readonly done: bigint; readonly sum: number }[] = [{ done: 0n, sum: 0 }]
  for (let state = pending.pop(); state; state = pending.pop()) {
    const { done, sum } = state
    const left = operations.flatMap((operation, place) =>
      (done >> BigInt(place)) & 1n ? [] : [{ operation, place }],
    )
    const firstEnd = Math.min(
      ...left.map(({ operation }) => operation.end ?? Number.POSITIVE_INFINITY),
    )
    // Those of unknown outcome may never have happened.
    if (firstEnd === Number.POSITIVE_INFINITY) return true
    for (const { operation, place } of left) {
      // One that started after another had ended comes after it.
      if (operation.start > firstEnd) break
      if (operation.call === 'read' && operation.value !== sum) continue
      const next = {
        done: done | (1n << BigInt(place)),
        sum: operation.call === 'add' ? sum + operation.amount : sum,
      }
      const key = next.done.toString(36)
      if (tried.has(key)) continue
      tried.add(key)
      pending.push(next)
    }
  }
  return false
}

/** A read outside the bounds that the adds around it leave. */
export interface ImpossibleRead {
  readonly read: ReadOperation
  /** Sum of the adds that were acknowledged before it started. */
  readonly min: number
  /** Sum of the adds that had started before it ended. */
  readonly max: number
}

/**
 * Finds reads that miss an acknowledged add or contain more than was added by then. It needs time
 * in proportion to the history's length and its logarithm, and finds less than
 * {@link isLinearizable}. Amounts must be positive.
 */
export function impossibleReads(history: readonly Operation[]): ImpossibleRead[] {
  const adds = history.filter((operation) => operation.call === 'add')
  const acknowledged = sumsBy(
    adds.flatMap(({ end, amount }) => (end === undefined ? [] : [{ at: end, amount }])),
    false,
  )
  const started = sumsBy(
    adds.map(({ start, amount }) => ({ at: start, amount })),
    true,
  )
  return history.flatMap((read) => {
    if (read.call !== 'read') return []
    const min = acknowledged(read.start)
    const max = started(read.end)
    return read.value < min || read.value > max ? [{ read, min, max }] : []
  })
}

/**
 * Returns a function that sums the amounts before a time.
 * @param includesEqual whether those at the time itself count, too
 */
function sumsBy(
  amounts: readonly { readonly at: number; readonly amount: number }[],
  includesEqual: boolean,
) {
  const sorted = [...amounts].sort((a, b) => a.at - b.at)
  const sums = [0]
  for (const { amount } of sorted) sums.push((sums.at(-1) ?? 0) + amount)
  return (time: number): number => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      const at = sorted[middle]?.at ?? 0
      if (at < time || (includesEqual && at === time)) low = middle + 1
      else high = middle
    }
    return sums[low] ?? 0
  }
}
