import { id, nodeIds } from '../../json-rpc/argument-readers.ts'
import { defineMethod, rpcError } from '../../json-rpc/method.ts'
import { networkConstants, primaryNetworkId } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import { presentOf } from './fees.ts'

/** `platform.getCurrentValidators` of the primary network or of a permissioned subnet. */
export const getCurrentValidators = defineMethod(
  'platform.getCurrentValidators',
  { subnetID: id, nodeIDs: nodeIds },
  (world, { subnetID, nodeIDs }) => {
    const wanted = new Set(nodeIDs)
    const rows = world
      .all(selectCurrent, { network: world.nodeNetwork, subnetId: subnetID })
      .filter(({ node_id }) => wanted.size === 0 || wanted.has(node_id))
    return {
      validators: rows.map((row) => ({
        txID: row.tx_id,
        startTime: String(row.start_timestamp),
        endTime: String(row.end_timestamp),
        weight: row.weight,
        nodeID: row.node_id,
        ...(subnetID === primaryNetworkId && {
          stakeAmount: row.weight,
          potentialReward: row.reward,
          delegationFee: (row.shares / 10_000).toFixed(4),
          accruedDelegateeReward: row.owed,
          connected: true,
        }),
      })),
    }
  },
)

/** `platform.getL1Validator` */
export const getL1Validator = defineMethod(
  'platform.getL1Validator',
  { validationID: id },
  (world, { validationID }) => {
    const row = world.get(selectL1, { network: world.nodeNetwork, validationId: validationID })
    if (!row || row.weight === '0')
      throw rpcError(`fetching L1 validator "${validationID}" failed: not found`)
    const owner = (role: 'balance' | 'deactivation', threshold: number) => ({
      locktime: '0',
      threshold: String(threshold),
      addresses: world
        .all(selectOwners, { seq: row.seq, role })
        .map(({ address }) => `P-${address}`),
    })
    const etna = Date.parse(networkConstants[world.nodeNetwork].upgrades.etna) / 1000
    const accrued = 512n * BigInt(Math.max(0, presentOf(world) - etna))
    const left = row.paid_until === null ? 0n : BigInt(row.paid_until) - accrued
    return {
      subnetID: row.subnet_id,
      nodeID: row.node_id,
      publicKey: row.bls_public_key,
      remainingBalanceOwner: owner('balance', row.balance_owner_threshold),
      deactivationOwner: owner('deactivation', row.deactivation_owner_threshold),
      startTime: String(row.created_at),
      weight: row.weight,
      minNonce: row.min_nonce,
      balance: String(left > 0n ? left : 0n),
    }
  },
)

const selectCurrent = statement<
  { network: string; subnetId: string },
  {
    tx_id: string
    node_id: string
    weight: string
    start_timestamp: number
    end_timestamp: number
    reward: string
    shares: number
    owed: string
  }
>(`
  SELECT tx_id, node_id, weight, start_timestamp, end_timestamp, reward, shares, owed
  FROM staking_period
  WHERE network = :network AND subnet_id = :subnetId AND kind IN ('validator', 'appointed')
    AND start_height IS NOT NULL AND end_height IS NULL
  ORDER BY tx_seq`)

const selectL1 = statement<
  { network: string; validationId: string },
  {
    seq: number
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
>(`
  SELECT seq, subnet_id, node_id, CAST(weight AS TEXT) AS weight, created_at, bls_public_key,
    CAST(min_nonce AS TEXT) AS min_nonce, CAST(paid_until AS TEXT) AS paid_until,
    balance_owner_threshold, deactivation_owner_threshold
  FROM l1_validator WHERE network = :network AND validation_id = :validationId`)

const selectOwners = statement<{ seq: number; role: string }, { address: string }>(`
  SELECT address FROM l1_validator_owner
  WHERE l1_validator_seq = :seq AND role = :role ORDER BY position`)
