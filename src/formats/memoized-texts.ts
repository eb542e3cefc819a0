import { BoundedMemo } from '../util/bounded-memo.ts'
import { hexDigits } from './ids.ts'

/** Memoises the texts of the latest bytes: the same ids and addresses occur repeatedly. */
export function memoizedTexts(
  textOf: (bytes: Uint8Array) => string,
  max: number,
): (bytes: Uint8Array) => string {
  const memo = new BoundedMemo<string, string>(max)
  return (bytes) => {
    const digits = hexDigits(bytes)
    return memo.get(digits) ?? memo.set(digits, textOf(bytes))
  }
}
