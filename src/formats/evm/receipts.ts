import { FormatError } from '../codec.ts'
import { toHex } from '../ids.ts'
import { keccak256 } from '../keccak.ts'
import {
  address,
  bytes,
  decodeRlp,
  encodeEnveloped,
  fixedBytes,
  hash,
  list,
  type RlpValue,
  record,
  uint,
  uint64,
} from './rlp.ts'

const log = record({ address, topics: list(hash), data: bytes })

/** Consensus fields of a receipt (EIP-658), the same for all types. */
const receipt = record({
  status: uint(1),
  cumulativeGasUsed: uint64,
  logsBloom: fixedBytes(256),
  logs: list(log),
})

/** A log: 20-byte emitter, topics of 32 bytes, ABI data. */
export type Log = RlpValue<typeof log>

/** Consensus part of a receipt. */
export interface Receipt {
  /** Type of the transaction. */
  type: 0 | 1 | 2
  succeeded: boolean
  /** Gas used in the block up to and including this transaction. */
  cumulativeGasUsed: bigint
  /** {@link logsBloom} of the logs; it is a field so that a block's bloom can reuse it. */
  logsBloom: Uint8Array
  logs: Log[]
}

/** Encodes the bytes for `receiptsRoot`: type byte (none for type 0) and RLP. */
export function encodeReceipt({ type, succeeded, ...rest }: Receipt): Uint8Array {
  return encodeEnveloped(type, receipt, { status: succeeded ? 1n : 0n, ...rest })
}

/** Decodes the receipt in `data`; throws {@link FormatError}. The bloom is not checked. */
export function decodeReceipt(data: Uint8Array): Receipt {
  const [first = 0] = data
  if (first >= 0xc0) return fromRecord(0, data)
  if (first === 1 || first === 2) return fromRecord(first, data.subarray(1))
  throw new FormatError('type', `unknown receipt type ${first}`)
}

/**
 * Returns the Bloom filter, 256 bytes, of the addresses and topics of `logs` (yellow paper, section
 * 4.4.3).
 */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  const bloom = new Uint8Array(256)
  for (const { address, topics } of logs)
    for (const entry of [address, ...topics])
      for (const bit of bloomBits(entry)) {
        const index = 255 - (bit >> 3)
        bloom[index] = (bloom[index] ?? 0) | (1 << (bit & 7))
      }
  return bloom
}

/**
 * Returns whether a bloom may have the address or topic of these bits: a false hit is possible, a
 * miss is not.
 */
export const hasBits = (bloom: Uint8Array, bits: readonly number[]): boolean =>
  bits.every((bit) => ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0)

/** Latest results of {@link bloomBits}: few contracts and holders write most of the logs. */
const knownBits = new Map<string, readonly number[]>()

/** Returns the three bits of an address or topic, each 0 to 2047. */
export function bloomBits(entry: Uint8Array): readonly number[] {
  const key = toHex(entry)
  const known = knownBits.get(key)
  if (known) return known
  const digest = keccak256(entry)
  const bits = [0, 2, 4].map(
    (pair) => (((digest[pair] ?? 0) << 8) | (digest[pair + 1] ?? 0)) & 2047,
  )
  if (knownBits.size >= 5000) knownBits.clear()
  knownBits.set(key, bits)
  return bits
}

/** Returns the bloom of a block from the blooms of its receipts. */
export function mergeBlooms(blooms: readonly Uint8Array[]): Uint8Array {
  const merged = new Uint8Array(256)
  for (const bloom of blooms)
    for (let i = 0; i < merged.length; i++) merged[i] = (merged[i] ?? 0) | (bloom[i] ?? 0)
  return merged
}

function fromRecord(type: Receipt['type'], body: Uint8Array): Receipt {
  const { status, ...rest } = decodeRlp(receipt, body)
  return { type, succeeded: status === 1n, ...rest }
}
