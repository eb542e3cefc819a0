import { networkConstants } from '../../networks/constants.ts'
import { nextFees } from '../../simulator/evm/blocks/next-fees.ts'
import { minimumDelay, rulesOf } from '../../simulator/evm/rules.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { presentOf } from '../platform/fees.ts'
import { quantity } from './arguments.ts'
import { headerOf, headOf } from './evm-chain.ts'
import type { EvmChain } from './find-evm-chain.ts'

/** Wei per gas that a transaction offers beside the base fee. */
export const suggestedTip = 1n

/** Returns the base fee of the next block, wei per gas. */
export const nextBaseFee = (world: World, chain: EvmChain): bigint =>
  nextBlock(world, chain).baseFee

/** Returns the gas that the next block may use. */
export const nextGasLimit = (world: World, chain: EvmChain): bigint =>
  nextBlock(world, chain).gasLimit

/** Returns what is known of the next block: number, time in epoch seconds, gas limit, base fee. */
export function nextBlock(world: World, chain: EvmChain) {
  const row = headOf(world, chain)
  const rules = rulesOf(networkConstants[world.nodeNetwork], chain.name === 'C' ? 'c-chain' : 'l1')
  const timestamp = Math.max(presentOf(world), row.timestamp + minimumDelay)
  const { baseFee } = nextFees(headerOf(chain, row), timestamp, rules)
  return { number: row.number + 1, timestamp, gasLimit: rules.gasLimit(timestamp), baseFee }
}

/**
 * Returns three offers: the tip and 5 percent less or more of it, at least 1 wei, and twice the
 * next base fee. Source: coreth and subnet-evm, eth_suggestPriceOptions.
 */
export function priceOptions(baseFee: bigint) {
  const offer = (percent: bigint) => {
    const scaled = (suggestedTip * percent) / 100n
    const tip = scaled > 1n ? scaled : 1n
    return { maxPriorityFeePerGas: quantity(tip), maxFeePerGas: quantity(2n * baseFee + tip) }
  }
  return { slow: offer(95n), normal: offer(100n), fast: offer(105n) }
}

/** Maximum number of blocks of a history. */
const maxBlocks = 1024

/** Returns base fees, fullness and tips of the blocks up to one. */
export function feeHistory(
  world: World,
  chain: EvmChain,
  { count, newest, percentiles }: { count: number; newest: number; percentiles: number[] },
) {
  const first = Math.max(0, newest - Math.min(count, maxBlocks) + 1)
  const rows = world.all(selectBlocks, { chainId: chain.chainId, first, newest })
  const after = world.get(selectBaseFee, { chainId: chain.chainId, number: newest + 1 })
  const next = after ? BigInt(after.base_fee) : nextBaseFee(world, chain)
  return {
    oldestBlock: quantity(first),
    ...(percentiles.length > 0 && {
      reward: rows.map((row) => tipsOf(world, chain, row, percentiles)),
    }),
    baseFeePerGas: [...rows.map(({ base_fee }) => BigInt(base_fee)), next].map(quantity),
    gasUsedRatio: rows.map(({ gas_used, gas_limit }) => Number(gas_used) / Number(gas_limit)),
  }
}

/** Returns the tips at percentiles of the gas of a block. */
function tipsOf(
  world: World,
  { chainId }: EvmChain,
  { number, base_fee, gas_used }: FeeRow,
  percentiles: readonly number[],
): string[] {
  const base = BigInt(base_fee)
  const paid = world
    .all(selectPrices, { chainId, number })
    .map(({ gas_price, gas_used: gas }) => ({ tip: BigInt(gas_price) - base, gas: Number(gas) }))
    .sort((a, b) => (a.tip < b.tip ? -1 : 1))
  return percentiles.map((percent) => {
    let sum = 0
    for (const { tip, gas } of paid) {
      sum += gas
      if (sum >= (Number(gas_used) * percent) / 100) return quantity(tip)
    }
    return quantity(paid.at(-1)?.tip ?? 0n)
  })
}

interface FeeRow {
  number: number
  base_fee: string
  gas_used: string
  gas_limit: string
}

const selectBlocks = statement<{ chainId: string; first: number; newest: number }, FeeRow>(`
  SELECT number, base_fee, gas_used, gas_limit FROM evm_block
  WHERE chain_id = :chainId AND number BETWEEN :first AND :newest ORDER BY number`)

const selectBaseFee = statement<{ chainId: string; number: number }, { base_fee: string }>(
  'SELECT base_fee FROM evm_block WHERE chain_id = :chainId AND number = :number',
)

const selectPrices = statement<
  { chainId: string; number: number },
  { gas_price: string; gas_used: string }
>(`
  SELECT gas_price, gas_used FROM evm_transaction
  WHERE chain_id = :chainId AND block_number = :number`)
