import { numberOfWord, WORD } from '../../formats/words.ts'

/** Maximum length of a name or symbol, in characters; the rest is cut. */
const maxLength = 255

/**
 * Returns the text that a function like `name()` returns: a `string`, or as in early tokens a
 * `bytes32`. Control characters are left out.
 * @returns undefined for an empty text, and for output that is no text in UTF-8
 */
export function contractText(output: Uint8Array): string | undefined {
  const text = wholeContractText(output)
  return text && [...text].slice(0, maxLength).join('')
}

/** Returns a text like {@link contractText}, however long it is. */
export function wholeContractText(output: Uint8Array): string | undefined {
  const bytes = output.length === WORD ? withoutZeros(output) : stringIn(output)
  if (!bytes) return undefined
  try {
    return utf8.decode(bytes).replace(controls, '') || undefined
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const controls = /\p{Cc}/gu

function withoutZeros(word: Uint8Array): Uint8Array {
  const end = word.findLastIndex((byte) => byte !== 0)
  return word.subarray(0, end + 1)
}

/** Returns the bytes of a `string`, wherever its offset leads; only as many as may be needed. */
function stringIn(output: Uint8Array): Uint8Array | undefined {
  if (output.length < 2 * WORD) return undefined
  const offset = numberOfWord(output, 0)
  if (offset > BigInt(output.length - WORD)) return undefined
  const start = Number(offset) + WORD
  const length = numberOfWord(output, Number(offset))
  return length > BigInt(output.length - start)
    ? undefined
    : output.subarray(start, start + Number(length))
}
