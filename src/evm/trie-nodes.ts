import { type RlpWriter, rlpBytes } from '../formats/evm/rlp-writer.ts'
import { bytesOf } from './state.ts'

/** Bytes of a hash. A node whose RLP is shorter is a part of its parent. */
export const HASH_LENGTH = 32

// First bytes of RLP items: the empty string, a string of 32 bytes, an empty list, and the highest
// ones of strings and lists whose length stands in the first byte.
const noChild = 0x80
const hashHeader = 0xa0
const longString = 0xb7
const listHeader = 0xc0
const longList = 0xf7

export interface Leaf {
  readonly kind: 'leaf'
  /** Hexadecimal digits of the key below the node. */
  readonly digits: string
  readonly value: Uint8Array
}

export interface Extension {
  readonly kind: 'extension'
  readonly digits: string
  readonly child: Reference
}

export type TrieNode = Leaf | Extension | Branch

/** A node inside its parent: read when needed; without `item` once it has changed. */
export interface Reference {
  node: TrieNode | undefined
  /** Hash of the node, 32 bytes, or its RLP where that is shorter. */
  readonly item: Uint8Array | undefined
}

export const changed = (node: TrieNode): Reference => ({ node, item: undefined })

/** Returns whether a node has a row of its own: others are parts of their parents. */
export const isHash = (item: Uint8Array): boolean => item.length === HASH_LENGTH

/**
 * A node with up to 16 children. A block changes few children of a branch, which has 530 bytes of
 * hashes: so the others stay bytes, and are copied as they are.
 */
export class Branch {
  readonly kind = 'branch'
  /** RLP of the branch as it was read. */
  readonly #stored: Uint8Array
  /** Children that were set, by digit; null for those that are as stored. */
  readonly #children: (Reference | undefined | null)[]

  constructor(stored: Uint8Array, children: (Reference | undefined | null)[] = allAsStored) {
    this.#stored = stored
    this.#children = children
  }

  child(digit: number): Reference | undefined {
    const set = this.#children[digit]
    if (set !== null) return set
    const bytes = this.#stored
    let at = contentStart(bytes)
    for (let before = 0; before < digit; before++) at = itemEnd(bytes, at)
    return bytes[at] === noChild ? undefined : referenceAt(bytes, at)
  }

  with(digit: number, child: Reference | undefined): Branch {
    return new Branch(this.#stored, this.#children.with(digit, child))
  }

  /** Encodes the branch; `itemOf` returns the item of a child that was set. */
  encode(itemOf: (child: Reference, digit: number) => Uint8Array): Uint8Array {
    const items = this.#children.map((child, digit) => child && itemOf(child, digit))
    return rlpBytes((writer) => {
      const start = writer.open()
      const bytes = this.#stored
      let at = contentStart(bytes)
      for (const item of items) {
        const end = itemEnd(bytes, at)
        if (item === null) writer.raw(bytes.subarray(at, end))
        else if (item === undefined) writer.byte(noChild)
        else writeItem(writer, item)
        at = end
      }
      // No key ends at a branch.
      writer.byte(noChild)
      writer.close(start)
    })
  }
}

const allAsStored: null[] = new Array(16).fill(null)

/** A branch without children: 17 empty strings. */
export const emptyBranch = new Branch(
  Uint8Array.from([listHeader + 17, ...new Array(17).fill(noChild)]),
)

export const encodeLeaf = ({ digits, value }: Leaf): Uint8Array =>
  rlpBytes((writer) => {
    const start = writer.open()
    writer.string(packed(digits, 2))
    writer.string(value)
    writer.close(start)
  })

export const encodeExtension = (digits: string, child: Uint8Array): Uint8Array =>
  rlpBytes((writer) => {
    const start = writer.open()
    writer.string(packed(digits, 0))
    writeItem(writer, child)
    writer.close(start)
  })

function writeItem(writer: RlpWriter, item: Uint8Array): void {
  if (isHash(item)) writer.string(item)
  else writer.raw(item)
}

/** Reads a node from its RLP, which is this trie's own writing: nothing is checked. */
export function decodeNode(bytes: Uint8Array): TrieNode {
  const start = contentStart(bytes)
  const second = itemEnd(bytes, start)
  // A branch has 17 items, the others two.
  if (itemEnd(bytes, second) !== bytes.length) return new Branch(bytes)
  const text = Buffer.from(stringAt(bytes, start)).toString('hex')
  const flag = Number.parseInt(text[0] as string, 16)
  const digits = text.slice(flag % 2 === 1 ? 1 : 2)
  if (flag >= 2) return { kind: 'leaf', digits, value: stringAt(bytes, second) }
  return { kind: 'extension', digits, child: referenceAt(bytes, second) }
}

function referenceAt(bytes: Uint8Array, at: number): Reference {
  const start = bytes[at] === hashHeader ? at + 1 : at
  return { node: undefined, item: bytes.subarray(start, itemEnd(bytes, at)) }
}

/** Returns where the first item of a list begins. */
function contentStart(bytes: Uint8Array): number {
  const first = bytes[0] as number
  return first > longList ? 1 + first - longList : 1
}

function itemEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  if (first < 0x80) return at + 1
  if (first >= listHeader) return at + 1 + first - listHeader
  if (first <= longString) return at + 1 + first - 0x80
  return at + 1 + first - longString + longLength(bytes, at)
}

/** Returns the byte string at a position. */
function stringAt(bytes: Uint8Array, at: number): Uint8Array {
  const first = bytes[at] as number
  if (first < 0x80) return bytes.subarray(at, at + 1)
  const start = at + 1 + Math.max(0, first - longString)
  return bytes.subarray(start, itemEnd(bytes, at))
}

function longLength(bytes: Uint8Array, at: number): number {
  let length = 0
  const end = at + 1 + (bytes[at] as number) - longString
  for (let place = at + 1; place < end; place++) length = 256 * length + (bytes[place] as number)
  return length
}

/** Packs digits (hex prefix): the first half byte is `flag`, plus 1 for an odd number of digits. */
function packed(digits: string, flag: 0 | 2): Uint8Array {
  const isOdd = digits.length % 2 === 1
  const text = isOdd ? `${flag + 1}${digits}` : `${flag}0${digits}`
  return bytesOf(`0x${text}`)
}
