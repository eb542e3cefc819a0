import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { Ledger } from './ledger.ts'

/** Native balances (wei) and nonces of the accounts of one chain, by EIP-55 text. */
export class Accounts {
  readonly #store: WorldStore
  readonly #chainId: string
  readonly #balances: Ledger
  readonly #nonces: Ledger

  constructor(store: WorldStore, chainId: string) {
    this.#store = store
    this.#chainId = chainId
    this.#balances = new Ledger((address) =>
      BigInt(store.get(selectBalance, { chainId, address })?.balance ?? 0),
    )
    this.#nonces = new Ledger((address) =>
      BigInt(store.get(selectNonce, { chainId, address })?.nonce ?? 0),
    )
  }

  balanceOf(account: string): bigint {
    return this.#balances.of(account)
  }

  /** Returns the nonce of the account's next transaction. */
  nonceOf(account: string): bigint {
    return this.#nonces.of(account)
  }

  useNonce(account: string): void {
    this.#nonces.add(account, 1n)
  }

  /**
   * Adds to a balance.
   * @throws when the balance would fall below zero: the caller must check first
   */
  add(account: string, wei: bigint): void {
    this.#balances.add(account, wei)
  }

  move(from: string, to: string, wei: bigint): void {
    this.#balances.move(from, to, wei)
  }

  /** Writes the changes of a block. */
  flush(blockNumber: number): void {
    const chain_id = this.#chainId
    for (const { account, after } of this.#balances.takeChanges())
      this.#store.insert('evm_balance', {
        chain_id,
        address: account,
        block_number: blockNumber,
        balance: after,
      })
    for (const { account, after } of this.#nonces.takeChanges())
      this.#store.insert('evm_account', {
        chain_id,
        address: account,
        block_number: blockNumber,
        nonce: Number(after),
        code_hash: null,
        is_multi_coin: 0,
      })
  }
}

const selectBalance = statement<{ chainId: string; address: string }, { balance: string }>(`
  SELECT balance FROM evm_balance
  WHERE chain_id = :chainId AND address = :address
  ORDER BY block_number DESC LIMIT 1`)

const selectNonce = statement<{ chainId: string; address: string }, { nonce: number }>(
  `SELECT nonce FROM evm_account WHERE chain_id = :chainId AND address = :address
   ORDER BY block_number DESC LIMIT 1`,
)
