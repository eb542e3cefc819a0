import { fromHex, parseNodeId } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { id, uint64 } from '../../json-rpc/argument-readers.ts'
import { ArgumentError, type ArgumentReader } from '../../json-rpc/arguments.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { createRandomStreams } from '../../simulator/random.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import type { World } from '../../world/world.ts'
import { presentOf } from './fees.ts'

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
    const height = heightIn(world, given)
    if (height === undefined)
      throw rpcError(
        `failed to get validator set: ${unfinalized} with SubnetID = ${subnetID}: ${beyond(world, given)}`,
      )
    const validators = new Map<string, { publicKey: string | null; weight: bigint }>()
    for (const row of validatorsAt(world, subnetID, height)) {
      const nodeId = nodeOf(row)
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

/**
 * `platform.getAllValidatorsAt`: by subnet the validators that sign together, in the order that bit
 * sets of signers refer to. The total weight counts those without a BLS key too.
 */
export const getAllValidatorsAt = defineMethod(
  'platform.getAllValidatorsAt',
  { height: platformHeight },
  (world, { height: given }) => {
    const height = heightIn(world, given)
    if (height === undefined)
      throw rpcError(`failed to get validator set: ${unfinalized}: ${beyond(world, given)}`)
    const sets = world
      .all(selectSubnets, { network: world.nodeNetwork })
      .map(({ subnet_id }) => ({ subnet_id, rows: validatorsAt(world, subnet_id, height) }))
      .filter(({ rows }) => rows.some(({ is_active }) => is_active === 1))
      .sort((a, b) => (a.subnet_id < b.subnet_id ? -1 : 1))
    return {
      validatorSets: Object.fromEntries(
        sets.map(({ subnet_id, rows }) => [subnet_id, canonicalSetOf(rows)]),
      ),
    }
  },
)

function canonicalSetOf(rows: readonly ValidatorRow[]) {
  const signing = rows.flatMap((row) =>
    row.is_active === 1 && row.bls_public_key !== null ? [{ ...row, key: row.bls_public_key }] : [],
  )
  const validators = [...groupBy(signing, ({ key }) => key)]
    .map(([publicKey, members]) => ({ publicKey, order: orderOf(publicKey), members }))
    .sort((a, b) => compareBytes(a.order, b.order))
  return {
    validators: validators.map(({ publicKey, members }) => ({
      publicKey,
      weight: weightOf(members),
      nodeIDs: [...new Set(members.map(({ node_id }) => node_id))].sort(),
    })),
    totalWeight: weightOf(rows),
  }
}

const weightOf = (rows: readonly ValidatorRow[]): string =>
  String(rows.reduce((sum, { weight }) => sum + BigInt(weight), 0n))

/**
 * Returns bytes that sort compressed BLS keys as their uncompressed form, x before y: the flags in
 * the first byte go, and the sign of y comes last.
 */
function orderOf(compressedKey: string): Uint8Array {
  const [first = 0, ...rest] = fromHex(compressedKey)
  return Uint8Array.from([first & 0x1f, ...rest, first & 0x20])
}

/** Reader of an integer below 2^16, as number or text; absent: 0. */
const uint16: ArgumentReader<number> = {
  absent: 0,
  read(raw, dialect) {
    const value = uint64.read(raw, dialect)
    if (value !== undefined && value > 0xffffn) throw new ArgumentError()
    return value === undefined ? undefined : Number(value)
  },
}

/**
 * `platform.sampleValidators`: nodes by the order of their ids, each as often as it was drawn. A
 * unit of weight is drawn once at most. Draws follow from the seed and the time of the world. G-252
 */
export const sampleValidators = defineMethod(
  'platform.sampleValidators',
  { size: uint16, subnetID: id },
  (world, { size, subnetID }) => {
    if (size === 0) return { validators: [] }
    const rows = validatorsAt(world, subnetID, heightOf(world))
    if (rows.length === 0) throw rpcError(`sampling ${subnetID} errored with missing validators`)
    const total = rows.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
    if (BigInt(size) > total)
      throw rpcError(`sampling ${subnetID} errored with insufficient weight`)
    const random = createRandomStreams(world.seed).at(`sample of ${subnetID}`, presentOf(world))
    // Each step draws one more unit, or takes the last one where that was drawn before.
    const drawn = new Set<bigint>()
    for (let last = total - BigInt(size); last < total; last++) {
      const unit = random.bigint(0n, last)
      drawn.add(drawn.has(unit) ? last : unit)
    }
    const units = [...drawn].sort((a, b) => (a < b ? -1 : 1))
    const nodes = nodesAt(rows, units)
    return { validators: nodes.sort((a, b) => compareBytes(parseNodeId(a), parseNodeId(b))) }
  },
)

/** Returns the nodes that ascending units of weight belong to. */
function nodesAt(rows: readonly ValidatorRow[], units: readonly bigint[]): string[] {
  const nodes: string[] = []
  let end = 0n
  let next = 0
  for (const row of rows) {
    end += BigInt(row.weight)
    for (; (units[next] ?? end) < end; next++) nodes.push(nodeOf(row))
  }
  return nodes
}

/** Returns the height that a request means; undefined beyond the last block. */
function heightIn(world: World, given: bigint): number | undefined {
  const last = heightOf(world)
  if (given === proposed) return last
  return given > BigInt(last) ? undefined : Number(given)
}

const beyond = (world: World, given: bigint): string =>
  `current P-chain height (${heightOf(world)}) < requested P-Chain height (${given})`

const unfinalized = 'failed to fetch validator set at unfinalized height'
/** Returns the node of a validator; those of an L1 without balance have the empty one. */
const nodeOf = (row: ValidatorRow): string => (row.is_active === 1 ? row.node_id : emptyNodeId)

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

const selectSubnets = statement<{ network: string }, { subnet_id: string }>(
  'SELECT subnet_id FROM subnet WHERE network = :network',
)

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
