/** Piece of a pattern. */
export type Piece =
  | { readonly kind: 'one'; readonly fits: Fits }
  | { readonly kind: 'many'; readonly fits: Fits }
  | { readonly kind: 'either'; readonly ways: readonly (readonly Piece[])[] }

/** Predicate that tells whether a UTF-16 code unit matches; or the one that does. */
type Fits = number | ((code: number) => boolean)

/** Default number of UTF-16 code units of a text that are compared; the rest is ignored. */
export const maxComparedLength = 1024

/** State that consumes a code unit, or else has transitions without one. */
interface State {
  readonly fits: Fits | undefined
  readonly ways: readonly number[]
}

/**
 * Builds the matcher of a pattern. It follows all ways through the pattern at once, so its time is
 * at most the product of the lengths of text and pattern. A backtracking matcher could take longer
 * than any client waits.
 */
export function globAutomaton(
  pieces: readonly Piece[],
  maxLength: number = maxComparedLength,
): (text: string) => boolean {
  const end = 0
  const { states, start } = statesOf(pieces)
  const closures = states.map((_, place) => closureOf(states, place))
  const places = states.length
  // Input that a state consumes: a code unit; or, below zero, the index of a predicate.
  const wanted = new Int32Array(places)
  const predicates: ((code: number) => boolean)[] = []
  for (const [place, { fits }] of states.entries())
    if (typeof fits === 'number') wanted[place] = fits
    else if (fits) wanted[place] = -predicates.push(fits)
  const next = Int32Array.from(states, ({ ways }) => ways[0] ?? end)
  // Step at which a state was last reached; the count continues from one text to the next.
  const reached = new Float64Array(places)
  let step = 0
  let now = new Int32Array(places)
  let last = new Int32Array(places)
  let count = 0

  function reachAll(from: number): void {
    for (const place of closures[from] as Int32Array)
      if (reached[place] !== step) {
        reached[place] = step
        now[count++] = place
      }
  }

  return (text) => {
    step++
    count = 0
    reachAll(start)
    const length = Math.min(text.length, maxLength)
    for (let at = 0; at < length; at++) {
      if (count === 0) return false
      const before = count
      const swapped = last
      last = now
      now = swapped
      count = 0
      step++
      const code = text.charCodeAt(at)
      for (let i = 0; i < before; i++) {
        const place = last[i] as number
        const want = wanted[place] as number
        if (want >= 0 ? want === code : place !== end && predicates[-want - 1]?.(code))
          reachAll(next[place] as number)
      }
    }
    return reached[end] === step
  }
}

/** Lays a pattern out as states; the first one is the end, which consumes nothing. */
function statesOf(pieces: readonly Piece[]) {
  const states: State[] = [{ fits: undefined, ways: [] }]
  const add = (fits: Fits | undefined, ...ways: number[]): number => states.push({ fits, ways }) - 1
  const before = (after: number, inside: readonly Piece[]): number =>
    inside.reduceRight((then, piece) => {
      if (piece.kind === 'one') return add(piece.fits, then)
      if (piece.kind === 'either')
        return add(undefined, ...piece.ways.map((way) => before(then, way)))
      const again = states.length + 1
      return add(undefined, add(piece.fits, again), then)
    }, after)
  const start = before(0, pieces)
  return { states, start }
}

/** Returns the end and the consuming states that are reached without a code unit. */
function closureOf(states: readonly State[], from: number): Int32Array {
  const seen = new Set<number>()
  const follow = (place: number): void => {
    if (seen.has(place)) return
    seen.add(place)
    const { fits, ways } = states[place] as State
    if (fits === undefined) for (const way of ways) follow(way)
  }
  follow(from)
  return Int32Array.from(seen).filter((place) => place === 0 || states[place]?.fits !== undefined)
}
