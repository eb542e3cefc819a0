import { pricesAreNumbers } from '../../../schemas/common-shapes.ts'
import type { LivePrice } from '../../../schemas/data/live-evm.ts'
import type { CurrencyCode } from '../../../schemas/scalars.ts'
import type { Dialect } from '../../http/request/dialect.ts'
import { statement } from '../../store/statement.ts'
import { type Decimal, decimal, decimalText, product, rounded } from '../../util/decimal.ts'
import type { World } from '../../world/world.ts'

/** Builds a price in the form of the dialect; `value` is decimal text. */
export const toPrice = (
  dialect: Dialect,
  currencyCode: CurrencyCode,
  value: string,
): LivePrice => ({
  currencyCode,
  value: pricesAreNumbers.in(dialect) ? Number(value) : value,
})

/** Returns a price in US dollars, or nothing if none is known. */
export const usdPrice = (dialect: Dialect, usd: string | null): { price?: LivePrice } =>
  usd === null ? {} : { price: toPrice(dialect, 'usd', usd) }

/**
 * Converts US dollars to another currency, exactly; undefined if the world's table has no rate.
 * G-41
 */
function convertUsd(world: World, usd: string, currency: CurrencyCode): Decimal | undefined {
  const rate = world.get(selectRate, { currency })
  return rate && product(decimal(usd), decimal(rate.per_usd))
}

const selectRate = statement<{ currency: string }, { per_usd: string }>(`
  SELECT per_usd
  FROM currency_rate
  WHERE currency = :currency`)

/** Returns the current price of a chain's native token, or nothing if none is known. */
export function nativePrice(
  world: World,
  chainId: string,
  currency: CurrencyCode,
  dialect: Dialect,
): LivePrice | undefined {
  const usd = nativeUsd(world, chainId)
  const price = usd === undefined ? undefined : convertUsd(world, usd, currency)
  return price && toPrice(dialect, currency, decimalText(price))
}

/** Returns the price in US dollars of one whole native token, decimal text. */
export const nativeUsd = (world: World, chainId: string): string | undefined =>
  world.get(selectPrice, { chainId })?.usd ?? undefined

const selectPrice = statement<{ chainId: string }, { usd: string | null }>(`
  SELECT NULLIF(usd, '') AS usd
  FROM token_price
  WHERE chain_id = :chainId AND contract = ''
  ORDER BY since DESC
  LIMIT 1`)

/** Decimal places of a converted price. G-41 */
const worthPlaces = 8

/** Amount of a token: its smallest units, decimal text, and the price of a whole one. */
interface Priced {
  readonly balance: string
  readonly decimals: number
  /** US dollars, decimal text; absent if no price is known. */
  readonly usd: string | null | undefined
}

/** Returns the worth of an amount of a token; nothing without a price or a rate. */
export function worthOf(
  world: World,
  { balance, decimals, usd }: Priced,
  currency: CurrencyCode,
  dialect: Dialect,
): { price?: LivePrice; balanceValue?: LivePrice } {
  const price = usd ? convertUsd(world, usd, currency) : undefined
  if (!price) return {}
  const value = rounded(product({ digits: BigInt(balance), places: decimals }, price), worthPlaces)
  return {
    price: toPrice(dialect, currency, decimalText(price)),
    balanceValue: toPrice(dialect, currency, decimalText(value)),
  }
}
