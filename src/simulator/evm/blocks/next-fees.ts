import { decodeFeeState, encodeFeeState, type FeeState } from '../../../formats/evm/fee-state.ts'
import type { CorethHeader, SubnetEvmHeader } from '../../../formats/evm/headers.ts'
import { l1Fees, maximumGasCapacity, type Rules } from '../rules.ts'

const gwei = 1_000_000_000n

/** Parent header, from which the fees of a block follow. */
export type ParentHeader = Pick<
  SubnetEvmHeader,
  'number' | 'timestamp' | 'gasUsed' | 'extraData' | 'baseFeePerGas' | 'blockGasCost'
> &
  Partial<Pick<CorethHeader, 'extDataGasUsed'>>

/** Fees of the next block. */
export interface NextFees {
  /** Wei per gas; 0 before Apricot 3. */
  readonly baseFee: bigint
  /** Gas that the tips of the block have to pay for in addition to its own. G-182 */
  readonly blockGasCost: bigint
  /** Gas that the block may use. */
  readonly gasRoom: bigint
  /** Whether atomic transactions use gas of it as well. */
  readonly hasAtomicGas: boolean
  /**
   * Returns `extraData` of its header.
   * @param gas gas used, including atomic transactions
   */
  extraData(gas: bigint): Uint8Array
}

/**
 * Computes the fees of the block after `parent`, as the node does. Until Fortuna they follow from
 * the gas of the last ten seconds, then from ACP-176. Fees of L1s follow the fee configuration of
 * their genesis. Sources: coreth and subnet-evm, plugin/evm/header; coreth, plugin/evm/upgrade/ap3,
 * ap4, ap5, acp176.
 * @param timestamp epoch seconds, not before the parent's
 */
export function nextFees(parent: ParentHeader, timestamp: number, rules: Rules): NextFees {
  const limit = rules.gasLimit(timestamp)
  const blockGasCost = nextBlockGasCost(parent, timestamp, rules)
  if (rules.kind === 'c-chain' && rules.isActive('fortuna', timestamp)) {
    const state = stateBefore(parent, timestamp, rules)
    return {
      baseFee: priceOf(state.gasExcess),
      blockGasCost,
      gasRoom: state.gasCapacity,
      hasAtomicGas: true,
      extraData: (gas) =>
        encodeFeeState({
          ...state,
          gasCapacity: state.gasCapacity - gas,
          gasExcess: state.gasExcess + gas,
        }),
    }
  }
  if (rules.kind === 'c-chain' && !rules.isActive('apricotPhase3', timestamp))
    return {
      ...{ baseFee: 0n, blockGasCost, gasRoom: limit, hasAtomicGas: false },
      extraData: () => new Uint8Array(),
    }
  const window = nextWindow(parent, timestamp, rules)
  return {
    baseFee: feeByWindow(parent, timestamp, rules, window),
    blockGasCost,
    gasRoom: limit,
    hasAtomicGas: false,
    extraData: () => encodeWindow(window),
  }
}

/** Returns the time at which the C-chain has its full gas capacity again, epoch seconds. */
export function fullCapacityTime({ timestamp, extraData }: ParentHeader): number {
  const missing = maximumGasCapacity - decodeFeeState(extraData).gasCapacity
  return Number(timestamp + (missing + capacityPerSecond - 1n) / capacityPerSecond)
}

/*
 * ACP-176 at the initial target of a million gas per second, which no validator here has changed.
 */
const targetPerSecond = 1_000_000n
const capacityPerSecond = 2n * targetPerSecond
const priceConversion = 87n * targetPerSecond

function stateBefore(parent: ParentHeader, timestamp: number, rules: Rules): FeeState {
  const hasState = parent.number > 0n && rules.isActive('fortuna', Number(parent.timestamp))
  const { gasCapacity, gasExcess, targetExcess } = hasState
    ? decodeFeeState(parent.extraData)
    : { gasCapacity: 0n, gasExcess: 0n, targetExcess: 0n }
  const elapsed = BigInt(timestamp) - parent.timestamp
  return {
    gasCapacity: minOf(gasCapacity + elapsed * capacityPerSecond, maximumGasCapacity),
    gasExcess: maxOf(gasExcess - elapsed * targetPerSecond, 0n),
    targetExcess,
  }
}

/** Returns `e^(excess / conversion)` wei, computed with the node's sum of integers. */
function priceOf(excess: bigint): bigint {
  let sum = 0n
  let term = priceConversion
  for (let i = 1n; term > 0n; i++) {
    sum += term
    term = (term * excess) / priceConversion / i
  }
  return sum / priceConversion
}

const windowSeconds = 10

/** Gas of each of the last seconds, the present one last. */
type Window = readonly bigint[]

const emptyWindow: Window = Array<bigint>(windowSeconds).fill(0n)

/** Returns whether the fees of the next block do not depend on the parent's fees. */
const isFirst = (parent: ParentHeader, { kind, isActive }: Rules): boolean =>
  parent.number === 0n ||
  (kind === 'c-chain' && !isActive('apricotPhase3', Number(parent.timestamp)))

