import { uncompressPublicKey } from '../../formats/bls.ts'
import type { BlsPool } from '../../formats/bls-pool.ts'
import { fromHex, parseId } from '../../formats/ids.ts'
import { type CanonicalSet, canonicalSet, type Validator } from '../../formats/validator-sets.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** Validator that signs, if it has a key: an inactive one of an L1 counts without one. */
export interface SigningValidator extends Validator {
  /** Place of its secret in the pool; undefined without a key, or with one that a wallet brought. */
  readonly poolIndex: number | undefined
}

/** Returns a key as x ‖ y; those that wallets brought are not in the pool. */
function uncompressedOf(
  pool: BlsPool,
  publicKey: string | null,
  poolIndex: number | null,
): Uint8Array | undefined {
  if (publicKey === null) return undefined
  if (poolIndex !== null) return pool.key(poolIndex).uncompressedPublicKey
  return uncompressPublicKey(fromHex(publicKey))
}

/** Returns the height of the network's P-chain. */
export function platformHeight(world: World, network: Network): number {
  return world.get(selectHeight, { network })?.height ?? 0
}

/**
 * Returns the validators of a subnet at a P-chain height in canonical order. For an L1 they are its
 * own since its conversion. Otherwise they stake or were added by the subnet's owner.
 * @param subnetId cb58
 */
export function validatorsAt(
  world: World,
  pool: BlsPool,
  network: Network,
  subnetId: string,
  height: number,
): CanonicalSet<SigningValidator> {
  const bindings = { network, subnetId, height }
  const l1 = world.all(selectL1Validators, bindings)
  const rows =
    l1.length > 0 ? l1 : world.all(selectStakers, { ...bindings, primaryId: primaryNetworkId })
  return canonicalSet(
    rows.map(({ weight, pool_index, bls_public_key, is_active }) => ({
      weight: BigInt(weight),
      uncompressedPublicKey:
        is_active === 1 ? uncompressedOf(pool, bls_public_key, pool_index) : undefined,
      poolIndex: pool_index ?? undefined,
    })),
  )
}

/**
 * Returns the subnet of a blockchain, as cb58.
 * @param blockchainId 32 bytes as cb58
 */
export const subnetOfChain = (world: World, network: Network, blockchainId: string) =>
  world.get(selectSubnetOf, { network, blockchainId })?.subnet_id

export const subnetExists = (world: World, network: Network, subnetId: string): boolean =>
  world.get(selectSubnet, { network, subnetId }) !== undefined

/** Converts the base-58 or `0x…` form of a subnet id to cb58; throws FormatError. */
export const canonicalSubnetId = (text: string): Uint8Array =>
  /^0x[0-9a-fA-F]{64}$/.test(text)
    ? Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
    : parseId(text)

type AtHeight = { network: Network; subnetId: string; height: number }

interface ValidatorRow {
  weight: string | number
  bls_public_key: string | null
  pool_index: number | null
  is_active: number
}

const selectHeight = statement<{ network: Network }, { height: number }>(`
  SELECT height FROM primary_block
  WHERE network = :network AND chain = 'P'
  ORDER BY height DESC LIMIT 1`)

const selectL1Validators = statement<AtHeight, ValidatorRow>(`
  SELECT weight, bls_public_key, pool_index, is_active FROM (
    SELECT w.weight, v.bls_public_key, k.pool_index, w.is_active,
           row_number() OVER (PARTITION BY w.validation_id ORDER BY w.from_height DESC) AS age
    FROM l1_validator_weight w
    JOIN l1_validator v USING (network, validation_id)
    LEFT JOIN validator_key k USING (node_id, bls_public_key)
    WHERE w.network = :network AND w.subnet_id = :subnetId AND w.from_height <= :height)
  WHERE age = 1 AND weight > 0`)

// All stakes of a node, on every subnet, count for the key of its validator on the primary network.
// A node that began with an AddValidatorTx has no key, whatever key it registers later.
const selectStakers = statement<AtHeight & { primaryId: string }, ValidatorRow>(`
  WITH current AS (
    SELECT subnet_id, node_id, weight, bls_public_key FROM staking_period
    WHERE network = :network AND subnet_id IN (:subnetId, :primaryId)
      AND start_height <= :height AND (end_height IS NULL OR end_height > :height)
  ), keys AS (
    SELECT node_id, bls_public_key, pool_index
    FROM current JOIN validator_key USING (node_id, bls_public_key)
    WHERE subnet_id = :primaryId
  )
  SELECT weight, keys.bls_public_key, pool_index, 1 AS is_active
  FROM current LEFT JOIN keys USING (node_id)
  WHERE subnet_id = :subnetId`)

const selectSubnetOf = statement<{ network: Network; blockchainId: string }, { subnet_id: string }>(
  'SELECT subnet_id FROM blockchain WHERE network = :network AND blockchain_id = :blockchainId',
)

const selectSubnet = statement<{ network: Network; subnetId: string }, { seq: number }>(
  'SELECT seq FROM subnet WHERE network = :network AND subnet_id = :subnetId',
)
