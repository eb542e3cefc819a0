import { avalancheRules, type Era } from '../../evm/avalanche.ts'
import { erasOf } from '../../evm/blocks/era.ts'
import type { Rules as EngineRules } from '../../evm/forks.ts'
import type { NetworkConstants, UpgradeName } from '../../networks/constants.ts'

const gwei = 1_000_000_000n

/** Fee configuration of the subnet-evm chains of the world; gas and wei. */
export const l1Fees = {
  gasLimit: 15_000_000n,
  minimumFee: gwei,
  /** Target gas in ten seconds. */
  targetGas: 100_000_000n,
  denominator: 48n,
  blockGasCostStep: 500_000n,
  maxBlockGasCost: 10_000_000n,
}

/** The same as a genesis says it, whole numbers. */
export const l1FeeConfig = {
  gasLimit: Number(l1Fees.gasLimit),
  targetBlockRate: 2,
  minBaseFee: Number(l1Fees.minimumFee),
  targetGas: Number(l1Fees.targetGas),
  baseFeeChangeDenominator: Number(l1Fees.denominator),
  minBlockGasCost: 0,
  maxBlockGasCost: Number(l1Fees.maxBlockGasCost),
  blockGasCostStep: Number(l1Fees.blockGasCostStep),
}

/** Minimum seconds between blocks since Granite (ACP-226, at the initial excess). */
export const minimumDelay = 2

/** Rules of an EVM chain at a time. */
export interface Rules {
  readonly kind: 'c-chain' | 'l1'
  /** Returns whether an upgrade is active at a time, epoch seconds. */
  isActive(upgrade: UpgradeName, seconds: number): boolean
  /** Returns the gas price before Apricot 3, wei. */
  fixedGasPrice(seconds: number): bigint
  gasLimit(seconds: number): bigint
  /** Returns the latest active upgrade. */
  era(seconds: number): Era
  /** Returns the rules of execution. */
  engine(seconds: number): EngineRules
}

/** Returns the rules of a chain. Activation times are those of the network, on L1s too. */
export function rulesOf(constants: NetworkConstants, kind: Rules['kind']): Rules {
  const activation = new Map(
    Object.entries(constants.upgrades).map(([name, time]) => [name, Date.parse(time) / 1000]),
  )
  const isActive = (upgrade: UpgradeName, seconds: number) =>
    seconds >= (activation.get(upgrade) ?? Number.POSITIVE_INFINITY)
  const era = erasOf(constants.upgrades)
  const engine = (seconds: number) => avalancheRules(kind, era(seconds))
  if (kind === 'l1')
    return {
      ...{ kind, isActive, era, engine },
      fixedGasPrice: () => l1Fees.minimumFee,
      gasLimit: () => l1Fees.gasLimit,
    }
  return {
    ...{ kind, isActive, era, engine },
    fixedGasPrice: (seconds) => (isActive('apricotPhase1', seconds) ? 225n : 470n) * gwei,
    gasLimit: (seconds) => {
      if (isActive('fortuna', seconds)) return maximumGasCapacity
      if (isActive('cortina', seconds)) return 15_000_000n
      return isActive('apricotPhase1', seconds) ? 8_000_000n : 100_000_000n
    },
  }
}

/** Maximum gas capacity of the C-chain for a block at the initial target of ACP-176. */
export const maximumGasCapacity = 10_000_000n
