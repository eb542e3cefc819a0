import type {
  ActiveValidator,
  CompletedValidator,
  PendingValidator,
  RemovedValidator,
  ValidatorHealth,
} from '../../../../schemas/data/validators.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { type PaidRow, readPaid, readValidators, type ValidatorRow } from './validator-rows.ts'

type Validator = ActiveValidator | CompletedValidator | PendingValidator | RemovedValidator

/** Reads validations by `seq`, in their order, with their state at the world's time. */
export function showValidators(world: World, seqs: readonly number[]): Validator[] {
  const paid = groupBy(readPaid(world, seqs), ({ seq }) => seq)
  return readValidators(world, seqs).map((row) => toValidator(row, paid.get(row.seq) ?? []))
}

function toValidator(row: ValidatorRow, paid: readonly PaidRow[]): Validator {
  switch (row.status) {
    case 'pending':
      return Object.assign(toStake(row), { validationStatus: 'pending' as const })
    case 'active':
      return toActive(row)
    case 'completed':
      return toCompleted(row, paid)
    case 'removed':
      return Object.assign(toStake(row), {
        removeTxHash: row.remove_tx_id ?? '',
        removeTimestamp: row.removed_at ?? 0,
        validationStatus: 'removed' as const,
      })
  }
}

const toStake = (row: ValidatorRow): Omit<PendingValidator, 'validationStatus'> => ({
  txHash: row.tx_id,
  nodeId: row.node_id,
  subnetId: row.subnet_id,
  amountStaked: row.weight,
  ...(row.kind === 'validator' && { delegationFee: percentWith16Places(row.shares) }),
  startTimestamp: row.start_timestamp,
  endTimestamp: row.end_timestamp,
  ...(row.bls_public_key !== null &&
    row.bls_proof_of_possession !== null && {
      blsCredentials: {
        publicKey: row.bls_public_key,
        proofOfPossession: row.bls_proof_of_possession,
      },
    }),
})

function toActive(row: ValidatorRow): ActiveValidator {
  return Object.assign(toStake(row), {
    stakePercentage: row.stake_percentage,
    delegatorCount: row.running,
    amountDelegated: row.running_weight,
    uptimePerformance: row.uptime,
    ...(row.version !== null && { avalancheGoVersion: row.version }),
    ...(row.capacity !== '-1' && { delegationCapacity: row.capacity }),
    potentialRewards: {
      validationRewardAmount: row.reward,
      delegationRewardAmount: String(BigInt(row.running_fees) + BigInt(row.owed)),
      rewardAddresses: JSON.parse(row.reward_addresses),
    },
    validatorHealth: toHealth(row),
    geolocation: null,
    validationStatus: 'active' as const,
  })
}

const toCompleted = (row: ValidatorRow, paid: readonly PaidRow[]): CompletedValidator => {
  const paidAs = (type: PaidRow['reward_type']) =>
    paid
      .filter(({ reward_type }) => reward_type === type)
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return Object.assign(toStake(row), {
    delegatorCount: row.begun,
    amountDelegated: row.begun_weight,
    rewards: {
      validationRewardAmount: String(paidAs('VALIDATOR')),
      delegationRewardAmount: String(paidAs('VALIDATOR_FEE') + BigInt(row.paid_fees)),
      rewardAddresses: JSON.parse(row.reward_addresses),
      ...(row.reward_tx_id !== null && { rewardTxHash: row.reward_tx_id }),
    },
    validationStatus: 'completed' as const,
  })
}

/** Builds the health of a validator; a connected one has reported its version. G-119 */
function toHealth({ version, benched }: ValidatorRow): ValidatorHealth {
  const chains: readonly string[] = JSON.parse(benched)
  const percentOn = (chain: string) => (chains.includes(chain) ? 100 : 0)
  return {
    reachabilityPercent: version === null ? 0 : 100,
    benchedPChainRequestsPercent: percentOn('P'),
    benchedXChainRequestsPercent: percentOn('X'),
    benchedCChainRequestsPercent: percentOn('C'),
  }
}

/** Formats millionths as percent, with as many places as the deployed service. */
const percentWith16Places = (shares: number): string =>
  `${Math.floor(shares / 10_000)}.${String(shares % 10_000).padStart(4, '0')}000000000000`
