import type { LiveNativeTokenBalance } from '../../../../schemas/data/live-evm.ts'
import type { CurrencyCode } from '../../../../schemas/scalars.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import type { EvmChainRow } from '../find-chain.ts'
import { imageUrl } from '../image-url.ts'
import { nativeUsd, worthOf } from '../price.ts'
import { present } from './present.ts'

/** Returns the balance of a chain's native token after a block, and its worth today. */
export function nativeTokenBalance(
  world: World,
  chain: EvmChainRow,
  { address, block, currency }: { address: string; block: number; currency: CurrencyCode },
  dialect: Dialect,
): LiveNativeTokenBalance {
  const { chain_id: chainId, token_decimals: decimals } = chain
  // An address without a row never had a balance: every address exists. G-36
  const balance = world.get(selectBalance, { chainId, address, block })?.balance ?? '0'
  return {
    name: chain.token_name,
    symbol: chain.token_symbol,
    decimals,
    ...present({ logoUri: imageUrl(world, chain.token_logo_uri) }),
    chainId,
    ...worthOf(world, { balance, decimals, usd: nativeUsd(world, chainId) }, currency, dialect),
    balance,
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
