import { globAutomaton, maxComparedLength, type Piece } from './glob-automaton.ts'

/**
 * Maximum number of braces in a pattern: alternatives may be nested, but no real pattern has more.
 */
const maxBraces = 32

/** Tells whether a pattern has more than literal characters, so that a match takes an automaton. */
export const hasWildcards = (pattern: string): boolean => /[*?{[\\!]/.test(pattern)

/** Error for a pattern that cannot be read; the message says what is expected, as in "not …". */
export class GlobError extends Error {
  override readonly name = 'GlobError'
}

/**
 * Reads a glob over paths:
 * - `*` is any text without a slash (at least one character as a whole segment),
 * - `**` as a whole segment is any number of segments,
 * - `?` is one character,
 * - `{a,b}` is either text,
 * - `[a-z]` and `[!a]` are one character inside or outside of a set,
 * - a backslash takes the next character literally,
 * - a `!` at the beginning inverts the pattern.
 *
 * A pattern that ends in `*` or in a set also matches the path with a trailing slash.
 *
 * The time of the matcher is at most the product of both lengths.
 * @throws GlobError
 */
export function pathGlob(pattern: string): (path: string) => boolean {
  const isInverted = pattern.startsWith('!')
  const fits = globAutomaton(
    readPattern(isInverted ? pattern.slice(1) : pattern, inSegment, isInverted ? 1 : 0),
  )
  return isInverted ? (path) => !fits(path) : fits
}

/**
 * Reads a glob over texts: like {@link pathGlob}, but `*` is any text and `?` any character, and no
 * character separates segments.
 * @param maxLength number of UTF-16 code units that are compared
 * @throws GlobError
 */
export function textGlob(
  pattern: string,
  maxLength: number = maxComparedLength,
): (text: string) => boolean {
  const isInverted = pattern.startsWith('!')
  const pieces = readPattern(isInverted ? pattern.slice(1) : pattern, anyText, isInverted ? 1 : 0)
  const fits = globAutomaton(pieces, maxLength)
  return isInverted ? (text) => !fits(text) : fits
}

/** Predicate of the characters that a wildcard stands for. */
type Wildcard = (code: number) => boolean

const slashCode = 0x2f
const slash: Piece = { kind: 'one', fits: slashCode }
const anyText: Wildcard = () => true
const anything: Piece = { kind: 'many', fits: anyText }
const inSegment: Wildcard = (code) => code !== slashCode
const optional = (...pieces: Piece[]): Piece => ({ kind: 'either', ways: [pieces, []] })

/** Syntax of other globs that is hardly meant literally and is not supported. */
const unsupported = /^(?:[?*+@!]?\(|[)|])/

/**
 * Reads a pattern.
 * @param wildcard characters that `*`, `?` and sets stand for
 * @param offset number of characters before it, for messages
 */
function readPattern(pattern: string, wildcard: Wildcard, offset: number): Piece[] {
  const hasSegments = wildcard === inSegment
  let at = 0
  let braces = 0

  /** Names a position of the pattern, counted from 1, as people count. */
  const place = (index: number): string => `character ${index + offset + 1}`

  /** Reads up to the end, or within braces up to the comma or brace that ends the alternative. */
  function sequence(isInBraces: boolean): Piece[] {
    const pieces: Piece[] = []
    while (at < pattern.length) {
      const character = pattern[at] as string
      if (isInBraces && (character === ',' || character === '}')) break
      const [other] = unsupported.exec(pattern.slice(at, at + 2)) ?? []
      if (other)
        throw new GlobError(
          `a glob without ( ) and |, but it has ${other} at ${place(at)}; write {a,b} for alternatives, or \\${other.at(-1)} for a literal one`,
        )
      if (character === '*') stars(pieces)
      else if (character === '{') pieces.push(either())
      else if (character === '[') set(pieces)
      else {
        if (character === '\\') at++
        const code = pattern.charCodeAt(at++)
        if (Number.isNaN(code))
          throw new GlobError('a glob whose last character is not a single \\')
        pieces.push(
          character === '?' ? { kind: 'one', fits: wildcard } : { kind: 'one', fits: code },
        )
      }
    }
    return pieces
  }

  function stars(pieces: Piece[]): void {
    const from = at
    while (pattern[at] === '*') at++
    if (!hasSegments) {
      pieces.push(anything)
      return
    }
    const before = pattern[from - 1]
    const after = pattern[at]
    const begins = before === undefined || before === '/'
    const ends = after === undefined || after === '/'
    const isWhole =
      (begins || before === '{' || before === ',') && (ends || after === ',' || after === '}')
    if (at - from !== 2 || !isWhole) {
      if (begins && ends) pieces.push({ kind: 'one', fits: inSegment })
      pieces.push({ kind: 'many', fits: inSegment })
      if (after === undefined) pieces.push(optional(slash))
    } else if (after === '/') {
      at++
      pieces.push(optional(anything, slash))
    } else if (after === undefined && before === '/' && pieces.length > 1) {
      pieces.pop()
      pieces.push(optional(slash, anything))
    } else pieces.push(anything)
  }

  function either(): Piece {
    const from = at++
    if (++braces > maxBraces) throw new GlobError(`a glob with at most ${maxBraces} braces`)
    const ways = [sequence(true)]
    while (pattern[at] === ',') {
      at++
      ways.push(sequence(true))
    }
    if (pattern[at++] !== '}')
      throw new GlobError(
        `a glob that closes each brace, but the { at ${place(from)} is open; write \\{ for a literal brace`,
      )
    if (ways.length === 1)
      throw new GlobError(
        `a glob with a comma between alternatives in braces, such as {a,b}, but the { at ${place(from)} has none; write \\{ for a literal brace`,
      )
    return { kind: 'either', ways }
  }

  function set(pieces: Piece[]): void {
    const found = /^\[([!^]?)((?:\\.|[^\]\\])+)\]/s.exec(pattern.slice(at))
    if (!found)
      throw new GlobError(
        pattern.startsWith('[]', at)
          ? `a glob without empty sets, but it has [] at ${place(at)}; write \\[\\] for literal brackets`
          : `a glob that closes each bracket, but the [ at ${place(at)} is open; write \\[ for a literal bracket`,
      )
    at += found[0].length
    const isOutside = found[1] !== ''
    const ranges = rangesOf(found[2] as string)
    pieces.push({
      kind: 'one',
      fits: (code) =>
        wildcard(code) && ranges.some(([min, max]) => code >= min && code <= max) !== isOutside,
    })
    if (hasSegments && at === pattern.length) pieces.push(optional(slash))
  }

  return sequence(false)
}

/** Returns the first and the last code unit of each range of a set. */
const rangesOf = (text: string): (readonly [number, number])[] =>
  Array.from(text.matchAll(/\\?(.)(?:-\\?(.))?/gs), ([, from = '', to = from]) => [
    from.charCodeAt(0),
    to.charCodeAt(0),
  ])
