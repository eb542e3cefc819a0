import type { LivePrice } from '../../../schemas/data/live-evm.ts'
import type { CurrencyCode } from '../../../schemas/scalars.ts'
import { pricesAreNumbers } from '../../../schemas/shared.ts'
import type { Dialect } from '../../http/dialect.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { type Decimal, decimal, product } from './decimal.ts'

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
