import type { LiveNativeTokenBalance } from '../../../../schemas/data/live-evm.ts'
import type { CurrencyCode } from '../../../../schemas/scalars.ts'
import type { Dialect } from '../../../http/dialect.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { decimalText, product, rounded } from '../decimal.ts'
import type { EvmChainRow } from '../find-chain.ts'
import { convertUsd, toPrice } from '../price.ts'
import { present } from './present.ts'

/** Decimal places of a worth. G-41 */
const worthPlaces = 8

/** What an address held of a chain's own token after a block, and its worth today. */
export function nativeTokenBalance(
  world: World,
  chain: EvmChainRow,
  { address, block, currency }: { address: string; block: number; currency: CurrencyCode },
  dialect: Dialect,
): LiveNativeTokenBalance {
  const { chain_id: chainId } = chain
  // An address without a row never had anything: every address exists. G-36
  const balance = world.get(selectBalance, { chainId, address, block })?.balance ?? '0'
  return {
    name: chain.token_name,
    symbol: chain.token_symbol,
    decimals: chain.token_decimals,
    ...present({ logoUri: chain.token_logo_uri }),
    chainId,
    ...worth(world, chain, balance, currency, dialect),
    balance,
  }
}

function worth(
  world: World,
  chain: EvmChainRow,
  balance: string,
  currency: CurrencyCode,
  dialect: Dialect,
): Pick<LiveNativeTokenBalance, 'price' | 'balanceValue'> {
  const listed = world.get(selectPrice, { chainId: chain.chain_id })
  const price = listed?.usd && convertUsd(world, listed.usd, currency)
  if (!price) return {}
  const tokens = { digits: BigInt(balance), places: chain.token_decimals }
  const value = rounded(product(tokens, price), worthPlaces)
  return {
    price: toPrice(dialect, currency, decimalText(price)),
    balanceValue: toPrice(dialect, currency, decimalText(value)),
  }
}

const selectBalance = statement<
  { chainId: string; address: string; block: number },
  { balance: string }
>(`
  SELECT balance
  FROM evm_balance
  WHERE chain_id = :chainId AND address = :address AND block_number <= :block
  ORDER BY block_number DESC
  LIMIT 1`)

const selectPrice = statement<{ chainId: string }, { usd: string | null }>(`
  SELECT NULLIF(usd, '') AS usd
  FROM token_price
  WHERE chain_id = :chainId AND contract = ''
  ORDER BY since DESC
  LIMIT 1`)
