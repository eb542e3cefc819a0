import type { ContractDefinition, EvmChainDefinition } from '../../../../schemas/definition/evm.ts'
import { daySeconds } from '../../../time/time-units.ts'
import type { NetworkSetup } from '../../setup.ts'
import type { Actors } from '../actions/actors.ts'
import { type MovingToken, priceOn } from './price-walk.ts'
import { pricedAsNative } from './priced-as-native.ts'

/** Prices of a chain that background traffic changes. */
export interface MovingPrices {
  /**
   * Returns the first time later than this one at which they change, epoch seconds; infinite:
   * never.
   */
  nextAfter(time: number): number
  /** Writes the token prices from this time on. */
  move(time: number): void
}

/** Days before the definition's now with a price each; older prices have a row per month only. */
const dailyUntilNow = 30
const monthDays = 30

/**
 * Returns the declared prices that swing, changing at the start of a day. A price set by an action
 * stays. A wrapped native token has the price of its chain's own token.
 */
export function movingPrices(
  { definition, now, pace, size, streams }: NetworkSetup,
  { chainId, firstBlock, token: native }: EvmChainDefinition,
  { contracts, slotOf, prices }: Actors,
): MovingPrices {
  const moved = slotOf<number>('moved prices')
  const start = Date.parse(firstBlock) / 1000
  // Day that ends with now, or that contains now: the declared price holds until its end.
  const today = Math.floor((now - 1) / daySeconds)
  const hasHistory = size !== 'empty'
  const byName = new Map(
    definition.contracts
      .filter((contract) => contract.chainId === chainId)
      .flatMap((contract) => {
        const moving = movingToken(contract)
        return moving ? [[contract.name, moving] as const] : []
      }),
  )
  const coin = movingToken(native)
  const isStill = coin === undefined && byName.size === 0

  return {
    nextAfter(after) {
      if (isStill) return Number.POSITIVE_INFINITY
      const time = Math.max(after, start, moved.get('') ?? 0)
      const next = nextMove(hasHistory ? time : Math.max(time, now), today)
      return next < now || pace() > 0 ? next : Number.POSITIVE_INFINITY
    },
    move(time) {
      const day = Math.floor(time / daySeconds)
      const priceToday = (token: MovingToken) => priceOn(streams, token, day, today)
      const set = (contract: string, token: MovingToken) => {
        if (!prices.isPersistent(contract)) prices.set(contract, priceToday(token), time)
      }
      if (coin) for (const contract of pricedAsNative(contracts)) set(contract, coin)
      for (const { name, text } of contracts.ofType('ERC-20')) {
        const token = byName.get(name)
        if (token) set(text, token)
      }
      moved.set('', time)
    },
  }
}

/** Returns the start of the next day, or of the next month for older days, epoch seconds. */
function nextMove(time: number, today: number): number {
  const tomorrow = Math.floor(time / daySeconds) + 1
  const nextMonth = Math.ceil(tomorrow / monthDays) * monthDays
  return Math.min(nextMonth, Math.max(tomorrow, today - dailyUntilNow)) * daySeconds
}

const movingToken = ({
  symbol,
  usd,
  usdSwing,
}: Pick<ContractDefinition, 'symbol' | 'usd' | 'usdSwing'>): MovingToken | undefined =>
  symbol !== undefined && usd !== undefined && usdSwing !== undefined
    ? { symbol, usd, swing: usdSwing }
    : undefined
