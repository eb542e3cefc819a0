import { sha256 } from '../../formats/hashes.ts'
import { nodeIdOf, nodeIdText } from '../../formats/ids.ts'
import { stakingCertificate } from '../../formats/staking-certificates.ts'
import type { Network } from '../../networks/network.ts'

/**
 * Returns the P-256 key of a node's staking certificate, 32 bytes; it follows from network and
 * name.
 */
export const stakingKeyOf = (network: Network, name: string): Uint8Array =>
  sha256(new TextEncoder().encode(`snowglobe staker ${network} ${name}`))

/** Returns the NodeID of a node: that of its staking certificate. */
export function nodeIdOfName(network: Network, name: string): string {
  const key = `${network} ${name}`
  const id = known.get(key) ?? nodeIdText(nodeIdOf(stakingCertificate(stakingKeyOf(network, name))))
  known.set(key, id)
  return id
}

/** NodeIDs of the few nodes requested by name: a certificate takes the time of two signatures. */
const known = new Map<string, string>()
