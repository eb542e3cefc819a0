import { avalancheRules } from '../../../evm/avalanche.ts'
import { type BlockFacts, blockContextOf } from '../../../evm/blocks/block-context.ts'
import { erasOf } from '../../../evm/blocks/era.ts'
import type { BlockContext } from '../../../evm/machine.ts'
import { type WarpSource, warpOf } from '../../../evm/precompiles/predicates.ts'
import type { ReadSurroundings } from '../../../evm/reads/read-call.ts'
import { overrideState } from '../../../evm/reads/state-overrides.ts'
import type { StateReader } from '../../../evm/state.ts'
import { encodeCb58, parseId, toHex } from '../../../formats/ids.ts'
import { warpMessageId } from '../../../formats/warp.ts'
import { networkConstants } from '../../../networks/constants.ts'
import { stateAt } from '../../../store/evm-state.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { presentOf } from '../../platform/fees.ts'
import { type BlockRow, blockByNumber, blockOfState, headOf } from '../evm-chain.ts'
import { nextBlock } from '../fees.ts'
import type { EvmChain } from '../find-evm-chain.ts'
import { overridesIn } from './call-arguments.ts'
import { ObjectFields } from './object-fields.ts'

/** Returns the state after a block. */
export const stateAfter = (world: World, { chainId }: EvmChain, number: number): StateReader =>
  stateAt(world, chainId, number)

/** Returns the rules of a chain at a time, epoch seconds. */
export function rulesAt(world: World, { name }: EvmChain, seconds: number) {
  const era = erasOf(networkConstants[world.nodeNetwork].upgrades)(seconds)
  return { era, rules: avalancheRules(name === 'C' ? 'c-chain' : 'l1', era) }
}

/** Returns what a block is for the transactions in it. */
export const contextOf = (world: World, chain: EvmChain, row: BlockRow): BlockContext =>
  contextWith(world, chain, {
    number: row.number,
    timestamp: row.timestamp,
    gasLimit: BigInt(row.gas_limit),
    baseFee: BigInt(row.base_fee),
  })

const contextWith = (
  world: World,
  chain: EvmChain,
  facts: Omit<BlockFacts, 'chainId' | 'hashOf'>,
): BlockContext =>
  blockContextOf({
    ...facts,
    chainId: chain.chainId,
    hashOf: (number) => blockByNumber(world, chain, number)?.hash,
  })

/** What the arguments of a read say about where it runs. */
interface ReadPlace {
  readonly block: unknown
  /** Index of that argument. */
  readonly index: number
  readonly overrides?: unknown
  readonly blockOverrides?: unknown
  /** Whether a read after the last block runs in the next one, where a transaction would be. */
  readonly isAhead?: boolean
}

/**
 * Returns where a read runs: in a block, over the state after it, with what the arguments override.
 * After the last block it has the rules of the present: in a world without transactions that block
 * can be years old. G-343
 * @throws EvmRpcError above the head
 */
export function surroundingsAt(
  world: World,
  chain: EvmChain,
  { block, index, overrides, blockOverrides, isAhead = false }: ReadPlace,
): ReadSurroundings {
  const row = blockOfState(world, chain, block, index)
  const next = isAhead ? nextBlock(world, chain) : undefined
  const ahead = next?.number === row.number + 1 ? next : undefined
  const isLast = row.number === headOf(world, chain).number
  const present = isLast ? presentOf(world) : 0
  const { rules, era } = rulesAt(world, chain, Math.max(present, (ahead ?? row).timestamp))
  const context = ahead ? contextWith(world, chain, ahead) : contextOf(world, chain, row)
  const state = stateAfter(world, chain, row.number)
  const { warp } = warpOf([], era, warpSourceOf(world, chain))
  return {
    rules,
    block: overriddenBlock(context, blockOverrides, index + 2),
    state: overrideState(state, rules, overridesIn(overrides, index + 1)),
    treeCalls: 0,
    ...(warp && { warp }),
  }
}

/** Returns a block with the fields that geth lets a call override. */
function overriddenBlock(block: BlockContext, given: unknown, index: number): BlockContext {
  if (given === undefined) return block
  const fields = new ObjectFields(given, index, 'ethapi.BlockOverrides')
  return {
    ...block,
    blockHash: (number) => block.blockHash(number),
    number: fields.quantity('number') ?? block.number,
    timestamp: fields.quantity('time', 64) ?? block.timestamp,
    gasLimit: fields.quantity('gasLimit', 64) ?? block.gasLimit,
    coinbase: fields.address('coinbase') ?? block.coinbase,
    prevRandao: fields.quantity('difficulty') ?? block.prevRandao,
    baseFee: fields.quantity('baseFee') ?? block.baseFee,
    blobBaseFee: fields.quantity('blobBaseFee') ?? block.blobBaseFee,
  }
}

/** Returns what the Warp precompile of a chain knows of messages. */
export const warpSourceOf = (world: World, { chainId }: EvmChain): WarpSource => ({
  networkId: networkConstants[world.nodeNetwork].networkId,
  get blockchainId() {
    return parseId(world.get(selectBlockchain, { chainId })?.blockchain_id ?? '')
  },
  // Messages of chains outside of the world are signed by validators that it does not have.
  isSigned: (source, unsigned) =>
    world.get(selectMessage, { id: toHex(warpMessageId(unsigned)) }) !== undefined ||
    world.get(selectChain, { id: encodeCb58(source) }) === undefined,
})

const selectBlockchain = statement<{ chainId: string }, { blockchain_id: string }>(
  'SELECT blockchain_id FROM evm_chain WHERE chain_id = :chainId',
)

const selectChain = statement<{ id: string }, { chain_id: string }>(
  'SELECT chain_id FROM evm_chain WHERE blockchain_id = :id',
)

const selectMessage = statement<{ id: string }, { message_id: string }>(
  'SELECT message_id FROM warp_message WHERE message_id = :id',
)
