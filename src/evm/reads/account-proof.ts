import type { Rules } from '../forks.ts'
import { contractSlot } from '../journal.ts'
import { type AccountRecord, noAccount, type StateReader } from '../state.ts'
import type { StateTrie } from '../state-trie.ts'

/** Proof of an account and some of its slots by the nodes of the latest state's tries. */
export interface AccountProof {
  readonly account: AccountRecord
  /** RLP of the nodes from the root of the state; without the account they prove its absence. */
  readonly accountProof: readonly Uint8Array[]
  readonly storageRoot: Uint8Array
  /** In the order of the keys. */
  readonly slots: readonly { readonly value: bigint; readonly proof: readonly Uint8Array[] }[]
}

/** Proves an account; keys are those that contracts use, before the C-chain normalizes them. */
export function proveAccount(
  { trie, state, rules }: { trie: StateTrie; state: StateReader; rules: Rules },
  address: string,
  keys: readonly bigint[],
): AccountProof {
  return {
    account: state.account(address) ?? noAccount,
    accountProof: trie.proveAccount(address),
    storageRoot: trie.storageRoot(address),
    slots: keys.map((key) => {
      const slot = contractSlot(rules, key)
      return { value: state.storage(address, slot), proof: trie.proveSlot(address, slot) }
    }),
  }
}
