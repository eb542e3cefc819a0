import { isSpace } from './json-scanner.ts'

/** Result that is JSON text already, with the order and escapes of the response. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Result that is JSON in UTF-8 already, in the pieces in which it is sent. */
export class JsonPieces {
  readonly pieces: readonly Uint8Array[]

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces
  }
}

/** Returns the JSON of a value in the form of Go's encoder. Objects keep their order. */
export const toJson = (value: unknown): string =>
  value instanceof JsonText ? value.text : escapeForHtml(JSON.stringify(value))

/** Returns the text of a raw JSON string. */
export function stringOf(raw: string): string {
  if (!raw.includes('\\')) return raw.slice(1, -1)
  const text: string = JSON.parse(raw)
  // Go has no lone surrogates.
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Returns raw JSON without whitespace between its tokens, escaped like all other output. */
export function compact(raw: string): string {
  if (!/[ \t\r\n<>&\u2028\u2029]/.test(raw)) return raw
  const pieces: string[] = []
  let copiedUntil = 0
  let inString = false
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code === 0x22) inString = !inString
    else if (code === 0x5c) at++
    else if (!inString && isSpace(code)) {
      pieces.push(raw.slice(copiedUntil, at))
      copiedUntil = at + 1
    }
  }
  pieces.push(raw.slice(copiedUntil))
  return escapeForHtml(pieces.join(''))
}

/** Returns a member's name without the differences that Go ignores: case, and the long s. */
export const foldedName = (rawName: string): string =>
  stringOf(rawName).toLowerCase().replaceAll('\u017f', 's')

const htmlEscapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

const escapeForHtml = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => htmlEscapes[character] ?? character)
