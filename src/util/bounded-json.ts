/**
 * Maximum levels of objects and lists in JSON from outside: deeper values exhaust the call stack.
 * G-180
 */
export const maxJsonDepth = 64

/** Message for a text with more levels. */
export const tooDeep = `has more than ${maxJsonDepth} levels`

/**
 * Parses JSON from outside.
 * @throws SyntaxError for a text that is no JSON, and for one that is deeper than {@link
 *   maxJsonDepth}
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(tooDeep)
  return JSON.parse(text)
}

/**
 * Returns whether a JSON text has more than {@link maxJsonDepth} levels, in linear time and without
 * recursion.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quotationMark) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) {
      if (++depth > maxJsonDepth) return true
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return false
}

/* Character codes of JSON syntax. */
export const quotationMark = 0x22
export const backslash = 0x5c
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d

/**
 * Returns the position of the quote that closes the string starting at `start`, or of the end of
 * the text.
 */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}
