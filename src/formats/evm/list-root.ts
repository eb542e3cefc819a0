import { numberToVarBytesBE } from '@noble/curves/utils.js'
import { keccak256 } from '../keccak.ts'
import { encodeItem, type RlpItem } from './rlp-writer.ts'

/** Root of an empty list: keccak256 of the RLP of the empty string. */
export const EMPTY_LIST_ROOT = keccak256(Uint8Array.of(0x80))

/**
 * Returns the Merkle-Patricia root, 32 bytes, of the map rlp(index) → value (yellow paper, appendix
 * D). It is `transactionsRoot` of raw transactions and `receiptsRoot` of encoded receipts. No value
 * may be empty.
 */
export function listRoot(values: readonly Uint8Array[]): Uint8Array {
  const leaves = values.map((value, index) => ({
    key: nibbles(encodeItem(numberItem(index))),
    value,
  }))
  // rlp(0) is 0x80: it sorts between 127 (0x7f) and 128 (0x8180); all others keep their order.
  const inKeyOrder = [...leaves.slice(1, 128), ...leaves.slice(0, 1), ...leaves.slice(128)]
  return keccak256(encodeItem(node(inKeyOrder, 0)))
}

const nothing = new Uint8Array()

interface Leaf {
  key: Uint8Array
  value: Uint8Array
}

/** Returns the node over `leaves`, which are sorted and share the first `depth` nibbles. */
function node(leaves: Leaf[], depth: number): RlpItem {
  const first = leaves[0]
  const last = leaves.at(-1)
  if (!first || !last) return nothing
  if (first === last) return [hexPrefix(first.key.subarray(depth), 2), first.value]

  let shared = depth
  while (first.key[shared] === last.key[shared]) shared++
  if (shared > depth)
    return [hexPrefix(first.key.subarray(depth, shared), 0), reference(node(leaves, shared))]

  // No key is a prefix of another one, so no value ends at a branch.
  const children = new Array<RlpItem>(17).fill(nothing)
  for (let start = 0; start < leaves.length; ) {
    const nibble = leaves[start]?.key[depth] ?? 0
    let end = start + 1
    while (leaves[end]?.key[depth] === nibble) end++
    children[nibble] = reference(node(leaves.slice(start, end), depth + 1))
    start = end
  }
  return children
}

/**
 * Returns a node inside its parent: its hash, or the node itself if its RLP is shorter than a hash.
 */
function reference(child: RlpItem): RlpItem {
  const encoded = encodeItem(child)
  return encoded.length < 32 ? child : keccak256(encoded)
}

/** Packs a path; the first nibble is `flag` (2 for a leaf), plus 1 when the length is odd. */
function hexPrefix(path: Uint8Array, flag: number): Uint8Array {
  const odd = path.length % 2
  const packed = new Uint8Array((path.length - odd) / 2 + 1)
  packed[0] = odd ? ((flag + 1) << 4) | (path[0] ?? 0) : flag << 4
  for (let place = 1; place < packed.length; place++) {
    const high = 2 * place - 2 + odd
    packed[place] = ((path[high] ?? 0) << 4) | (path[high + 1] ?? 0)
  }
  return packed
}

/** Encodes a number big-endian without leading zeros. */
const numberItem = (value: number) => (value === 0 ? new Uint8Array() : numberToVarBytesBE(value))

function nibbles(bytes: Uint8Array): Uint8Array {
  const split = new Uint8Array(2 * bytes.length)
  bytes.forEach((byte, place) => {
    split[2 * place] = byte >> 4
    split[2 * place + 1] = byte & 15
  })
  return split
}
