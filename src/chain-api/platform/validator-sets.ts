import { id, uint64 } from '../../json-rpc/argument-readers.ts'
import { ArgumentError, type ArgumentReader } from '../../json-rpc/arguments.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/** `platform.getTotalStake`: weight of a subnet's validators, 0 for a subnet without any. */
export const getTotalStake = defineMethod(
  'platform.getTotalStake',
  { subnetID: id },
  (world, { subnetID }) => {
    const rows = validatorsAt(world, subnetID, heightOf(world))
    const weight = String(rows.reduce((sum, row) => sum + BigInt(row.weight), 0n))
    return { stake: weight, weight }
  },
)

/** Reader of a height; `"proposed"` and the greatest number mean that of the next block. */
const platformHeight: ArgumentReader<bigint> = {
  absent: 0n,
  read(raw, dialect) {
    if (raw.text === '"proposed"') return proposed
    const value = uint64.read(raw, dialect)
    if (raw.text === '""') throw new ArgumentError()
    return value
  },
}

const proposed = (1n << 64n) - 1n

/**
 * `platform.getValidatorsAt`: weights and BLS keys at a height of the P-chain, by node. Validators
 * of an L1 without balance have the empty node in common, and no key.
 */
export const getValidatorsAt = defineMethod(
  'platform.getValidatorsAt',
  { height: platformHeight, subnetID: id },
  (world, { height: given, subnetID }) => {
    const last = BigInt(heightOf(world))
    const height = given === proposed ? last : given
    if (height > last)
      throw rpcError(
        `failed to get validator set: ${unfinalized} with SubnetID = ${subnetID}: current P-chain height (${last}) < requested P-Chain height (${height})`,
      )
    const validators = new Map<string, { publicKey: string | null; weight: bigint }>()
    for (const row of validatorsAt(world, subnetID, Number(height))) {
      const nodeId = row.is_active === 1 ? row.node_id : emptyNodeId
      const before = validators.get(nodeId)?.weight ?? 0n
      validators.set(nodeId, {
        publicKey: row.is_active === 1 ? row.bls_public_key : null,
        weight: before + BigInt(row.weight),
      })
    }
    return Object.fromEntries(
      [...validators]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([node, { publicKey, weight }]) => [node, { publicKey, weight: String(weight) }]),
    )
  },
)

const unfinalized = 'failed to fetch validator set at unfinalized height'
const emptyNodeId = 'NodeID-111111111111111111116DBWJs'

/** Returns the height of the last block. */
const heightOf = (world: World): number =>
  world.get(selectHeight, { network: world.nodeNetwork })?.height ?? 0

/** Returns the validators of a subnet at a height: of an L1 its own, else those that stake. */
function validatorsAt(world: World, subnetId: string, height: number): readonly ValidatorRow[] {
  const bindings = { network: world.nodeNetwork, subnetId, height }
  const l1 = world.all(selectL1Validators, bindings)
  return l1.length > 0 ? l1 : world.all(selectStakers, { ...bindings, primaryId: primaryNetworkId })
}

type AtHeight = { network: string; subnetId: string; height: number }

interface ValidatorRow {
  node_id: string
  weight: string
  bls_public_key: string | null
  is_active: 0 | 1
}

const selectHeight = statement<{ network: string }, { height: number }>(`
  SELECT height FROM primary_block
  WHERE network = :network AND chain = 'P' ORDER BY height DESC LIMIT 1`)

const selectL1Validators = statement<AtHeight, ValidatorRow>(`
  SELECT v.node_id, CAST(w.weight AS TEXT) AS weight, v.bls_public_key, w.is_active
  FROM l1_validator_weight AS w JOIN l1_validator AS v USING (network, validation_id)
  WHERE w.network = :network AND w.subnet_id = :subnetId AND w.weight > 0 AND w.from_height = (
    SELECT max(from_height) FROM l1_validator_weight AS last
    WHERE last.network = w.network AND last.subnet_id = w.subnet_id
      AND last.validation_id = w.validation_id AND last.from_height <= :height)`)

// The key of a node is that of its validator on the primary network, on every subnet.
const selectStakers = statement<AtHeight & { primaryId: string }, ValidatorRow>(`
  SELECT p.node_id, p.weight, 1 AS is_active, (
    SELECT max(k.bls_public_key) FROM staking_period AS k
    WHERE k.network = p.network AND k.subnet_id = :primaryId AND k.node_id = p.node_id
      AND k.kind <> 'delegator' AND k.start_height <= :height
      AND (k.end_height IS NULL OR k.end_height > :height)) AS bls_public_key
  FROM staking_period AS p
  WHERE p.network = :network AND p.subnet_id = :subnetId AND p.start_height <= :height
    AND (p.end_height IS NULL OR p.end_height > :height)`)
