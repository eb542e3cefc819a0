import { toHex } from '../../formats/ids.ts'
import { numberOfWord, WORD } from '../../formats/words.ts'

/** Selector of `Error(string)`. */
const errorSelector = '0x08c379a0'
/** Selector of `Panic(uint256)`. */
const panicSelector = '0x4e487b71'

/** Geth's words for the codes of Solidity's panics. */
const panics = new Map<bigint, string>([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
])

/** Returns the reason that the output of a revert tells; undefined where it tells none. */
export function revertReason(output: Uint8Array): string | undefined {
  const selector = toHex(output.subarray(0, 4))
  const data = output.subarray(4)
  if (data.length < WORD) return undefined
  if (selector === errorSelector) return textIn(data)
  if (selector !== panicSelector) return undefined
  const code = numberOfWord(data)
  return panics.get(code) ?? `unknown panic code: 0x${code.toString(16)}`
}

/** Reads one argument of the type string, wherever its offset leads. */
function textIn(data: Uint8Array): string | undefined {
  const start = Number(numberOfWord(data)) + WORD
  if (start > data.length) return undefined
  const end = start + Number(numberOfWord(data, start - WORD))
  return end > data.length ? undefined : new TextDecoder().decode(data.subarray(start, end))
}
