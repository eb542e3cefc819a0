import { type Decimal, decimal, product } from '../../../util/decimal.ts'
import type { Random } from '../../random.ts'
import type { Contract } from '../contracts/contract-book.ts'

/** Allowance that is never used up (as in OpenZeppelin's ERC20.sol). */
export const unlimited = 2n ** 256n - 1n

/** Token prices: US dollars by EIP-55 text, decimal text. */
export type TokenPrices = (contract: string) => string | undefined

/** Returns the exact value of a token amount in US dollars. A token without a price costs one. */
export const worthOf = (prices: TokenPrices, token: Contract, units: bigint): Decimal =>
  product({ digits: units, places: token.decimals ?? 0 }, dollarsOf(prices, token))

/** Returns the amount of a token for a value in US dollars: whole units, rounded down. */
export function unitsWorth(prices: TokenPrices, token: Contract, worth: Decimal): bigint {
  const price = dollarsOf(prices, token)
  const digits = worth.digits * 10n ** BigInt((token.decimals ?? 0) + price.places)
  return digits / (price.digits * 10n ** BigInt(worth.places))
}

/** Decimals of a rate beyond those of any token and price. */
const ratePlaces = 54n

/** Returns the worth of a token's smallest unit as a whole number: only ratios of these count. */
export function rateOf(prices: TokenPrices, token: Contract): bigint {
  const { digits, places } = dollarsOf(prices, token)
  return (digits * 10n ** ratePlaces) / 10n ** BigInt((token.decimals ?? 0) + places)
}

function dollarsOf(prices: TokenPrices, { text }: Contract): Decimal {
  const price = decimal(prices(text) ?? '1')
  return price.digits === 0n ? decimal('1') : price
}

/** Minimum of {@link backgroundWorth} in cents. */
const min = 500

/**
 * Draws the value of a background transfer: 5 to 29,000 US dollars, most often some hundred, with
 * an approximately log-normal distribution. It uses whole numbers only, so that all machines draw
 * the same.
 */
export function backgroundWorth(random: Random): Decimal {
  const halfOctaves = random.int(0, 8) + random.int(0, 8) + random.int(0, 8)
  const doubled = min * 2 ** Math.floor(halfOctaves / 2)
  // Half an octave more is a factor of 1.41; values in between are distributed evenly.
  const percent = halfOctaves % 2 === 0 ? random.int(100, 141) : random.int(141, 200)
  return { digits: BigInt(Math.floor((doubled * percent) / 100)), places: 2 }
}

/** Rounds to an amount as people type it: five digits, then zeros. */
export function roundUnits(units: bigint): bigint {
  const zeros = Math.max(0, String(units).length - 5)
  const step = 10n ** BigInt(zeros)
  return units - (units % step)
}
