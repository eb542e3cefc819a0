import { id } from '../../json-rpc/argument-readers.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'
import { lastBlockOf } from './chain.ts'

/** `platform.getL1Validator` */
export const getL1Validator = defineMethod(
  'platform.getL1Validator',
  { validationID: id },
  (world, { validationID }) => {
    const row = world.get(selectOne, { network: world.nodeNetwork, validationId: validationID })
    if (!row || row.weight === '0')
      throw rpcError(`fetching L1 validator "${validationID}" failed: not found`)
    return Object.assign(l1ValidatorOf(world, row), {
      subnetID: row.subnet_id,
      height: String(lastBlockOf(world).height),
    })
  },
)

/** Returns the validators of an L1 in the order of their registration; of a subnet none. */
export const l1ValidatorsOf = (world: World, subnetId: string) =>
  world
    .all(selectOfSubnet, { network: world.nodeNetwork, subnetId })
    .map((row) => l1ValidatorOf(world, row))

function l1ValidatorOf(world: World, row: Row) {
  const owner = (role: 'balance' | 'deactivation', threshold: number) => ({
    locktime: '0',
    threshold: String(threshold),
    addresses: world.all(selectOwners, { seq: row.seq, role }).map(({ address }) => `P-${address}`),
  })
  // Balances are those after the last block.
  const accrued = BigInt(lastBlockOf(world).accrued_fees ?? 0)
  const left = row.paid_until === null ? 0n : BigInt(row.paid_until) - accrued
  return {
    nodeID: row.node_id,
    weight: row.weight,
    startTime: String(row.created_at),
    validationID: row.validation_id,
    publicKey: row.bls_public_key,
    remainingBalanceOwner: owner('balance', row.balance_owner_threshold),
    deactivationOwner: owner('deactivation', row.deactivation_owner_threshold),
    minNonce: row.min_nonce,
    balance: String(left > 0n ? left : 0n),
  }
}

interface Row {
  seq: number
  validation_id: string
  subnet_id: string
  node_id: string
  weight: string
  created_at: number
  bls_public_key: string
  min_nonce: string
  paid_until: string | null
  balance_owner_threshold: number
  deactivation_owner_threshold: number
}

const select = `
  SELECT seq, validation_id, subnet_id, node_id, CAST(weight AS TEXT) AS weight, created_at,
    bls_public_key, CAST(min_nonce AS TEXT) AS min_nonce, CAST(paid_until AS TEXT) AS paid_until,
    balance_owner_threshold, deactivation_owner_threshold
  FROM l1_validator WHERE network = :network AND`

const selectOne = statement<{ network: string; validationId: string }, Row>(
  `${select} validation_id = :validationId`,
)

const selectOfSubnet = statement<{ network: string; subnetId: string }, Row>(
  `${select} subnet_id = :subnetId AND weight > 0 ORDER BY seq`,
)

const selectOwners = statement<{ seq: number; role: string }, { address: string }>(`
  SELECT address FROM l1_validator_owner
  WHERE l1_validator_seq = :seq AND role = :role ORDER BY position`)
