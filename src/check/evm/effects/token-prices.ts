import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { CheckedWorld } from '../../rule.ts'

/** Price of a token of a chain. */
export interface Rate {
  /** US dollars for one of the smallest units: dividend / divisor. */
  readonly dividend: bigint
  readonly divisor: bigint
}

/**
 * Returns the rates of the tokens of a world just before a time, epoch seconds. A token without a
 * price costs a dollar.
 */
export function ratesOf(world: CheckedWorld) {
  const prices = groupBy(world.all(selectPrices, {}), ({ chain_id, contract }) =>
    keyOf(chain_id, contract),
  )
  return (chainId: string, token: string, decimals: number, time: bigint): Rate => {
    const rows = prices.get(keyOf(chainId, token)) ?? []
    const usd = rows.findLast(({ since }) => BigInt(since) < time)?.usd
    const [whole = '0', fraction = ''] = (usd || '1').split('.')
    const digits = BigInt(whole + fraction)
    if (digits === 0n) return { dividend: 1n, divisor: 10n ** BigInt(decimals) }
    return { dividend: digits, divisor: 10n ** BigInt(fraction.length + decimals) }
  }
}

const keyOf = (chainId: string, contract: string) => `${chainId} ${contract.toLowerCase()}`

const selectPrices = statement<
  Record<string, never>,
  { chain_id: string; contract: string; since: number; usd: string }
>('SELECT chain_id, contract, since, usd FROM token_price ORDER BY since')
