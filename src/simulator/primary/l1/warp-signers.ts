import { uncompressPublicKey } from '../../../formats/bls.ts'
import type { BlsKey } from '../../../formats/bls-pool.ts'
import { fromHex, parseNodeId } from '../../../formats/ids.ts'
import { type CanonicalSet, canonicalSet, type Validator } from '../../../formats/validator-sets.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import { statement } from '../../../store/statement.ts'
import type { PrimaryState } from '../state.ts'

/** Validator that signs Warp messages of its subnet. */
interface WarpSigner extends Validator {
  /** BLS secret; undefined for a key that a wallet brought. */
  readonly secretKey: Uint8Array | undefined
}

/**
 * Returns the validators that sign Warp messages of a subnet, after the last block: those of an L1,
 * or else those that stake or that the subnet's owner added. A message belongs to the subnet of its
 * source chain, so the primary network signs for the C-chain.
 */
export function warpSigners(
  state: Pick<PrimaryState, 'facts' | 'ids' | 'l1Validators' | 'nodes' | 'store'>,
  subnetId: Uint8Array,
): CanonicalSet<WarpSigner> {
  const { facts, ids, l1Validators, nodes, store } = state
  const keyOf = (nodeId: Uint8Array, publicKey: Uint8Array | undefined) =>
    publicKey ? keysOf(publicKey, nodes.keyOf(nodeId, publicKey)) : keyless
  const ofL1 = l1Validators.of(subnetId)
  if (ofL1.length > 0)
    return canonicalSet(
      ofL1.map(({ nodeId, blsPublicKey, weight, paidUntil }) => ({
        weight,
        // An inactive validator counts, but cannot sign.
        ...keyOf(nodeId, paidUntil === undefined ? undefined : blsPublicKey),
      })),
    )
  const bindings = {
    network: facts.network,
    subnetId: ids.id(subnetId),
    primaryId: primaryNetworkId,
  }
  const keys = new Map<string, ReturnType<typeof keyOf>>()
  const ofNode = (row: StakeRow) => {
    const known = keys.get(row.node_id)
    if (known) return known
    const publicKey = row.bls_public_key === null ? undefined : fromHex(row.bls_public_key)
    const made = keyOf(parseNodeId(row.node_id), publicKey)
    keys.set(row.node_id, made)
    return made
  }
  return canonicalSet(
    store
      .all(selectStakes, bindings)
      .map((row) => ({ weight: BigInt(row.weight), ...ofNode(row) })),
  )
}

const keyless = { uncompressedPublicKey: undefined, secretKey: undefined }

const keysOf = (publicKey: Uint8Array, own: BlsKey | undefined) => ({
  uncompressedPublicKey: own?.uncompressedPublicKey ?? uncompressPublicKey(publicKey),
  secretKey: own?.secretKey,
})

interface StakeRow {
  node_id: string
  weight: string
  bls_public_key: string | null
}

// All stakes of a node, on every subnet, count for the key of its validator on the primary network.
const selectStakes = statement<{ network: string; subnetId: string; primaryId: string }, StakeRow>(`
  SELECT s.node_id, s.weight, (
    SELECT p.bls_public_key FROM staking_period AS p
    WHERE p.network = :network AND p.subnet_id = :primaryId AND p.node_id = s.node_id
      AND p.kind = 'validator' AND p.start_height IS NOT NULL AND p.end_height IS NULL
  ) AS bls_public_key
  FROM staking_period AS s
  WHERE s.network = :network AND s.subnet_id = :subnetId
    AND s.start_height IS NOT NULL AND s.end_height IS NULL`)
