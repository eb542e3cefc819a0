import type { TrieNodes } from '../../../evm/state-trie.ts'
import type { NodeStore } from '../../../evm/trie.ts'
import { selectTrieNode } from '../../../store/evm-state.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'

/** Nodes in memory after which all are read again. */
const maxNodes = 200_000

/** Nodes of one trie: what was read or set, and what the rows have where that differs. */
interface Owner {
  readonly nodes: Map<string, Uint8Array | undefined>
  readonly stored: Map<string, Uint8Array | undefined>
  readonly access: NodeStore
}

/**
 * Trie nodes of a chain, read on demand. No reader sees those of a state before the end of a commit,
 * and every block changes the root: so they are not written block by block.
 */
export class TrieNodeRows implements TrieNodes {
  readonly #store: WorldStore
  readonly #chainId: string
  readonly #owners = new Map<string, Owner>()
  readonly #changed = new Set<string>()
  #unwritten = 0
  #count = 0

  constructor(store: WorldStore, chainId: string) {
    this.#store = store
    this.#chainId = chainId
  }

  /** Number of nodes that the rows lack. */
  get unwritten(): number {
    return this.#unwritten
  }

  of(owner: string): NodeStore {
    return this.#owner(owner).access
  }

  clear(owner: string): void {
    const { access } = this.#owner(owner)
    const rows = this.#store.all(selectPaths, { chainId: this.#chainId, owner })
    const { nodes } = this.#owner(owner)
    for (const path of new Set([...rows.map(({ path }) => path), ...nodes.keys()]))
      access.delete(path)
  }

  /** Writes the nodes that changed. */
  flush(): void {
    const chain_id = this.#chainId
    for (const owner of this.#changed) {
      const { nodes, stored } = this.#owner(owner)
      for (const [path, before] of stored) {
        const node = nodes.get(path)
        const key = { chain_id, owner, path }
        if (!node) {
          if (before) this.#store.remove('evm_trie_node', key)
        } else if (before) this.#store.update('evm_trie_node', key, { node })
        else this.#store.insert('evm_trie_node', { ...key, node })
      }
      stored.clear()
    }
    this.#changed.clear()
    this.#unwritten = 0
    if (this.#count <= maxNodes) return
    this.#owners.clear()
    this.#count = 0
  }

  #owner(owner: string): Owner {
    const known = this.#owners.get(owner)
    if (known) return known
    const nodes = new Map<string, Uint8Array | undefined>()
    const stored = new Map<string, Uint8Array | undefined>()
    const get = (path: string): Uint8Array | undefined => {
      const known = nodes.get(path)
      if (known || nodes.has(path)) return known
      const node = this.#store.get(selectTrieNode, { chainId: this.#chainId, owner, path })?.node
      nodes.set(path, node)
      this.#count++
      return node
    }
    const change = (path: string, node: Uint8Array | undefined) => {
      const before = get(path)
      if (!stored.has(path)) {
        stored.set(path, before)
        this.#unwritten++
      }
      nodes.set(path, node)
      this.#changed.add(owner)
    }
    const access: NodeStore = { get, set: change, delete: (path) => change(path, undefined) }
    const made = { nodes, stored, access }
    this.#owners.set(owner, made)
    this.#count++
    return made
  }
}

const selectPaths = statement<{ chainId: string; owner: string }, { path: string }>(
  'SELECT path FROM evm_trie_node WHERE chain_id = :chainId AND owner = :owner',
)
