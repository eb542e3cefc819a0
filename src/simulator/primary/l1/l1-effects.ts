import { encode } from '../../../formats/codec.ts'
import { conversionValidationId, registrationValidationId } from '../../../formats/ids.ts'
import { L1Message, l1MessageIn } from '../../../formats/l1-messages.ts'
import type { PlatformTransaction } from '../../../formats/p-chain-transactions.ts'
import { unsignedBytesOf } from '../../../formats/warp.ts'
import type { Effect, Issued, Outcome } from '../effect.ts'
import type { Placement } from '../signed.ts'
import type { PrimaryState } from '../state.ts'
import { managerColumns } from '../subnets/subnet-effects.ts'
import type { MadeUtxo } from '../utxos/held-utxo.ts'
import { minNonceAfter } from './l1-bounds.ts'
import type { L1Validator } from './l1-validators.ts'

type Of<Type extends PlatformTransaction['type']> = Extract<PlatformTransaction, { type: Type }>

/** Converts a subnet to an L1 with its first validators. */
export const convertSubnet: Effect<Of<'ConvertSubnetToL1Tx'>> = (
  state,
  { id, unsigned: { subnetId, managerChainId, managerAddress, validators } },
  { height, time },
) => {
  const { ids, l1Validators, subnets, store } = state
  const manager = managerColumns(state, { managerChainId, managerAddress })
  const { seq } = subnets.get(ids.id(subnetId))
  store.update('subnet', { seq }, { is_l1: 1, conversion_tx_id: ids.id(id), ...manager })
  return {
    columns: { subnet_id: ids.id(subnetId), ...manager },
    l1Balance: validators.reduce((sum, { balance }) => sum + balance, 0n),
    l1Validators: validators.map(({ nodeId, weight, balance, signer, ...owners }, index) => {
      const validator = l1Validators.register(
        {
          validationId: conversionValidationId(subnetId, index),
          subnetId,
          nodeId,
          blsPublicKey: signer.publicKey,
          proofOfPossession: signer.proof,
          balanceOwner: owners.remainingBalanceOwner,
          deactivationOwner: owners.deactivationOwner,
          weight,
          balance,
        },
        { height, time },
      )
      return l1Validators.entry(validator, time, balance)
    }),
  }
}

/** Registers the validator that the manager's message names. */
export const registerL1Validator: Effect<Of<'RegisterL1ValidatorTx'>> = (
  { l1Validators },
  { unsigned: { balance, message, proofOfPossession } },
  { height, time },
) => {
  const requested = l1MessageIn(unsignedBytesOf(message))
  if (requested.type !== 'RegisterL1Validator')
    throw new Error(
      `internal error: the registration carries a message of the type ${requested.type}`,
    )
  const { remainingBalanceOwner, disableOwner, expiry: _, ...validator } = requested
  const registered = l1Validators.register(
    {
      ...validator,
      validationId: registrationValidationId(encode(L1Message, requested)),
      proofOfPossession,
      balanceOwner: remainingBalanceOwner,
      deactivationOwner: disableOwner,
      balance,
    },
    { height, time },
  )
  return {
    l1Balance: balance,
    l1Validators: [l1Validators.entry(registered, time, balance)],
  }
}

/** Sets a weight. A weight of 0 removes the validator and returns its balance. */
export const setL1ValidatorWeight: Effect<Of<'SetL1ValidatorWeightTx'>> = (state, tx, at) => {
  const { l1Validators } = state
  const requested = l1MessageIn(unsignedBytesOf(tx.unsigned.message))
  if (requested.type !== 'L1ValidatorWeight')
    throw new Error(
      `internal error: the change of weight carries a message of the type ${requested.type}`,
    )
  const { validationId, nonce, weight } = requested
  const validator = l1Validators.get(validationId)
  const change = { weight, minNonce: minNonceAfter(nonce) }
  if (weight === 0n) return retire(state, tx, at, validator, change)
  const changed = l1Validators.change(validator, at.height, change)
  return { l1Validators: [l1Validators.entry(changed, at.time)] }
}

/** Increases a balance and reactivates an inactive validator. */
export const increaseL1Balance: Effect<Of<'IncreaseL1ValidatorBalanceTx'>> = (
  { l1Validators },
  { unsigned: { validationId, balance } },
  { height, time },
) => {
  const validator = l1Validators.get(validationId)
  const paidUntil = (validator.paidUntil ?? l1Validators.accruedFees(time)) + balance
  const changed = l1Validators.change(validator, height, { paidUntil })
  return { l1Balance: balance, l1Validators: [l1Validators.entry(changed, time, balance)] }
}

/** Disables a validator: it keeps its weight, its owner gets the balance back. */
export const disableL1Validator: Effect<Of<'DisableL1ValidatorTx'>> = (state, tx, at) =>
  retire(state, tx, at, state.l1Validators.get(tx.unsigned.validationId), {})

/** Ends a validator's activity: its balance is the output after those of the transaction. */
function retire(
  { facts, l1Validators }: PrimaryState,
  { id, unsigned: { outputs } }: Issued<Of<'SetL1ValidatorWeightTx' | 'DisableL1ValidatorTx'>>,
  { height, time }: Placement,
  validator: L1Validator,
  change: Partial<Pick<L1Validator, 'weight' | 'minNonce'>>,
): Partial<Outcome> {
  const balance = l1Validators.balance(validator, time)
  const changed = l1Validators.change(validator, height, { ...change, paidUntil: undefined })
  const returned: MadeUtxo = {
    txId: id,
    outputIndex: outputs.length,
    assetId: facts.avaxId,
    output: { type: 'TransferOutput', amount: balance, locktime: 0n, ...validator.balanceOwner },
    createdOn: 'P',
    consumedOn: 'P',
  }
  return {
    l1Returned: balance,
    made: balance > 0n ? [returned] : [],
    l1Validators: [l1Validators.entry(changed, time, -balance)],
  }
}
