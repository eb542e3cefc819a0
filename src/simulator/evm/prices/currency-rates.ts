import type { CurrencyRates } from '../../../../schemas/definition/evm.ts'
import type { RowWriter } from '../../../store/world-store.ts'

/** Writes the rate of a US dollar in each currency. */
export function writeCurrencyRates(rates: CurrencyRates, store: RowWriter): void {
  for (const [currency, perUsd] of Object.entries(rates))
    store.insert('currency_rate', { currency, per_usd: perUsd })
}
