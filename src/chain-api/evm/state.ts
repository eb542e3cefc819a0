import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import type { EvmChain } from './find-evm-chain.ts'

/** Returns a balance after a block, wei. */
export const balanceAt = (
  world: World,
  { chainId }: EvmChain,
  address: string,
  number: number,
): bigint => BigInt(world.get(selectBalance, { chainId, address, number })?.balance ?? 0)

const selectBalance = statement<
  { chainId: string; address: string; number: number },
  { balance: string }
>(`
  SELECT balance FROM evm_balance
  WHERE chain_id = :chainId AND address = :address AND block_number <= :number
  ORDER BY block_number DESC LIMIT 1`)
