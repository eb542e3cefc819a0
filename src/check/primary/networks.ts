import { parseId, primaryNetworkIdBytes } from '../../formats/ids.ts'
import { networkConstants, type UpgradeName } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { type PrimaryChain, primaryChains } from '../../networks/primary-chain.ts'
import { idText } from '../texts.ts'

/** Returns the id of a chain of a network, 32 bytes. */
export const chainId = (network: Network, chain: PrimaryChain): Uint8Array =>
  chainIds[network][chain]

/** Returns the chain of the primary network with this id (32 bytes), if it exists. */
export function chainOf(network: Network, id: Uint8Array): PrimaryChain | undefined {
  const text = idText(id)
  return primaryChains.find((chain) => idText(chainIds[network][chain]) === text)
}

/** Returns the cb58 of the asset that pays fees. */
export const avaxId = (network: Network): string => networkConstants[network].avaxAssetId

/** Returns whether an upgrade of the network was active at a time, epoch seconds. */
export const isActive = (network: Network, upgrade: UpgradeName, seconds: number): boolean =>
  seconds >= activation(network, upgrade)

/** Returns the activation time of an upgrade, epoch seconds. */
export const activation = (network: Network, upgrade: UpgradeName): number =>
  Date.parse(networkConstants[network].upgrades[upgrade]) / 1000

const idsOf = (network: Network) => ({
  P: primaryNetworkIdBytes,
  X: parseId(networkConstants[network].xChainId),
  C: parseId(networkConstants[network].cChainId),
})

const chainIds = { mainnet: idsOf('mainnet'), fuji: idsOf('fuji') }
