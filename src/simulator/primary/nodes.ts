import type { BlsKey, BlsPool } from '../../formats/bls-pool.ts'
import { sha256 } from '../../formats/hashes.ts'
import { nodeIdOf, toHex } from '../../formats/ids.ts'
import { stakingCertificate } from '../../formats/staking-certificates.ts'
import type { Network } from '../../networks/network.ts'
import type { RowWriter } from '../../store/world-store.ts'
import type { Forms } from './forms.ts'

/** A node with its keys, which follow from network and name. */
export interface NodeIdentity {
  readonly name: string
  /** 20 bytes. */
  readonly nodeId: Uint8Array
  /** P-256 secret, 32 bytes, and its certificate in DER. */
  readonly stakingKey: Uint8Array
  readonly certificate: Uint8Array
  readonly bls: BlsKey
}

/** The nodes of a network. */
export interface Nodes {
  node(name: string): NodeIdentity
  /** Writes where the secrets of their BLS keys are. */
  finish(): void
}

export function createNodes(
  network: Network,
  pool: BlsPool,
  forms: Forms,
  writer: RowWriter,
): Nodes {
  const known = new Map<string, NodeIdentity & { readonly poolIndex: number }>()
  return {
    node(name) {
      const found = known.get(name)
      if (found) return found
      const stakingKey = sha256(new TextEncoder().encode(`snowglobe staker ${network} ${name}`))
      const certificate = stakingCertificate(stakingKey)
      // Even numbers for mainnet and odd ones for fuji: the networks share no key.
      const poolIndex = 2 * known.size + (network === 'fuji' ? 1 : 0)
      const node = {
        name,
        nodeId: nodeIdOf(certificate),
        stakingKey,
        certificate,
        bls: pool.key(poolIndex),
        poolIndex,
      }
      known.set(name, node)
      return node
    },
    finish() {
      for (const { nodeId, bls, poolIndex } of known.values())
        writer.insert('validator_key', {
          bls_public_key: toHex(bls.publicKey),
          node_id: forms.node(nodeId),
          pool_index: poolIndex,
        })
    },
  }
}
