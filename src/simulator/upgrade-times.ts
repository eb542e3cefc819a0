import { networkConstants } from '../networks/constants.ts'
import type { Network } from '../networks/network.ts'

/** When the upgrades of a network became active, epoch seconds, in their order. */
export const upgradeTimes = (network: Network): number[] =>
  Object.values(networkConstants[network].upgrades).map((time) => Date.parse(time) / 1000)
