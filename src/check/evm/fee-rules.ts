import type { UpgradeName } from '../../networks/constants.ts'
import { isActive } from '../primary/networks.ts'
import type { CheckedWorld, Judgement, Rule } from '../rule.ts'
import { type EvmBlock, evmBlocks, idsOfEvmBlock } from './evm-blocks.ts'
import { type EvmChainRow, evmChainById, isContractChain } from './evm-chains.ts'
import { type FeeConfig, genesisOf } from './genesis-rules.ts'

/**
 * Base fee, block gas cost and the fee state in `extraData` follow from the parent header. This is
 * the verification of coreth and subnet-evm (plugin/evm/header, VerifyExtraPrefix, BaseFee,
 * BlockGasCost).
 */
export const evmFees: Rule = {
  name: 'evm-fees',
  check(world, findings) {
    for (const [chainId, blocks] of evmBlocks(world)) {
      const chain = evmChainById(world).get(chainId)
      if (!chain) continue
      const config = isContractChain(chain) ? undefined : feeConfigOf(world, chain)
      findings.each(
        blocks.slice(1).entries(),
        ([, block]) => idsOfEvmBlock(block),
        ([index, block]) => judge(chain, blocks[index] as EvmBlock, block, config),
      )
    }
  },
}

function feeConfigOf(world: CheckedWorld, chain: EvmChainRow): FeeConfig {
  const { config } = genesisOf(world, chain)
  if (!config?.feeConfig) throw new Error(`the genesis of ${chain.chain_id} has no feeConfig`)
  return config.feeConfig
}

function* judge(
  { network }: EvmChainRow,
  parent: EvmBlock,
  block: EvmBlock,
  config: FeeConfig | undefined,
): Judgement {
  const before = (upgrade: UpgradeName) => isActive(network, upgrade, parent.timestamp)
  const now = (upgrade: UpgradeName) => isActive(network, upgrade, block.timestamp)
  const { content } = block
  const words = wordsOf(content.extraData)
  const hasFees = config !== undefined || now('apricotPhase3')
  if (!hasFees) {
    if (content.extraData.length > 0) yield 'has extraData before Apricot 3'
    return
  }
  const cost = now('granite') ? 0 : gasCost(parent, block, now('apricotPhase5'), config)
  if (now('apricotPhase4') && Number(content.blockGasCost) !== cost)
    yield `has a block gas cost of ${content.blockGasCost}, not ${cost}`

  if (!config && now('fortuna')) {
    const state = before('fortuna') && parent.number > 0 ? wordsOf(parent.content.extraData) : []
    const [capacity = 0, excess = 0, target = 0] = state
    const seconds = block.timestamp - parent.timestamp
    const room = Math.min(10_000_000, capacity + 2_000_000 * seconds)
    const load = Math.max(0, excess - 1_000_000 * seconds)
    const used = Number(content.gasUsed) + Number(content.extDataGasUsed)
    if (used > room) yield `uses ${used} gas, more than the capacity of ${room}`
    if (target !== 0) yield `has a target excess of ${target}, not 0`
    yield* same('fee state', words, [room - used, load + used, target])
    // e^(load / 87 million) wei, truncated to a whole number. In the range that blocks reach, the
    // exact value is far from the next whole number.
    const price = Math.floor(Math.exp(load / 87_000_000))
    if (Number(content.baseFeePerGas) !== price)
      yield `has a base fee of ${content.baseFeePerGas}, not ${price}`
    return
  }

  const isFirst = parent.number === 0 || (!config && !before('apricotPhase3'))
  const window = isFirst ? Array<number>(10).fill(0) : windowAfter(parent, block, before, config)
  yield* same('window of gas', words, window)
  const fee = isFirst
    ? (config?.minBaseFee ?? 225e9)
    : feeAfter(parent, block, sumOf(window), before, config)
  if (Number(content.baseFeePerGas) !== fee)
    yield `has a base fee of ${content.baseFeePerGas}, not ${fee}`
}

type Before = (upgrade: UpgradeName) => boolean

function windowAfter(
  parent: EvmBlock,
  block: EvmBlock,
  before: Before,
  config: FeeConfig | undefined,
): number[] {
  const seconds = block.timestamp - parent.timestamp
  const { gasUsed, extDataGasUsed } = parent.content
  const window = wordsOf(parent.content.extraData)
  let gas = Number(gasUsed)
  if (!config) {
    if (before('apricotPhase4')) gas += Number(extDataGasUsed ?? 0)
    else gas += 1_000_000
    // Cost of the next block by the step of Apricot 4, even if that block is of Apricot 5.
    if (before('apricotPhase4') && !before('apricotPhase5')) gas += gasCost(parent, block, false)
  }
  window[9] = (window[9] ?? 0) + gas
  for (let second = 0; second < Math.min(seconds, 10); second++) {
    window.shift()
    window.push(0)
  }
  return window
}

function feeAfter(
  parent: EvmBlock,
  block: EvmBlock,
  gas: number,
  before: Before,
  config: FeeConfig | undefined,
): number {
  const isLate = before('apricotPhase5')
  const target = config?.targetGas ?? (isLate ? 15_000_000 : 10_000_000)
  const denominator = config?.baseFeeChangeDenominator ?? (isLate ? 36 : 12)
  // A fee times a target exceeds 2^53.
  const fee = BigInt(parent.content.baseFeePerGas ?? 0n)
  if (gas === target) return Number(fee)
  const distance = BigInt(Math.abs(gas - target))
  const step = Number((distance * fee) / BigInt(target) / BigInt(denominator)) || 1
  const spans = Math.max(1, Math.floor((block.timestamp - parent.timestamp) / 10))
  const moved = Number(fee) + (gas > target ? step : -step * spans)
  const [lowest, highest] = boundsAfter(before, config)
  return Math.min(highest, Math.max(lowest, moved))
}

function boundsAfter(before: Before, config: FeeConfig | undefined): [number, number] {
  if (config) return [config.minBaseFee, Number.POSITIVE_INFINITY]
  if (before('etna')) return [1e9, Number.POSITIVE_INFINITY]
  if (before('apricotPhase5')) return [25e9, Number.POSITIVE_INFINITY]
  return before('apricotPhase4') ? [25e9, 1000e9] : [75e9, 225e9]
}

function gasCost(
  { timestamp, content: { blockGasCost } }: EvmBlock,
  block: EvmBlock,
  isApricot5: boolean,
  config?: FeeConfig,
): number {
  const lowest = config?.minBlockGasCost ?? 0
  if (blockGasCost === undefined) return lowest
  const step = config?.blockGasCostStep ?? (isApricot5 ? 200_000 : 50_000)
  const early = (config?.targetBlockRate ?? 2) - (block.timestamp - timestamp)
  const highest = config?.maxBlockGasCost ?? 1_000_000
  return Math.min(highest, Math.max(lowest, Number(blockGasCost) + step * early))
}

/** Decodes numbers of eight bytes each. */
function wordsOf(bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes)
  return Array.from({ length: Math.floor(buffer.length / 8) }, (_, i) =>
    Number(buffer.readBigUInt64BE(8 * i)),
  )
}

function* same(label: string, found: readonly number[], expected: readonly number[]): Judgement {
  if (found.join() !== expected.join()) yield `has a ${label} of ${found}, not ${expected}`
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
