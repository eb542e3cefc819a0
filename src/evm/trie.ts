import { encodeItem, type RlpItem } from '../formats/evm/rlp-writer.ts'
import { keccak256 } from '../formats/keccak.ts'
import { bytesOf } from './state.ts'

/** Root of a trie without keys: keccak256 of the RLP of the empty string. */
export const EMPTY_ROOT = keccak256(Uint8Array.of(0x80))

/**
 * Nodes of one trie, by the hexadecimal digits of the path to them: '' is the root. Nodes whose RLP
 * is shorter than a hash are parts of their parents and not here.
 */
export interface NodeStore {
  get(path: string): Uint8Array | undefined
  set(path: string, node: Uint8Array): void
  delete(path: string): void
}

interface Leaf {
  readonly kind: 'leaf'
  /** Hexadecimal digits of the key below the node. */
  readonly digits: string
  readonly value: Uint8Array
}

interface Extension {
  readonly kind: 'extension'
  readonly digits: string
  readonly child: Reference
}

interface Branch {
  readonly kind: 'branch'
  readonly children: readonly (Reference | undefined)[]
}

type TrieNode = Leaf | Extension | Branch

/** A node inside its parent: read when needed; without `item` once it has changed. */
interface Reference {
  node: TrieNode | undefined
  /** Hash of the node, or the node itself where its RLP is shorter. */
  item: RlpItem | undefined
}

/**
 * A Merkle-Patricia trie (yellow paper, appendix D) over the nodes of its latest version. Keys are
 * 32 bytes as 64 hexadecimal digits, the same length for all, so that no value ends at a branch.
 */
export class Trie {
  readonly #store: NodeStore
  /** Paths of the nodes that the running update has read. */
  readonly #read = new Set<string>()

  constructor(store: NodeStore) {
    this.#store = store
  }

  /** Returns the hash of the root, 32 bytes. */
  root(): Uint8Array {
    const node = this.#store.get('')
    return node ? keccak256(node) : EMPTY_ROOT
  }

  get(key: string): Uint8Array | undefined {
    let reference = this.#rootReference()
    let depth = 0
    while (reference) {
      const node = this.#node(reference, key.slice(0, depth))
      if (node.kind === 'branch') {
        reference = node.children[digitAt(key, depth)]
        depth++
        continue
      }
      if (!key.startsWith(node.digits, depth)) return undefined
      if (node.kind === 'leaf') return node.value
      depth += node.digits.length
      reference = node.child
    }
    return undefined
  }

  /**
   * Sets values, and deletes the keys of undefined or empty ones.
   * @returns the new root
   */
  update(changes: Iterable<readonly [key: string, value: Uint8Array | undefined]>): Uint8Array {
    this.#read.clear()
    let root = this.#rootReference()
    for (const [key, value] of changes)
      root = value?.length ? this.#set(root, key, 0, value) : root && this.#delete(root, key, 0)
    const present = new Set<string>()
    const item = root ? this.#write(root, '', present) : EMPTY_ROOT
    for (const path of this.#read) if (!present.has(path)) this.#store.delete(path)
    return item as Uint8Array
  }

  /**
   * Returns the RLP of the nodes from the root to a key, for `eth_getProof`. Without the key they
   * prove that it is not there.
   */
  prove(key: string): Uint8Array[] {
    const proof: Uint8Array[] = []
    let reference = this.#rootReference()
    let depth = 0
    while (reference) {
      const path = key.slice(0, depth)
      if (reference.item instanceof Uint8Array) {
        const stored = this.#store.get(path)
        if (stored) proof.push(stored)
      }
      const node = this.#node(reference, path)
      if (node.kind === 'leaf') break
      if (node.kind === 'extension' && !key.startsWith(node.digits, depth)) break
      reference = node.kind === 'extension' ? node.child : node.children[digitAt(key, depth)]
      depth += node.kind === 'extension' ? node.digits.length : 1
    }
    return proof
  }

  #rootReference(): Reference | undefined {
    const stored = this.#store.get('')
    return stored && { node: undefined, item: keccak256(stored) }
  }

