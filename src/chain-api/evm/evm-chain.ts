import { type CorethHeader, corethHeader, subnetEvmHeader } from '../../formats/evm/headers.ts'
import { decodeRlp } from '../../formats/evm/rlp.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { quantityOf } from './arguments.ts'
import type { EvmChain } from './find-evm-chain.ts'
import { executionError, invalidArgument } from './rpc-error.ts'

/** A block in the rows. */
export interface BlockRow {
  number: number
  hash: string
  timestamp: number
  tx_count: number
  base_fee: string
  header: Uint8Array
}

/** Header of either kind of chain; an L1 has no fields of the C-chain. */
export type AnyHeader = Partial<CorethHeader> & Omit<CorethHeader, 'extDataHash'>

/** Returns the decoded header of a block. */
export const headerOf = ({ name }: EvmChain, { header }: BlockRow): AnyHeader =>
  name === 'C' ? decodeRlp(corethHeader, header) : decodeRlp(subnetEvmHeader, header)

/** Returns the last block. */
export function headOf(world: World, { chainId }: EvmChain): BlockRow {
  const row = world.get(selectHead, { chainId })
  if (!row) throw executionError('the chain has no block yet')
  return row
}

/** Tags of the last accepted block. */
const latest: ReadonlySet<unknown> = new Set(['latest', 'accepted', 'finalized', 'safe', 'pending'])

/** Returns the number that a block argument names; undefined above the head. */
export function numberOf(
  world: World,
  chain: EvmChain,
  given: unknown,
  index: number,
): number | undefined {
  const head = headOf(world, chain).number
  if (given === undefined || latest.has(given)) return head
  if (given === 'earliest') return 0
  if (typeof given === 'object' && given !== null) {
    const { blockNumber, blockHash } = given as { blockNumber?: unknown; blockHash?: unknown }
    if (typeof blockHash === 'string') return blockByHash(world, chain, blockHash)?.number
    return numberOf(world, chain, blockNumber, index)
  }
  if (typeof given !== 'string') throw invalidArgument(index, 'invalid block number or hash')
  const number = quantityOf(given, index)
  return number <= BigInt(head) ? Number(number) : undefined
}

/**
 * Returns the number of the block whose state a call reads.
 * @throws EvmRpcError above the head
 */
export function stateAt(world: World, chain: EvmChain, given: unknown, index: number): number {
  const number = numberOf(world, chain, given, index)
  if (number === undefined) throw executionError('header not found')
  return number
}

export const blockByNumber = (
  world: World,
  { chainId }: EvmChain,
  number: number,
): BlockRow | undefined => world.get(selectByNumber, { chainId, number })

export const blockByHash = (
  world: World,
  { chainId }: EvmChain,
  hash: string,
): BlockRow | undefined => world.get(selectByHash, { chainId, hash: hash.toLowerCase() })

const columns = 'number, hash, timestamp, tx_count, base_fee, header'

const selectHead = statement<{ chainId: string }, BlockRow>(`
  SELECT ${columns} FROM evm_block WHERE chain_id = :chainId ORDER BY number DESC LIMIT 1`)

const selectByNumber = statement<{ chainId: string; number: number }, BlockRow>(`
  SELECT ${columns} FROM evm_block WHERE chain_id = :chainId AND number = :number`)

const selectByHash = statement<{ chainId: string; hash: string }, BlockRow>(`
  SELECT ${columns} FROM evm_block WHERE chain_id = :chainId AND hash = :hash`)
