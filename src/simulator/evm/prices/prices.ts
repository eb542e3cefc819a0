import { stateSlot } from '../../../store/simulator-state.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'

/** US dollar prices of the tokens of one chain. */
export interface Prices {
  /**
   * Sets the price of a token from a time on, epoch seconds; null ends its price.
   * @param contract EIP-55 text, or '' for the chain's own token
   */
  set(contract: string, usd: string | null, since: number): void
  /** Returns the latest price of a token, decimal text. */
  of(contract: string): string | undefined
  /**
   * Returns the price of a token before a time, epoch seconds; a contract in a block of that time
   * sees this price.
   */
  before(contract: string, time: number): string | undefined
  /** Keeps background traffic from changing the price of a token. */
  track(contract: string): void
  /** Returns whether background traffic leaves the price of a token unchanged. */
  isPersistent(contract: string): boolean
}

/** Start time of a price of the initial state. */
export const always = 0

/** Returns the prices of a chain. All of them are set here: the latest ones are remembered. */
export function pricesOf(store: WorldStore, chainId: string): Prices {
  const state = stateSlot<true>(store, `${chainId} kept prices`)
  /** Latest prices of tokens, '' for none. */
  const latest = new Map<string, string>()
  const readLatest = (contract: string) => {
    const usd = store.get(selectLast, { chainId, contract })?.usd ?? ''
    latest.set(contract, usd)
    return usd
  }
  return {
    set(contract, price, since) {
      const usd = price ?? ''
      latest.delete(contract)
      const key = { chain_id: chainId, contract, since }
      if (store.get(selectSince, { chainId, contract, since }))
        store.update('token_price', key, { usd })
      else store.insert('token_price', { ...key, usd })
    },
    of: (contract) => (latest.get(contract) ?? readLatest(contract)) || undefined,
    before: (contract, time) =>
      store.get(selectBefore, { chainId, contract, time })?.usd || undefined,
    track: (contract) => state.set(contract, true),
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
