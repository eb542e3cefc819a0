import { rlpBytes } from '../formats/evm/rlp-writer.ts'
import { keccak256 } from '../formats/keccak.ts'
import { wordOf } from '../formats/words.ts'
import { type AccountChange, type AccountRecord, bytesOf } from './state.ts'
import { type NodeStore, Trie } from './trie.ts'

/** Nodes of all tries of a chain. */
export interface TrieNodes {
  /** Returns the nodes of the accounts' trie for '', else of the storage of an address. */
  of(owner: string): NodeStore
  /** Deletes all nodes of the storage of an address. */
  clear(owner: string): void
}

/** Fields of an account in the trie: five on the C-chain, where `isMultiCoin` is the last. */
export type AccountFields = 4 | 5

/** Accounts and storage of a chain as tries: roots and proofs of the latest state. */
export class StateTrie {
  readonly #nodes: TrieNodes
  readonly #fields: AccountFields

  constructor(nodes: TrieNodes, fields: AccountFields) {
    this.#nodes = nodes
    this.#fields = fields
  }

  root(): Uint8Array {
    return new Trie(this.#nodes.of('')).root()
  }

  storageRoot(address: string): Uint8Array {
    return new Trie(this.#nodes.of(address)).root()
  }

  /**
   * Applies the changes of a block.
   * @returns the new root of the state
   */
  update(changes: readonly AccountChange[]): Uint8Array {
    const accounts = new Map<string, Uint8Array | undefined>()
    for (const { address, after, clearsStorage, storage } of changes) {
      if (clearsStorage || !after) this.#nodes.clear(address)
      const root =
        after && storage.length > 0
          ? new Trie(this.#nodes.of(address)).update(
              storage.map(({ slot, after: value }) => [slotKey(slot), encodedSlot(value)] as const),
            )
          : this.storageRoot(address)
      accounts.set(addressKey(address), after && this.#encoded(after, root))
    }
    return new Trie(this.#nodes.of('')).update(accounts)
  }

  /** Returns the nodes that prove an account, or that there is none. */
  proveAccount(address: string): Uint8Array[] {
    return new Trie(this.#nodes.of('')).prove(addressKey(address))
  }

  /** Returns the nodes that prove a slot of an account, or that it is 0. */
  proveSlot(address: string, slot: bigint): Uint8Array[] {
    return new Trie(this.#nodes.of(address)).prove(slotKey(slot))
  }

  #encoded(account: AccountRecord, root: Uint8Array): Uint8Array {
    return rlpBytes((writer) => {
      const start = writer.open()
      writer.integer(account.nonce)
      writer.integer(account.balance)
      writer.string(root)
      writer.string(bytesOf(account.codeHash))
      if (this.#fields === 5) writer.integer(account.isMultiCoin ? 1n : 0n)
      writer.close(start)
    })
  }
}

const digitsOf = (bytes: Uint8Array) => Buffer.from(keccak256(bytes)).toString('hex')
const addressKey = (address: string) => digitsOf(bytesOf(address))
const slotKey = (slot: bigint) => digitsOf(wordOf(slot))

/** Returns the RLP of a slot's value; undefined for 0, which is not stored. */
const encodedSlot = (value: bigint) =>
  value === 0n ? undefined : rlpBytes((writer) => writer.integer(value))

/** Tries in memory. */
export function nodesInMemory(): TrieNodes {
  const owners = new Map<string, Map<string, Uint8Array>>()
  return {
    of(owner) {
      let nodes = owners.get(owner)
      if (!nodes) {
        nodes = new Map()
        owners.set(owner, nodes)
      }
      return nodes
    },
    clear(owner) {
      owners.delete(owner)
    },
  }
}
