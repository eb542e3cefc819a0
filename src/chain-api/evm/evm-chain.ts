import { type CorethHeader, corethHeader, subnetEvmHeader } from '../../formats/evm/headers.ts'
import { decodeRlp } from '../../formats/evm/rlp.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import type { EvmChain } from './find-evm-chain.ts'
import { readBlockNumber } from './hex-values.ts'
import { ObjectFields } from './reads/object-fields.ts'
import { executionError, invalidArgument } from './rpc-error.ts'

/** A block in the rows. */
export interface BlockRow {
  number: number
  hash: string
  timestamp: number
  tx_count: number
  base_fee: string
  gas_limit: string
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

const isHead = (given: unknown) => given === undefined || latest.has(given)

/** Returns whether an argument names the block after the last one. */
export const isPending = (given: unknown): boolean =>
  given === 'pending' ||
  (given as { readonly blockNumber?: unknown } | undefined)?.blockNumber === 'pending'

const maxInt64 = 2n ** 63n - 1n

/** Returns the number that a tag or a quantity names; undefined above the head. */
export function numberOf(
  world: World,
  chain: EvmChain,
  given: unknown,
  index: number,
): number | undefined {
  return numberIn(world, chain, given, { index, tooHigh: 'block number larger than int64' })
}

/** Returns the number of the block that a tag, a quantity or a hash names; undefined: none. */
export function numberOrHashOf(
  world: World,
  chain: EvmChain,
  given: unknown,
  index: number,
): number | undefined {
  const texts = { index, tooHigh: 'blocknumber too high' }
  if (typeof given === 'string' && given.length === hashLength) {
    if (!/^0x/i.test(given)) throw invalidArgument(index, 'hex string without 0x prefix')
    if (!hash.test(given)) throw invalidArgument(index, 'invalid hex string')
    return blockByHash(world, chain, given)?.number
  }
  if (given === undefined || typeof given === 'string') return numberIn(world, chain, given, texts)
  const fields = new ObjectFields(given, index, 'string')
  const [blockNumber, blockHash] = [fields.value('blockNumber'), fields.value('blockHash')]
  if (blockNumber !== undefined && blockHash !== undefined)
    throw invalidArgument(
      index,
      'cannot specify both BlockHash and BlockNumber, choose one or the other',
    )
  if (blockNumber === undefined && blockHash === undefined)
    throw executionError('invalid arguments; neither block nor hash specified')
  if (blockHash === undefined) return numberIn(world, chain, blockNumber, texts)
  if (typeof blockHash !== 'string' || !hash.test(blockHash))
    throw invalidArgument(index, 'json: cannot unmarshal object into Go value of type string')
  return blockByHash(world, chain, blockHash)?.number
}

const hash = /^0x[0-9a-f]{64}$/i
/** Characters of a hash in hex. */
const hashLength = 66

function numberIn(
  world: World,
  chain: EvmChain,
  given: unknown,
  { index, tooHigh }: { readonly index: number; readonly tooHigh: string },
): number | undefined {
  const head = headOf(world, chain).number
  if (isHead(given)) return head
  if (given === 'earliest') return 0
  const number = readBlockNumber(typeof given === 'string' ? given : JSON.stringify(given))
  if (typeof number === 'string') throw invalidArgument(index, number)
  if (number > maxInt64) throw invalidArgument(index, tooHigh)
  return number <= BigInt(head) ? Number(number) : undefined
}

/**
 * Returns the number of the block whose state a call reads.
 * @throws EvmRpcError above the head
 */
export function stateBlockNumber(
  world: World,
  chain: EvmChain,
  given: unknown,
  index: number,
): number {
  const number = numberOrHashOf(world, chain, given, index)
  if (number === undefined) throw executionError('header not found')
  return number
}

/**
 * Returns the block whose state a call reads.
 * @throws EvmRpcError above the head
 */
export const blockOfState = (
  world: World,
  chain: EvmChain,
  given: unknown,
  index: number,
): BlockRow =>
  isHead(given)
    ? headOf(world, chain)
    : (blockByNumber(world, chain, stateBlockNumber(world, chain, given, index)) as BlockRow)

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

const columns = 'number, hash, timestamp, tx_count, base_fee, gas_limit, header'

const selectHead = statement<{ chainId: string }, BlockRow>(`
  SELECT ${columns} FROM evm_block WHERE chain_id = :chainId ORDER BY number DESC LIMIT 1`)

const selectByNumber = statement<{ chainId: string; number: number }, BlockRow>(`
  SELECT ${columns} FROM evm_block WHERE chain_id = :chainId AND number = :number`)

const selectByHash = statement<{ chainId: string; hash: string }, BlockRow>(`
  SELECT ${columns} FROM evm_block WHERE chain_id = :chainId AND hash = :hash`)
