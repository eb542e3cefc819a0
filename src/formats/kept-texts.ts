import { hexDigits } from './ids.ts'

/** Keeps the texts of bytes, of the latest ones: the same ids and addresses are told again and again. */
export function keptTexts(
  textOf: (bytes: Uint8Array) => string,
  most: number,
): (bytes: Uint8Array) => string {
  const known = new Map<string, string>()
  return (bytes) => {
    const digits = hexDigits(bytes)
    const kept = known.get(digits)
    if (kept !== undefined) return kept
    const text = textOf(bytes)
    if (known.size >= most) known.clear()
    known.set(digits, text)
    return text
  }
}
