import type { LiveErc20Token } from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { present } from '../balances/present.ts'
import { usdPrice } from '../price.ts'

/** Columns of an ERC-20 contract; `usd` is the price of a whole token, decimal text. */
export interface Erc20TokenRow {
  token: string
  name: string | null
  symbol: string | null
  decimals: number | null
  logo_uri: string | null
  reputation: 'Malicious' | 'Benign' | null
  usd: string | null
}

/** Columns of an {@link Erc20TokenRow}; `c` is the contract. */
export const erc20TokenColumns = `
  c.address AS token, c.name, c.symbol, c.decimals, c.logo_uri, c.reputation,
  (SELECT NULLIF(usd, '') FROM token_price p
   WHERE p.chain_id = c.chain_id AND p.contract = c.address
   ORDER BY since DESC LIMIT 1) AS usd`

/** Builds an ERC-20 token without its price. Official clients demand name, symbol and decimals. */
export const toErc20Contract = (row: Erc20TokenRow) =>
  Object.assign(
    {
      address: row.token,
      name: row.name ?? '',
      symbol: row.symbol ?? '',
      decimals: row.decimals ?? 0,
    },
    present({ logoUri: row.logo_uri }),
    { ercType: 'ERC-20' as const },
  )

/** Builds an ERC-20 token with its price in US dollars. */
export const toErc20Token = (row: Erc20TokenRow, dialect: Dialect): LiveErc20Token =>
  Object.assign(toErc20Contract(row), usdPrice(dialect, row.usd))
