import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'

/** Returns the activation times of a network's upgrades, epoch seconds, in order. */
export const upgradeTimes = (network: Network): number[] =>
  Object.values(networkConstants[network].upgrades).map((time) => Date.parse(time) / 1000)
