import type { Action, ActionResult } from '../../../schemas/control/actions/index.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** A verified transaction of an EVM chain whose nonce is not the next one of its sender. */
export interface PooledTransaction {
  readonly network: Network
  /** Decimal EVM chain id. */
  readonly chainId: string
  /** `C`, or the EVM chain id of an L1: the name of the chain in actions. */
  readonly chain: string
  /** EIP-55. */
  readonly sender: string
  readonly nonce: bigint
  /** 0x and lower-case hex. */
  readonly hash: string
  /** Signed bytes, 0x and hex. */
  readonly bytes: string
  /** Wei for a unit of gas. */
  readonly feeCap: bigint
  /** Wei for a unit of gas. */
  readonly tipCap: bigint
}

/** Side of a world that a pool needs. */
export interface PoolWorld extends Pick<World, 'get'> {
  act(actions: readonly Action[]): Promise<readonly ActionResult[]>
}

/** Maximum number of transactions of an account (geth: AccountQueue). */
const maxOfAccount = 64
/** Maximum of all, in slots of 32 KiB, so that long transactions fill it too (geth: GlobalQueue). */
const maxSlots = 1024
const slotBytes = 32 * 1024

/**
 * Transactions of EVM chains that wait for a lower nonce of their sender. They are no part of the
 * world: the log, snapshots and exports hold accepted transactions alone.
 */
export class TransactionPool {
  readonly #world: PoolWorld
  /** Transactions by nonce, by account. */
  readonly #accounts = new Map<string, Map<bigint, PooledTransaction>>()
  readonly #byHash = new Map<string, PooledTransaction>()
  #slots = 0
  #lastIssue: Promise<void> = Promise.resolve()

  constructor(world: PoolWorld) {
    this.#world = world
  }

  /** Returns a waiting transaction of a chain by its hash. */
  find(chainId: string, hash: string): PooledTransaction | undefined {
    const found = this.#byHash.get(hash)
    return found?.chainId === chainId ? found : undefined
  }

  /**
   * Adds a transaction, or replaces the one of the same nonce for at least 10 percent more.
   * @returns the node's text of a refusal
   */
  add(transaction: PooledTransaction): string | undefined {
    const { chainId, hash, nonce } = transaction
    if (this.find(chainId, hash)) return 'already known'
    const account = this.#accounts.get(accountOf(transaction)) ?? new Map()
    const replaced = account.get(nonce)
    if (replaced && !isHigher(transaction, replaced)) return 'replacement transaction underpriced'
    const slots = this.#slots + slotsOf(transaction) - (replaced ? slotsOf(replaced) : 0)
    if (slots > maxSlots || (!replaced && account.size >= maxOfAccount)) return 'txpool is full'
    if (replaced) this.#byHash.delete(replaced.hash)
    this.#slots = slots
    account.set(nonce, transaction)
    this.#accounts.set(accountOf(transaction), account)
    this.#byHash.set(hash, transaction)
    return undefined
  }

  /**
   * Issues the transactions whose nonce has become the next one, with those that follow. The promise
   * settles when no transaction is ready. A refused transaction leaves the pool.
   */
  issueReady(): Promise<void> {
    if (this.#byHash.size === 0) return this.#lastIssue
    // In order, so that each call sees the nonces that the call before has used.
    this.#lastIssue = this.#lastIssue.then(() => this.#issueAllReady())
    return this.#lastIssue
  }

  /** Removes all transactions. */
  reset(): void {
    this.#accounts.clear()
    this.#byHash.clear()
    this.#slots = 0
  }

  async #issueAllReady(): Promise<void> {
    for (;;) {
      const ready = this.#nextReady()
      if (!ready) return
      try {
        await this.#world.act(ready.map(toAction))
        for (const each of ready) this.#remove(each)
      } catch (error) {
        const refused = ready[refusedIndex(error) ?? Number.NaN]
        // A full disk or a closed world: the next change of the world tries again.
        if (!refused) return
        this.#remove(refused)
      }
    }
  }

  /** Returns the transactions of one account that are ready, in the order of their nonces. */
  #nextReady(): readonly PooledTransaction[] | undefined {
    for (const account of this.#accounts.values()) {
      const [first] = account.values()
      if (!first) continue
      let next = BigInt(this.#world.get(selectNonce, addressOf(first))?.nonce ?? 0)
      for (const each of account.values()) if (each.nonce < next) this.#remove(each)
      const ready: PooledTransaction[] = []
      for (let each = account.get(next); each; each = account.get(++next)) ready.push(each)
      if (ready.length > 0) return ready
    }
    return undefined
  }

  #remove(transaction: PooledTransaction): void {
    const { hash, nonce } = transaction
    const key = accountOf(transaction)
    const account = this.#accounts.get(key)
    // A reset, or a replacement, may have come before.
    if (!this.#byHash.delete(hash)) return
    this.#slots -= slotsOf(transaction)
    account?.delete(nonce)
    if (account?.size === 0) this.#accounts.delete(key)
  }
}

const slotsOf = ({ bytes }: PooledTransaction): number =>
  Math.ceil((bytes.length / 2 - 1) / slotBytes)

const addressOf = ({ chainId, sender }: PooledTransaction) => ({ chainId, sender })

const accountOf = ({ chainId, sender }: PooledTransaction): string => `${chainId} ${sender}`

/** Tells whether a transaction pays at least 10 percent more than another one. */
const isHigher = (next: PooledTransaction, before: PooledTransaction): boolean =>
  next.feeCap > before.feeCap &&
  next.tipCap > before.tipCap &&
  next.feeCap >= (before.feeCap * 110n) / 100n &&
  next.tipCap >= (before.tipCap * 110n) / 100n

const toAction = ({ network, chain, bytes }: PooledTransaction): Action => ({
  ...{ do: 'issue', network, chain, bytes },
})

/** Returns the index of the refused action; undefined for any other error. */
const refusedIndex = (error: unknown): number | undefined =>
  error instanceof Error &&
  'refusal' in error &&
  'index' in error &&
  typeof error.index === 'number'
    ? error.index
    : undefined

const selectNonce = statement<{ chainId: string; sender: string }, { nonce: number }>(
  `SELECT nonce FROM evm_account WHERE chain_id = :chainId AND address = :sender
   ORDER BY block_number DESC LIMIT 1`,
)