function nextWindow(parent: ParentHeader, timestamp: number, rules: Rules): Window {
  if (isFirst(parent, rules)) return emptyWindow
  const elapsed = timestamp - Number(parent.timestamp)
  const window = decodeWindow(parent.extraData)
  const latest = (window[windowSeconds - 1] ?? 0n) + gasInWindow(parent, elapsed, rules)
  return [...window.slice(0, -1), latest, ...emptyWindow].slice(
    Math.min(elapsed, windowSeconds),
    Math.min(elapsed, windowSeconds) + windowSeconds,
  )
}

/** Returns the gas that a block contributes to the window of the next one. */
function gasInWindow(parent: ParentHeader, elapsed: number, { kind, isActive }: Rules): bigint {
  const { gasUsed, extDataGasUsed = 0n } = parent
  const at = Number(parent.timestamp)
  if (kind === 'l1') return gasUsed
  if (isActive('apricotPhase5', at)) return gasUsed + extDataGasUsed
  if (isActive('apricotPhase4', at))
    return gasUsed + extDataGasUsed + gasCostAfter(parent.blockGasCost, elapsed, apricot4Cost)
  return gasUsed + intrinsicBlockGas
}

const intrinsicBlockGas = 1_000_000n

function feeByWindow(
  parent: ParentHeader,
  timestamp: number,
  rules: Rules,
  window: Window,
): bigint {
  const terms = feeTerms(Number(parent.timestamp), rules)
  if (isFirst(parent, rules)) return terms.initial
  const { baseFeePerGas: before = 0n } = parent
  const gas = window.reduce((sum, each) => sum + each, 0n)
  const { target, denominator } = terms
  if (gas === target) return before
  const distance = gas > target ? gas - target : target - gas
  const change = maxOf((distance * before) / target / denominator, 1n)
  if (gas > target) return minOf(before + change, terms.highest)
  // A gap without blocks counts as several windows.
  const windows = (BigInt(timestamp) - parent.timestamp) / BigInt(windowSeconds)
  return minOf(maxOf(before - change * maxOf(windows, 1n), terms.lowest), terms.highest)
}

interface FeeTerms {
  readonly initial: bigint
  readonly lowest: bigint
  readonly highest: bigint
  /** Target gas in a window. */
  readonly target: bigint
  readonly denominator: bigint
}

const unbounded = 2n ** 256n - 1n

/** Returns the fee terms at the time of the parent, epoch seconds. */
function feeTerms(at: number, { kind, isActive }: Rules): FeeTerms {
  if (kind === 'l1')
    return {
      ...{ initial: l1Fees.minimumFee, lowest: l1Fees.minimumFee, highest: unbounded },
      ...{ target: l1Fees.targetGas, denominator: l1Fees.denominator },
    }
  const late = isActive('apricotPhase5', at)
  const [lowest, highest] = isActive('etna', at)
    ? [gwei, unbounded]
    : late
      ? [25n * gwei, unbounded]
      : isActive('apricotPhase4', at)
        ? [25n * gwei, 1_000n * gwei]
        : [75n * gwei, 225n * gwei]
  return {
    ...{ initial: 225n * gwei, lowest, highest },
    ...(late
      ? { target: 15_000_000n, denominator: 36n }
      : { target: 10_000_000n, denominator: 12n }),
  }
}

interface GasCostTerms {
  readonly step: bigint
  readonly highest: bigint
}

const apricot4Cost: GasCostTerms = { step: 50_000n, highest: 1_000_000n }
const apricot5Cost: GasCostTerms = { step: 200_000n, highest: 1_000_000n }
const l1Cost: GasCostTerms = { step: l1Fees.blockGasCostStep, highest: l1Fees.maxBlockGasCost }

function nextBlockGasCost(
  parent: ParentHeader,
  timestamp: number,
  { kind, isActive }: Rules,
): bigint {
  if (!isActive('apricotPhase4', timestamp) || isActive('granite', timestamp)) return 0n
  const elapsed = timestamp - Number(parent.timestamp)
  const ofContract = isActive('apricotPhase5', timestamp) ? apricot5Cost : apricot4Cost
  return gasCostAfter(parent.blockGasCost, elapsed, kind === 'l1' ? l1Cost : ofContract)
}

/**
 * Returns the block gas cost. The target is two seconds between blocks: an earlier block costs
 * more, later ones less again.
 */
function gasCostAfter(
  before: bigint | undefined,
  elapsed: number,
  { step, highest }: GasCostTerms,
): bigint {
  if (before === undefined) return 0n
  return minOf(maxOf(before + step * BigInt(2 - elapsed), 0n), highest)
}

function encodeWindow(window: Window): Uint8Array {
  const bytes = new Uint8Array(8 * windowSeconds)
  const view = new DataView(bytes.buffer)
  for (const [i, gas] of window.entries()) view.setBigUint64(8 * i, gas)
  return bytes
}

function decodeWindow(bytes: Uint8Array): Window {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Array.from({ length: windowSeconds }, (_, i) => view.getBigUint64(8 * i))
}

const minOf = (one: bigint, other: bigint) => (one < other ? one : other)
const maxOf = (one: bigint, other: bigint) => (one > other ? one : other)