  #node(reference: Reference, path: string): TrieNode {
    if (reference.node) return reference.node
    const { item } = reference
    if (Array.isArray(item)) reference.node = decode(item)
    else {
      const stored = this.#store.get(path)
      if (!stored)
        throw new Error(
          `internal error: the trie has no node at ${path}: its store is not complete`,
        )
      this.#read.add(path)
      reference.node = decode(itemsIn(stored))
    }
    return reference.node
  }

  #set(reference: Reference | undefined, key: string, depth: number, value: Uint8Array): Reference {
    if (!reference) return changed({ kind: 'leaf', digits: key.slice(depth), value })
    const node = this.#node(reference, key.slice(0, depth))
    if (node.kind === 'branch') {
      const digit = digitAt(key, depth)
      const child = this.#set(node.children[digit], key, depth + 1, value)
      return changed({ kind: 'branch', children: node.children.with(digit, child) })
    }
    const shared = sharedLength(node.digits, key, depth)
    if (shared === node.digits.length) {
      const { digits } = node
      if (node.kind === 'leaf') return changed({ kind: 'leaf', digits, value })
      const child = this.#set(node.child, key, depth + shared, value)
      return changed({ kind: 'extension', digits, child })
    }
    const children = new Array<Reference | undefined>(16).fill(undefined)
    children[digitAt(node.digits, shared)] = shortened(node, shared + 1)
    const own = changed({ kind: 'leaf', digits: key.slice(depth + shared + 1), value })
    children[digitAt(key, depth + shared)] = own
    const branch = changed({ kind: 'branch', children })
    if (shared === 0) return branch
    return changed({ kind: 'extension', digits: node.digits.slice(0, shared), child: branch })
  }

  #delete(reference: Reference, key: string, depth: number): Reference | undefined {
    const node = this.#node(reference, key.slice(0, depth))
    if (node.kind === 'branch') return this.#deleteBelow(reference, node, key, depth)
    if (!key.startsWith(node.digits, depth)) return reference
    if (node.kind === 'leaf') return undefined
    const below = depth + node.digits.length
    const child = this.#delete(node.child, key, below)
    if (child === node.child) return reference
    return child && this.#joined(node.digits, child, key.slice(0, below))
  }

  #deleteBelow(
    reference: Reference,
    node: Branch,
    key: string,
    depth: number,
  ): Reference | undefined {
    const digit = digitAt(key, depth)
    const before = node.children[digit]
    const child = before && this.#delete(before, key, depth + 1)
    if (child === before) return reference
    const children = node.children.with(digit, child)
    const left = children.findIndex((each) => each !== undefined)
    const only = children[left]
    if (!only || children.some((each, index) => each !== undefined && index !== left))
      return changed({ kind: 'branch', children })
    // A branch with one child becomes a part of that child.
    const name = left.toString(16)
    return this.#joined(name, only, key.slice(0, depth) + name)
  }

  /** Puts digits before a node, whose path is given. */
  #joined(digits: string, reference: Reference, path: string): Reference {
    const node = this.#node(reference, path)
    if (node.kind === 'branch') return changed({ kind: 'extension', digits, child: reference })
    return changed({ ...node, digits: digits + node.digits })
  }

  /** Writes what has changed; returns the item that stands in the parent. */
  #write(reference: Reference, path: string, present: Set<string>): RlpItem {
    const { node, item } = reference
    const isStored = path === '' || item instanceof Uint8Array
    if (item !== undefined && isStored) present.add(path)
    // Nodes that were not read have not changed, and neither has anything below.
    if (!node) return item as RlpItem
    const written = this.#itemOf(node, path, present)
    if (item !== undefined) return item
    const encoded = encodeItem(written)
    if (encoded.length < 32 && path !== '') return written
    this.#store.set(path, encoded)
    present.add(path)
    return keccak256(encoded)
  }

  #itemOf(node: TrieNode, path: string, present: Set<string>): RlpItem[] {
    if (node.kind === 'leaf') return [packed(node.digits, 2), node.value]
    if (node.kind === 'extension')
      return [packed(node.digits, 0), this.#write(node.child, path + node.digits, present)]
    const children = node.children.map((child, digit) =>
      child ? this.#write(child, path + hexDigits[digit], present) : nothing,
    )
    return [...children, nothing]
  }
}

const nothing = new Uint8Array()
const hexDigits = '0123456789abcdef'

const changed = (node: TrieNode): Reference => ({ node, item: undefined })

const digitAt = (digits: string, index: number) => hexDigits.indexOf(digits[index] ?? '0')

/** Returns a node below a new branch, without its first digits. */
function shortened(node: Leaf | Extension, count: number): Reference {
  const digits = node.digits.slice(count)
  // The child of an extension without digits stands alone, at the same path as before.
  if (node.kind === 'extension' && digits === '') return node.child
  return changed({ ...node, digits })
}

function sharedLength(digits: string, key: string, depth: number): number {
  let shared = 0
  while (shared < digits.length && digits[shared] === key[depth + shared]) shared++
  return shared
}

/** Packs digits (hex prefix): the first half byte is `flag`, plus 1 for an odd number of digits. */
function packed(digits: string, flag: 0 | 2): Uint8Array {
  const isOdd = digits.length % 2 === 1
  const text = isOdd ? `${flag + 1}${digits}` : `${flag}0${digits}`
  return bytesOf(`0x${text}`)
}

/** Returns the items of a node: its RLP is this trie's own writing, so nothing is checked. */
function itemsIn(stored: Uint8Array): RlpItem[] {
  return itemAt(stored, 0).item as RlpItem[]
}

/** Reads the RLP item at a position, and where the next one begins. */
function itemAt(bytes: Uint8Array, at: number): { item: RlpItem; end: number } {
  const first = bytes[at] as number
  if (first < 0x80) return { item: bytes.subarray(at, at + 1), end: at + 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  let start = at + 1
  let length = short
  if (short > 55) {
    start += short - 55
    length = 0
    for (let place = at + 1; place < start; place++)
      length = 256 * length + (bytes[place] as number)
  }
  const end = start + length
  if (!isList) return { item: bytes.subarray(start, end), end }
  const items: RlpItem[] = []
  for (let next = start; next < end; ) {
    const read = itemAt(bytes, next)
    items.push(read.item)
    next = read.end
  }
  return { item: items, end }
}

function decode(items: RlpItem[]): TrieNode {
  if (items.length === 17) {
    const children = items
      .slice(0, 16)
      .map((item) => (item.length === 0 ? undefined : { node: undefined, item }))
    return { kind: 'branch', children }
  }
  const [path, content] = items as [Uint8Array, RlpItem]
  const text = Buffer.from(path).toString('hex')
  const flag = Number.parseInt(text[0] ?? '0', 16)
  const digits = text.slice(flag % 2 === 1 ? 1 : 2)
  if (flag >= 2) return { kind: 'leaf', digits, value: content as Uint8Array }
  return { kind: 'extension', digits, child: { node: undefined, item: content } }
}
