import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import type { EvmChain } from './find-evm-chain.ts'

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

/** Returns the nonce of an account's next transaction after a block. */
export const nonceAt = (
  world: World,
  { chainId }: EvmChain,
  address: string,
  number: number,
): number => world.get(selectNonce, { chainId, address, number })?.nonce ?? 0

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

const selectNonce = statement<
  { chainId: string; address: string; number: number },
  { nonce: number }
>(`
  SELECT nonce FROM evm_account
  WHERE chain_id = :chainId AND address = :address AND block_number <= :number
  ORDER BY block_number DESC LIMIT 1`)

const selectContract = statement<{ chainId: string; address: string }, { address: string }>(
  'SELECT address FROM contract WHERE chain_id = :chainId AND address = :address',
)
