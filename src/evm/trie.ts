import { keccak256 } from '../formats/keccak.ts'
import {
  type Branch,
  changed,
  decodeNode,
  type Extension,
  emptyBranch,
  encodeExtension,
  encodeLeaf,
  HASH_LENGTH,
  isHash,
  type Leaf,
  type Reference,
  type TrieNode,
} from './trie-nodes.ts'

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

/**
 * A Merkle-Patricia trie (yellow paper, appendix D) over the nodes of its latest version. Keys are
 * 32 bytes as 64 hexadecimal digits, the same length for all, so that no value ends at a branch.
 */
export class Trie {
  readonly #store: NodeStore
  /** Paths of nodes that the running update replaces. */
  readonly #replaced = new Set<string>()

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
        reference = node.child(digitAt(key, depth))
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
    this.#replaced.clear()
    const before = this.#rootReference()
    let root = before
    for (const [key, value] of changes)
      root = value?.length ? this.#set(root, key, 0, value) : root && this.#delete(root, key, 0)
    if (root === before) return this.root()
    const hash = root ? this.#write(root, '') : EMPTY_ROOT
    for (const path of this.#replaced) this.#store.delete(path)
    return hash
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
      if (reference.item && isHash(reference.item)) {
        const stored = this.#store.get(path)
        if (stored) proof.push(stored)
      }
      const node = this.#node(reference, path)
      if (node.kind === 'leaf') break
      if (node.kind === 'extension' && !key.startsWith(node.digits, depth)) break
      reference = node.kind === 'extension' ? node.child : node.child(digitAt(key, depth))
      depth += node.kind === 'extension' ? node.digits.length : 1
    }
    return proof
  }

  #rootReference(): Reference | undefined {
    return this.#store.get('') && { node: undefined, item: rootItem }
  }

  #node(reference: Reference, path: string): TrieNode {
    if (reference.node) return reference.node
    const item = reference.item as Uint8Array
    const encoded = isHash(item) ? this.#store.get(path) : item
    if (!encoded)
      throw new Error(`internal error: the trie has no node at ${path}: its store is not complete`)
    reference.node = decodeNode(encoded)
    return reference.node
  }

  /** Notes that another node, or none, takes the place of one. */
  #replace({ item }: Reference, path: string): void {
    if (item && isHash(item)) this.#replaced.add(path)
  }

  #set(reference: Reference | undefined, key: string, depth: number, value: Uint8Array): Reference {
    if (!reference) return changed({ kind: 'leaf', digits: key.slice(depth), value })
    const path = key.slice(0, depth)
    const node = this.#node(reference, path)
    this.#replace(reference, path)
    if (node.kind === 'branch') {
      const digit = digitAt(key, depth)
      return changed(node.with(digit, this.#set(node.child(digit), key, depth + 1, value)))
    }
    const shared = sharedLength(node.digits, key, depth)
    if (shared === node.digits.length) {
      const { digits } = node
      if (node.kind === 'leaf') return changed({ kind: 'leaf', digits, value })
      const child = this.#set(node.child, key, depth + shared, value)
      return changed({ kind: 'extension', digits, child })
    }
    const own = changed({ kind: 'leaf', digits: key.slice(depth + shared + 1), value })
    const branch = changed(
      emptyBranch
        .with(digitAt(node.digits, shared), shortened(node, shared + 1))
        .with(digitAt(key, depth + shared), own),
    )
    if (shared === 0) return branch
    return changed({ kind: 'extension', digits: node.digits.slice(0, shared), child: branch })
  }

  #delete(reference: Reference, key: string, depth: number): Reference | undefined {
    const path = key.slice(0, depth)
    const node = this.#node(reference, path)
    if (node.kind === 'branch') return this.#deleteBelow(reference, node, key, depth)
    if (!key.startsWith(node.digits, depth)) return reference
    const below = depth + node.digits.length
    const child = node.kind === 'leaf' ? undefined : this.#delete(node.child, key, below)
    if (node.kind === 'extension' && child === node.child) return reference
    this.#replace(reference, path)
    return child && this.#joined(node.digits, child, key.slice(0, below))
  }

  #deleteBelow(
    reference: Reference,
    node: Branch,
    key: string,
    depth: number,
  ): Reference | undefined {
    const path = key.slice(0, depth)
    const digit = digitAt(key, depth)
    const before = node.child(digit)
    const child = before && this.#delete(before, key, depth + 1)
    if (child === before) return reference
    this.#replace(reference, path)
    const branch = node.with(digit, child)
    const left = [...hexDigits].filter((_, each) => branch.child(each))
    const [name] = left
    if (name === undefined || left.length > 1) return changed(branch)
    // A branch with one child becomes a part of that child.
    return this.#joined(name, branch.child(digitAt(name, 0)) as Reference, path + name)
  }

  /** Puts digits before a node, whose path is given. */
  #joined(digits: string, reference: Reference, path: string): Reference {
    const node = this.#node(reference, path)
    if (node.kind === 'branch') return changed({ kind: 'extension', digits, child: reference })
    this.#replace(reference, path)
    const joined = digits + node.digits
    if (node.kind === 'leaf') return changed({ kind: 'leaf', digits: joined, value: node.value })
    return changed({ kind: 'extension', digits: joined, child: node.child })
  }

  /** Writes what has changed; returns the item that stands in the parent. */
  #write({ node, item }: Reference, path: string): Uint8Array {
    if (item) return item
    const encoded = this.#encoded(node as TrieNode, path)
    if (encoded.length < HASH_LENGTH && path !== '') return encoded
    this.#store.set(path, encoded)
    this.#replaced.delete(path)
    return keccak256(encoded)
  }

  #encoded(node: TrieNode, path: string): Uint8Array {
    if (node.kind === 'leaf') return encodeLeaf(node)
    if (node.kind === 'branch')
      return node.encode((child, digit) => this.#write(child, path + hexDigits[digit]))
    return encodeExtension(node.digits, this.#write(node.child, path + node.digits))
  }
}

/** Stands for the hash of the root: nothing contains it. */
const rootItem = new Uint8Array(HASH_LENGTH)

const hexDigits = '0123456789abcdef'

const digitAt = (digits: string, index: number) => hexDigits.indexOf(digits[index] ?? '0')

/** Returns a node below a new branch, without its first digits. */
function shortened(node: Leaf | Extension, count: number): Reference {
  const digits = node.digits.slice(count)
  if (node.kind === 'leaf') return changed({ kind: 'leaf', digits, value: node.value })
  // The child of an extension without digits stands alone, at the same path as before.
  if (digits === '') return node.child
  return changed({ kind: 'extension', digits, child: node.child })
}

function sharedLength(digits: string, key: string, depth: number): number {
  let shared = 0
  while (shared < digits.length && digits[shared] === key[depth + shared]) shared++
  return shared
}
