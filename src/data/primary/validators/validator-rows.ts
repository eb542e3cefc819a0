import type { ValidationStatus } from '../../../../schemas/data/validators.ts'
import type { SummedDelegations } from '../../../simulator/primary/staking/delegation-sums.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { capacityOf, statusOf, uptimeOf } from './validation.ts'

/** Validation as the tables hold it. Lists are JSON; `weight` is in the subnet's unit. */
export interface ValidatorRow extends SummedDelegations {
  seq: number
  tx_id: string
  node_id: string
  subnet_id: string
  kind: 'validator' | 'appointed'
  weight: string
  /** Fee in millionths. */
  shares: number
  reward: string
  /** Fees of delegations that ended before it. */
  owed: string
  start_timestamp: number
  end_timestamp: number
  status: ValidationStatus
  reward_addresses: string
  bls_public_key: string | null
  bls_proof_of_possession: string | null
  reward_tx_id: string | null
  remove_tx_id: string | null
  removed_at: number | null
  /** Share in percent. */
  stake_percentage: number
  uptime: number
  /** Text of a number in nAVAX, -1 for none. */
  capacity: string
  version: string | null
  benched: string
}

/** Output that the end of a validation created. */
export interface PaidRow {
  seq: number
  reward_type: 'VALIDATOR' | 'VALIDATOR_FEE'
  amount: string
}

type Bindings = { seqs: string; now: number }
const requested = (world: World, seqs: readonly number[]): Bindings => ({
  seqs: JSON.stringify(seqs),
  now: world.clock.nowSeconds(),
})

/** Reads validations by `seq`, in their order. */
export const readValidators = (world: World, seqs: readonly number[]): ValidatorRow[] =>
  world.all(selectValidators, requested(world, seqs))

/** Reads the payments to validators at their ends, in any order. */
export const readPaid = (world: World, seqs: readonly number[]): PaidRow[] =>
  world.all(selectPaid, { seqs: JSON.stringify(seqs) })

const selectValidators = statement<Bindings, ValidatorRow>(`
  SELECT v.tx_seq AS seq, v.tx_id, v.node_id, v.subnet_id, v.kind, v.weight, v.shares, v.reward,
         v.owed, coalesce(begun, 0) AS begun, coalesce(begun_weight, '0') AS begun_weight,
         coalesce(running, 0) AS running, coalesce(running_weight, '0') AS running_weight,
         coalesce(running_fees, '0') AS running_fees, coalesce(paid_fees, '0') AS paid_fees,
         v.start_timestamp, v.end_timestamp, ${statusOf('v')} AS status,
         (SELECT json_group_array(address ORDER BY position) FROM transaction_address
          WHERE tx_seq = v.tx_seq AND role = 'reward') AS reward_addresses,
         tx.bls_public_key, tx.bls_proof_of_possession, tx.reward_tx_id,
         removal.tx_id AS remove_tx_id, removal.timestamp AS removed_at,
         100 * CAST(v.weight AS REAL) / (
           SELECT total(CAST(other.weight AS REAL)) FROM staking_period AS other
             INDEXED BY staking_period_current
           WHERE other.network = v.network AND other.subnet_id = v.subnet_id
             AND other.kind IN ('validator', 'appointed')
             AND other.start_height IS NOT NULL AND other.end_height IS NULL) AS stake_percentage,
         ${uptimeOf('v')} AS uptime, CAST(${capacityOf('v')} AS TEXT) AS capacity,
         coalesce(
           (SELECT version FROM node WHERE network = v.network AND node_id = v.node_id),
           (SELECT version FROM node_peer WHERE network = v.network AND node_id = v.node_id)
         ) AS version,
         (SELECT json_group_array(chain) FROM node_peer_bench
          WHERE network = v.network AND node_id = v.node_id) AS benched
  FROM json_each(:seqs) AS asked CROSS JOIN staking_period AS v ON v.tx_seq = asked.value
  JOIN primary_transaction AS tx ON tx.seq = v.tx_seq
  LEFT JOIN validator_delegations ON validator_seq = v.tx_seq
  LEFT JOIN primary_block AS block
    ON v.kind = 'appointed' AND block.network = v.network AND block.chain = 'P'
      AND block.height = v.end_height
  LEFT JOIN primary_transaction AS removal
    ON removal.network = v.network AND removal.chain = 'P' AND removal.block_id = block.block_id
      AND removal.tx_type = 'RemoveSubnetValidatorTx' AND removal.node_id = v.node_id
      AND removal.subnet_id = v.subnet_id
  ORDER BY asked.key`)

const selectPaid = statement<{ seqs: string }, PaidRow>(`
  SELECT tx.seq, utxo.reward_type, utxo.amount
  FROM json_each(:seqs) AS asked CROSS JOIN primary_transaction AS tx ON tx.seq = asked.value
  JOIN primary_transaction AS rewarding
    ON rewarding.network = tx.network AND rewarding.chain = 'P' AND rewarding.tx_id = tx.reward_tx_id
  JOIN utxo ON utxo.emitted_by = rewarding.seq
  WHERE utxo.reward_type IN ('VALIDATOR', 'VALIDATOR_FEE')`)
