import type { OutputOwners } from '../../formats/components.ts'
import { platformTransactions } from '../../formats/platform-transactions.ts'
import { utxoId } from '../../formats/utxos.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import { splitReward } from './rewards.ts'
import { noteStakeEnd } from './stake-rows.ts'
import type { Staker } from './stakers.ts'
import type { PrimaryState } from './state.ts'
import type { MadeUtxo, RewardType } from './utxo-set.ts'

/** How a stake ends: what is paid, in the transaction that pays it. */
export interface StakeEnd {
  readonly tx: AcceptableTransaction
  /** False when the node was away too much: the block is aborted. */
  readonly isRewarded: boolean
  /** Ends the stake at the height of the commit or abort block. */
  readonly settle: (height: number) => void
}

/** The RewardValidatorTx of a validator or delegator whose time has come. G-78 */
export function endStake(state: PrimaryState, staker: Staker): StakeEnd {
  const { forms, stakers, utxos } = state
  const isRewarded = !staker.hasLowUptime
  const { id, bytes, unsigned } = platformTransactions.sign(
    { type: 'RewardValidatorTx', txId: staker.txId },
    [],
  )
  const { made, gross, net } = payments(state, staker, isRewarded)
  return {
    isRewarded,
    tx: {
      chain: 'P',
      type: unsigned.type,
      id,
      bytes,
      spent: [],
      made,
      columns: { staking_tx_id: forms.id(staker.txId) },
      rewardAddresses: staker.rewardOwners.addresses,
    },
    settle(height) {
      const { outputs, stakes } = staker
      for (let index = outputs; index < outputs + stakes; index++)
        utxos.release(utxoId(staker.txId, index))
      if (!isRewarded) stakers.supplyOf(staker.subnetId).supply -= staker.reward
      stakers.remove(staker)
      noteStakeEnd(state, staker, { height, rewardTxId: id, gross, net })
    },
  }
}

/** Outputs under the id of the stake's transaction, behind its own. */
function payments({ stakers, facts }: PrimaryState, staker: Staker, isRewarded: boolean) {
  const made: MadeUtxo[] = []
  const pay = (amount: bigint, owners: OutputOwners, rewardType: RewardType) => {
    if (amount === 0n) return
    made.push({
      txId: staker.txId,
      outputIndex: staker.outputs + staker.stakes + made.length,
      assetId: staker.assetId,
      output: { ...owners, type: 'TransferOutput', amount },
      createdOn: 'P',
      consumedOn: 'P',
      rewardType,
    })
  }
  const gross = isRewarded ? staker.reward : 0n
  if (staker.kind === 'validator') {
    pay(gross, staker.rewardOwners, 'VALIDATOR')
    pay(staker.owed, staker.feeOwners, 'VALIDATOR_FEE')
    return { made, gross, net: gross }
  }
  const shared = splitReward(gross, staker.shares)
  pay(shared.delegator, staker.rewardOwners, 'DELEGATOR')
  const validator = stakers.validator(staker.subnetId, staker.node)
  // Validators that began after Cortina get all fees with their own reward, earlier ones at once.
  if (validator && facts.isActive('cortina', validator.start)) validator.owed += shared.validator
  else if (validator) pay(shared.validator, validator.feeOwners, 'VALIDATOR_FEE')
  return { made, gross, net: shared.delegator }
}
