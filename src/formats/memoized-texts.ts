import { hexDigits } from './ids.ts'

/** Keeps the texts of bytes, of the latest ones: the same ids and addresses are told again and again. */
export function memoizedTexts(
  textOf: (bytes: Uint8Array) => string,
  most: number,
): (bytes: Uint8Array) => string {
  const known = new Map<string, string>()
  return (bytes) => {
    const digits = hexDigits(bytes)
    const memo = known.get(digits)
    if (memo !== undefined) return memo
    const text = textOf(bytes)
    if (known.size >= most) known.clear()
    known.set(digits, text)
    return text
  }
}
