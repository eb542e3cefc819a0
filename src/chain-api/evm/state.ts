import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { headOf } from './evm-chain.ts'
import type { EvmChain } from './find-evm-chain.ts'
import { executionError } from './rpc-error.ts'

/** Text for what only an executing EVM can tell. */
export const contractsText =
  'this server executes only transfers of the coin, not yet calls of contracts'

/** Returns a balance after a block, wei. */
export const balanceAt = (
  world: World,
  { chainId }: EvmChain,
  address: string,
  number: number,
): bigint => BigInt(world.get(selectBalance, { chainId, address, number })?.balance ?? 0)

/**
 * Returns the nonce of an account's next transaction. G-245
 * @throws EvmRpcError for the state of an earlier block
 */
export function nonceAt(world: World, chain: EvmChain, address: string, number: number): number {
  if (number < headOf(world, chain).number)
    throw executionError(`required historical state unavailable: nonces of block ${number}`)
  return world.get(selectNonce, { chainId: chain.chainId, address })?.nonce ?? 0
}

/** Tells whether an address is a contract. */
export const isContract = (world: World, { chainId }: EvmChain, address: string): boolean =>
  world.get(selectContract, { chainId, address }) !== undefined

const selectBalance = statement<
  { chainId: string; address: string; number: number },
  { balance: string }
>(`
  SELECT balance FROM evm_balance
  WHERE chain_id = :chainId AND address = :address AND block_number <= :number
  ORDER BY block_number DESC LIMIT 1`)

const selectNonce = statement<{ chainId: string; address: string }, { nonce: number }>(
  'SELECT nonce FROM evm_account WHERE chain_id = :chainId AND address = :address',
)

const selectContract = statement<{ chainId: string; address: string }, { address: string }>(
  'SELECT address FROM contract WHERE chain_id = :chainId AND address = :address',
)
