import { pricesAreNumbers } from '../../../schemas/common-shapes.ts'
import type { LivePrice } from '../../../schemas/data/live-evm.ts'
import type { CurrencyCode } from '../../../schemas/scalars.ts'
import type { Dialect } from '../../http/request/dialect.ts'
import { statement } from '../../store/statement.ts'
import { type Decimal, decimal, decimalText, product, rounded } from '../../util/decimal.ts'
import type { World } from '../../world/world.ts'

/** A worth as the dialect writes it; `value` is decimal text. */
export const toPrice = (
  dialect: Dialect,
  currencyCode: CurrencyCode,
  value: string,
): LivePrice => ({
  currencyCode,
  value: pricesAreNumbers.in(dialect) ? Number(value) : value,
})

/** A worth in US dollars, or nothing where none is known. */
export const usdPrice = (dialect: Dialect, usd: string | null): { price?: LivePrice } =>
  usd === null ? {} : { price: toPrice(dialect, 'usd', usd) }

/** US dollars in another currency, exact, or nothing where the world's table has no rate. G-41 */
export function convertUsd(world: World, usd: string, currency: CurrencyCode): Decimal | undefined {
  const rate = world.get(selectRate, { currency })
  return rate && product(decimal(usd), decimal(rate.per_usd))
}

const selectRate = statement<{ currency: string }, { per_usd: string }>(`
  SELECT per_usd
  FROM currency_rate
  WHERE currency = :currency`)

/** The price of a chain's own token now, or nothing where none is known. */
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

/** US dollars for one whole token of a chain's own, decimal text. */
export const nativeUsd = (world: World, chainId: string): string | undefined =>
  world.get(selectPrice, { chainId })?.usd ?? undefined

const selectPrice = statement<{ chainId: string }, { usd: string | null }>(`
  SELECT NULLIF(usd, '') AS usd
  FROM token_price
  WHERE chain_id = :chainId AND contract = ''
  ORDER BY since DESC
  LIMIT 1`)

/** Decimal places of a worth. G-41 */
const worthPlaces = 8

/** An amount of a token: its smallest units, decimal text, and the price of a whole one. */
interface Priced {
  readonly balance: string
  readonly decimals: number
  /** US dollars, decimal text; absent where no price is known. */
  readonly usd: string | null | undefined
}

/** What an amount of a token is worth; nothing without a price or a rate. */
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
