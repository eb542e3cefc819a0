import { stateSlot } from '../../store/simulator-state.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'

/** US dollars for tokens of one chain. */
export interface Prices {
  /**
   * Sets what a token costs from a time on, epoch seconds; null ends its price.
   * @param contract EIP-55 text, or '' for the chain's own token
   */
  set(contract: string, usd: string | null, since: number): void
  /** What a token costs at last, decimal text. */
  of(contract: string): string | undefined
  /** What a token cost before a time, epoch seconds: what a contract of a block of that time knows. */
  before(contract: string, time: number): string | undefined
  /** Keeps background traffic from moving the price of a token. */
  keep(contract: string): void
  /** Whether background traffic leaves the price of a token alone. */
  isPersistent(contract: string): boolean
}

/** A price that was always there. */
export const always = 0

/** The prices of a chain. */
export function pricesOf(store: WorldStore, chainId: string): Prices {
  const state = stateSlot<true>(store, `${chainId} kept prices`)
  return {
    set(contract, price, since) {
      const usd = price ?? ''
      const key = { chain_id: chainId, contract, since }
      if (store.get(selectSince, { chainId, contract, since }))
        store.update('token_price', key, { usd })
      else store.insert('token_price', { ...key, usd })
    },
    of: (contract) => store.get(selectLast, { chainId, contract })?.usd || undefined,
    before: (contract, time) =>
      store.get(selectBefore, { chainId, contract, time })?.usd || undefined,
    keep: (contract) => state.set(contract, true),
    isPersistent: (contract) => state.get(contract) === true,
  }
}

const selectSince = statement<
  { chainId: string; contract: string; since: number },
  { usd: string }
>(
  `SELECT usd FROM token_price
   WHERE chain_id = :chainId AND contract = :contract AND since = :since`,
)

const selectLast = statement<{ chainId: string; contract: string }, { usd: string }>(
  `SELECT usd FROM token_price
   WHERE chain_id = :chainId AND contract = :contract ORDER BY since DESC LIMIT 1`,
)

const selectBefore = statement<
  { chainId: string; contract: string; time: number },
  { usd: string }
>(
  `SELECT usd FROM token_price
   WHERE chain_id = :chainId AND contract = :contract AND since < :time
   ORDER BY since DESC LIMIT 1`,
)
