import { encodeCb58, hexDigits } from '../formats/ids.ts'

/** Texts of a kind: more than the built-in world has, of some hundred bytes each. */
const most = 20_000

/** Keeps the texts of bytes: the same ids and addresses are told by many rows and rules. */
export function keptTexts(textOf: (bytes: Uint8Array) => string): (bytes: Uint8Array) => string {
  const known = new Map<string, string>()
  return (bytes) => {
    const name = hexDigits(bytes)
    const kept = known.get(name)
    if (kept !== undefined) return kept
    const text = textOf(bytes)
    if (known.size >= most) known.clear()
    known.set(name, text)
    return text
  }
}

/** CB58 of an id. */
export const idText = keptTexts(encodeCb58)
