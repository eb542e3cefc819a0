import type { NetworkConstants, UpgradeName } from '../../../fixtures/networks.ts'

const gwei = 1_000_000_000n

/** Which rules hold on an EVM chain at a time. */
export interface Rules {
  /** Whether an upgrade is active at a time, epoch seconds. */
  isActive(upgrade: UpgradeName, seconds: number): boolean
  /** Lowest base fee of a block, wei; before Apricot 3 there is none and this is the gas price. */
  minimumFee(seconds: number): bigint
  gasLimit(seconds: number): bigint
}

/** Activation times are those of the network; L1s of this world start after most of them. */
export function rulesOf(constants: NetworkConstants): Rules {
  const activation = new Map(
    Object.entries(constants.upgrades).map(([name, time]) => [name, Date.parse(time) / 1000]),
  )
  const isActive = (upgrade: UpgradeName, seconds: number) =>
    seconds >= (activation.get(upgrade) ?? Number.POSITIVE_INFINITY)
  return {
    isActive,
    // Sources: the fixed gas prices before Apricot 3, its 25 gwei floor, ACP-125's 1 gwei floor.
    minimumFee: (seconds) => {
      if (isActive('etna', seconds)) return gwei
      if (isActive('apricotPhase3', seconds)) return 25n * gwei
      return (isActive('apricotPhase1', seconds) ? 225n : 470n) * gwei
    },
    gasLimit: (seconds) => {
      if (isActive('cortina', seconds)) return 15_000_000n
      return isActive('apricotPhase1', seconds) ? 8_000_000n : 100_000_000n
    },
  }
}
