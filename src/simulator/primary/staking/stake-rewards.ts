import type { OutputOwners } from '../../../formats/components.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../../formats/p-chain-transactions.ts'
import { utxoId } from '../../../formats/utxos.ts'
import { statement } from '../../../store/statement.ts'
import type { Effect } from '../effect.ts'
import type { PrimaryState } from '../state.ts'
import type { MadeUtxo, RewardType } from '../utxos/held-utxo.ts'
import { splitReward } from './rewards.ts'
import { rewardAddressesOf, rewardOwnersOf } from './stake-effects.ts'
import type { Staker } from './staker.ts'

/** Builds the RewardValidatorTx of a stake that is due. G-78 */
export const rewardTransaction = ({ txId }: Staker) => ({
  chain: 'P' as const,
  ...platformTransactions.sign({ type: 'RewardValidatorTx', txId }, []),
})

/** Makes the outputs of a stake's reward; the next block ends the stake. */
export const payStake: Effect<Extract<PlatformTransaction, { type: 'RewardValidatorTx' }>> = (
  state,
  { unsigned: { txId } },
) => {
  const { ids, stakers } = state
  const staker = stakers.of(ids.id(txId))
  const tx = stakeTransaction(state, staker)
  return {
    columns: { staking_tx_id: ids.id(txId) },
    made: payments(state, staker, tx),
    rewardAddresses: rewardAddressesOf(tx),
  }
}

/** Ends a stake at the height of the commit or abort block, and returns its principal. */
export function settleStake(
  state: PrimaryState,
  staker: Staker,
  { height, rewardTxId }: { readonly height: number; readonly rewardTxId: Uint8Array },
): void {
  const { stakers, utxos } = state
  stakers.end(staker, height, { rewardTxId, isRewarded: !staker.hasLowUptime })
  const { outputs, stake } = stakeTransaction(state, staker)
  for (let index = outputs.length; index < outputs.length + stake.length; index++)
    utxos.release(utxoId(staker.txId, index))
}

type StakeTransaction = Extract<PlatformTransaction, { readonly stake: unknown }>

function stakeTransaction({ store }: PrimaryState, { txSeq }: Staker): StakeTransaction {
  const row = store.get(selectBytes, { seq: txSeq })
  const tx = row && platformTransactions.decode(row.bytes).unsigned
  if (!tx || !('stake' in tx))
    throw new Error(`internal error: transaction ${txSeq} stakes nothing`)
  return tx
}

/** Returns outputs under the id of the stake's transaction, after its own. */
function payments(
  { stakers, facts, store }: PrimaryState,
  staker: Staker,
  tx: StakeTransaction,
): MadeUtxo[] {
  const made: MadeUtxo[] = []
  const [staked] = tx.stake
  const pay = (amount: bigint, owners: OutputOwners, type: RewardType) => {
    if (amount === 0n) return
    const { locktime, threshold, addresses } = owners
    made.push({
      txId: staker.txId,
      outputIndex: tx.outputs.length + tx.stake.length + made.length,
      assetId: staked?.assetId ?? facts.avaxId,
      output: { type: 'TransferOutput', amount, locktime, threshold, addresses },
      createdOn: 'P',
      consumedOn: 'P',
      reward: { type, nodeId: staker.nodeId },
    })
  }
  const { reward, fees } = rewardOwnersOf(tx)
  const gross = staker.hasLowUptime ? 0n : staker.reward
  if (staker.kind === 'validator') {
    pay(gross, reward, 'VALIDATOR')
    pay(staker.owed, fees, 'VALIDATOR_FEE')
    return made
  }
  const shared = splitReward(gross, staker.shares)
  pay(shared.delegator, reward, 'DELEGATOR')
  const validator = stakers.validator(staker.subnetId, staker.nodeId)
  if (!validator) return made
  // Validators that began after Cortina get all fees with their own reward, earlier ones at once.
  if (facts.isActive('cortina', validator.start)) stakers.owe(validator, shared.validator)
  else {
    stakers.pay(validator, shared.validator)
    const row = store.get(selectBytes, { seq: validator.txSeq })
    if (row)
      pay(
        shared.validator,
        rewardOwnersOf(platformTransactions.decode(row.bytes).unsigned).fees,
        'VALIDATOR_FEE',
      )
  }
  return made
}

const selectBytes = statement<{ seq: number }, { bytes: Uint8Array }>(
  'SELECT bytes FROM primary_transaction WHERE seq = :seq',
)
