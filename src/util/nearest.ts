/**
 * Returns ` (did you mean --port?)` when one of the names is similar to the given one, otherwise
 * nothing.
 */
export function didYouMean(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names)
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`
}

/**
 * Returns at most three operations with similar names, the most likely first. In a method of the
 * node, `info.peers`, the part before the dot may be missing.
 */
export function nearestOperations(given: string, names: readonly string[]): string[] {
  const ends = names.filter((name) => name.split('.')[1]?.toLowerCase() === given.toLowerCase())
  return [...ends, ...nearestNames(given, names)].slice(0, 3)
}

/**
 * Returns the name with the fewest typing mistakes, or none when all differ by more than a third.
 */
export const nearestName = (given: string, names: readonly string[]): string | undefined =>
  nearestNames(given, names)[0]

/** Returns the names that differ by at most a third, the nearest first. */
function nearestNames(given: string, names: readonly string[]): string[] {
  const maxDistance = Math.max(1, Math.floor(given.length / 3))
  return names
    .filter(({ length }) => Math.abs(given.length - length) <= maxDistance)
    .map((name) => ({ name, mistakes: typingMistakes(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ mistakes }) => mistakes <= maxDistance)
    .sort((a, b) => a.mistakes - b.mistakes)
    .map(({ name }) => name)
}

/**
 * Counts letters omitted, inserted, replaced or exchanged with their neighbour (optimal string
 * alignment). `fastest-levenshtein` is not used because it counts an exchange, as in `prot`, as two
 * mistakes.
 */
function typingMistakes(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isEqual = from[i - 1] === to[j - 1]
      const isExchange = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isEqual ? 0 : 1),
        isExchange ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return last[to.length] ?? 0
}
