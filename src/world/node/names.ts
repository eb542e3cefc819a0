import { sha256 } from '../../formats/hashes.ts'
import { nodeIdOf, nodeIdText } from '../../formats/ids.ts'
import { stakingCertificate } from '../../formats/staking-certificates.ts'

/** The P-256 key behind the staking certificate of a node, 32 bytes; it follows from the name. */
export const stakingKeyOfName = (name: string): Uint8Array =>
  sha256(new TextEncoder().encode(`snowglobe staking ${name}`))

/** The NodeID of a node: that of its staking certificate. */
export const nodeIdOfName = (name: string): string =>
  nodeIdText(nodeIdOf(stakingCertificate(stakingKeyOfName(name))))
