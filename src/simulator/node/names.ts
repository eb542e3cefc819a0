import { sha256 } from '../../formats/hashes.ts'
import { nodeIdOf, nodeIdText } from '../../formats/ids.ts'
import { stakingCertificate } from '../../formats/staking-certificates.ts'
import type { Network } from '../../networks/network.ts'

/** The P-256 key behind a node's staking certificate, 32 bytes; follows from network and name. */
export const stakingKeyOf = (network: Network, name: string): Uint8Array =>
  sha256(new TextEncoder().encode(`snowglobe staker ${network} ${name}`))

/** The NodeID of a node: that of its staking certificate. */
export function nodeIdOfName(network: Network, name: string): string {
  const key = `${network} ${name}`
  const id = known.get(key) ?? nodeIdText(nodeIdOf(stakingCertificate(stakingKeyOf(network, name))))
  known.set(key, id)
  return id
}

/** Of the few nodes that are asked for by name: a certificate takes two signatures' time. */
const known = new Map<string, string>()
