import { hexDigits } from './ids.ts'

/** Memoises the texts of the latest bytes: the same ids and addresses occur repeatedly. */
export function memoizedTexts(
  textOf: (bytes: Uint8Array) => string,
  max: number,
): (bytes: Uint8Array) => string {
  const known = new Map<string, string>()
  return (bytes) => {
    const digits = hexDigits(bytes)
    const memo = known.get(digits)
    if (memo !== undefined) return memo
    const text = textOf(bytes)
    if (known.size >= max) known.clear()
    known.set(digits, text)
    return text
  }
}
