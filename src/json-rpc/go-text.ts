/** Formats a text like Go's `%q`. Source: Go strconv.Quote. */
export const goQuoted = (text: string): string => `"${escaped(text, '"')}"`

/** Formats a character by its number as in the messages of Go's encoding/json. */
export const goRune = (point: number): string => `'${escaped(String.fromCodePoint(point), "'")}'`

const shortEscapes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
}

/** Letters, marks, numbers, punctuation, symbols and the ASCII space are printed as they are. */
const unprintableOrEscaped = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["'\\]/gu

const escaped = (text: string, quote: string): string =>
  text.replace(unprintableOrEscaped, (character) => {
    if (character === '"' || character === "'")
      return character === quote ? `\\${character}` : character
    const short = shortEscapes[character]
    if (short !== undefined) return short
    const point = character.codePointAt(0) ?? 0
    const hex = point.toString(16)
    if (point < 0x80) return `\\x${hex.padStart(2, '0')}`
    return point < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
  })
