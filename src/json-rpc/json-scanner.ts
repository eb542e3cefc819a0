import {
  backslash,
  closeBrace,
  closeBracket,
  maxJsonDepth,
  openBrace,
  openBracket,
  quotationMark,
} from '../util/bounded-json.ts'
import { goRune } from './go-text.ts'

/** Error for a text that is not JSON, in the words of Go's encoding/json. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
}

/** Value in its raw text. */
export interface RawValue {
  /** Raw text of the member's name with its quotes; absent when the value is no member. */
  readonly name: string | undefined
  /** Text without surrounding whitespace. */
  readonly text: string
  /** Members of an object, elements of an array, in their order, down to the requested depth. */
  readonly parts: readonly RawValue[]
}

interface Container {
  readonly opener: number
  readonly start: number
  readonly name: string | undefined
  readonly parts: RawValue[]
}

const comma = 0x2c
const colon = 0x3a

/**
 * Returns the first JSON value of `text`, with parts down to `depth` levels below it. The rest of
 * the text is ignored. It takes linear time and no call stack at any depth.
 * @throws JsonSyntaxError
 */
export function scanValue(text: string, depth: number): RawValue {
  const open: Container[] = []
  let at = skipSpace(text, 0)
  if (at === text.length) throw new JsonSyntaxError('EOF')
  let name: string | undefined

  for (;;) {
    const start = at
    const opener = text.charCodeAt(at)
    if (opener === openBrace || opener === openBracket) {
      if (open.length === maxJsonDepth) throw invalid(text, at, 'exceeded max depth')
      at = skipSpace(text, at + 1)
      if (text.charCodeAt(at) !== closerOf(opener)) {
        open.push({ opener, start, name, parts: [] })
        name = undefined
        if (opener === openBrace) readName()
        continue
      }
      at++
    } else {
      at = endOfScalar(text, at)
    }

    // A value ends before `at`; it may be the last one of any number of values around it.
    let value: RawValue = { name, text: text.slice(start, at), parts: noParts }
    for (;;) {
      const container = open.at(-1)
      if (container === undefined) return value
      if (open.length <= depth) container.parts.push(value)
      at = skipSpace(text, at)
      const next = text.charCodeAt(at)
      if (next === comma) {
        at = skipSpace(text, at + 1)
        if (container.opener === openBrace) readName()
        break
      }
      if (next !== closerOf(container.opener))
        throw invalid(
          text,
          at,
          container.opener === openBrace ? 'after object key:value pair' : 'after array element',
        )
      open.pop()
      at++
      const { start, parts } = container
      name = container.name
      value = { name, text: text.slice(start, at), parts }
    }
  }

  function readName(): void {
    if (text.charCodeAt(at) !== quotationMark)
      throw invalid(text, at, 'looking for beginning of object key string')
    const end = endOfString(text, at)
    name = text.slice(at, end)
    at = skipSpace(text, end)
    if (text.charCodeAt(at) !== colon) throw invalid(text, at, 'after object key')
    at = skipSpace(text, at + 1)
  }
}

const noParts: readonly RawValue[] = []

const closerOf = (opener: number) => (opener === openBrace ? closeBrace : closeBracket)

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

/** Tells whether a character code is whitespace between JSON tokens. */
export const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

const isHexDigit = (code: number) =>
  isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

function endOfScalar(text: string, at: number): number {
  const first = text[at]
  if (first === '"') return endOfString(text, at)
  if (first === 't') return endOfWord(text, at, 'true')
  if (first === 'f') return endOfWord(text, at, 'false')
  if (first === 'n') return endOfWord(text, at, 'null')
  if (first === '-' || isDigit(text.charCodeAt(at))) return endOfNumber(text, at)
  throw invalid(text, at, 'looking for beginning of value')
}

function endOfWord(text: string, start: number, word: string): number {
  for (let i = 1; i < word.length; i++)
    if (text[start + i] !== word[i])
      throw invalid(text, start + i, `in literal ${word} (expecting '${word[i]}')`)
  return start + word.length
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code === quotationMark) return at + 1
    if (code === backslash) at = endOfEscape(text, at + 1)
    else if (!(code >= 0x20)) throw invalid(text, at, 'in string literal')
  }
}

/** Returns the position of the last character of the escape whose letter is at `at`. */
function endOfEscape(text: string, at: number): number {
  const letter = text[at]
  if (letter === undefined || !'bfnrt\\/"u'.includes(letter))
    throw invalid(text, at, 'in string escape code')
  if (letter !== 'u') return at
  for (let digit = at + 1; digit <= at + 4; digit++)
    if (!isHexDigit(text.charCodeAt(digit)))
      throw invalid(text, digit, 'in \\u hexadecimal character escape')
  return at + 4
}

function endOfNumber(text: string, start: number): number {
  let at = start
  if (text[at] === '-') at++
  if (text[at] === '0') at++
  else at = skipDigits(text, at, 'in numeric literal')
  if (text[at] === '.') at = skipDigits(text, at + 1, 'after decimal point in numeric literal')
  if (text[at] === 'e' || text[at] === 'E') {
    at++
    if (text[at] === '+' || text[at] === '-') at++
    at = skipDigits(text, at, 'in exponent of numeric literal')
  }
  return at
}

/** Skips one digit or more. */
function skipDigits(text: string, from: number, where: string): number {
  if (!isDigit(text.charCodeAt(from))) throw invalid(text, from, where)
  let at = from + 1
  while (isDigit(text.charCodeAt(at))) at++
  return at
}

function invalid(text: string, at: number, where: string): JsonSyntaxError {
  const point = text.codePointAt(at)
  if (point === undefined) return new JsonSyntaxError('unexpected EOF')
  return new JsonSyntaxError(`invalid character ${goRune(firstByteOf(point))} ${where}`)
}

/** Returns the first UTF-8 byte of a character, because Go scans bytes and shows only that one. */
function firstByteOf(point: number): number {
  if (point < 0x80) return point
  if (point < 0x800) return 0xc0 | (point >> 6)
  if (point < 0x10000) return 0xe0 | (point >> 12)
  return 0xf0 | (point >> 18)
}
