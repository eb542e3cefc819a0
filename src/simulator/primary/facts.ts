import type { RelativeTime } from '../../../schemas/definition/common.ts'
import { activationOf, relativeTimeSeconds } from '../../definition/relative-times.ts'
import { parseId, primaryNetworkIdBytes } from '../../formats/ids.ts'
import {
  type NetworkConstants,
  networkConstants,
  type UpgradeName,
} from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'

/** Constants of a network: its ids as bytes and its upgrades. */
export interface NetworkFacts {
  readonly network: Network
  readonly networkId: number
  /** Human-readable part of bech32 addresses. */
  readonly hrp: NetworkConstants['hrp']
  readonly chainIds: Readonly<Record<PrimaryChain, Uint8Array>>
  readonly avaxId: Uint8Array
  /** Returns the activation time, epoch seconds. */
  activation(upgrade: UpgradeName): number
  isActive(upgrade: UpgradeName, seconds: number): boolean
  /** Converts a relative time of the definition to epoch seconds. */
  secondsOf(time: RelativeTime): number
}

/**
 * Returns the constants.
 * @param now end of the world, epoch seconds
 */
export function factsOf(network: Network, now: number): NetworkFacts {
  const constants = networkConstants[network]
  // Read once: each block uses several of them.
  const names = Object.keys(constants.upgrades) as UpgradeName[]
  const activations = new Map(names.map((upgrade) => [upgrade, activationOf(network, upgrade)]))
  const activation = (upgrade: UpgradeName) => activations.get(upgrade) ?? Number.POSITIVE_INFINITY
  return {
    network,
    networkId: constants.networkId,
    hrp: constants.hrp,
    chainIds: {
      P: primaryNetworkIdBytes,
      X: parseId(constants.xChainId),
      C: parseId(constants.cChainId),
    },
    avaxId: parseId(constants.avaxAssetId),
    activation,
    isActive: (upgrade, seconds) => seconds >= activation(upgrade),
    secondsOf: (time) => relativeTimeSeconds(time, network, now),
  }
}
