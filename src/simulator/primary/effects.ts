import type { AtomicTransaction } from '../../formats/c-chain-atomic-transactions.ts'
import type { PlatformTransaction } from '../../formats/p-chain-transactions.ts'
import type { ExchangeTransaction } from '../../formats/x-chain-transactions.ts'
import type { Effect, Outcome } from './effect.ts'
import { createAsset } from './exchange/asset-effects.ts'
import {
  convertSubnet,
  disableL1Validator,
  increaseL1Balance,
  registerL1Validator,
  setL1ValidatorWeight,
} from './l1/l1-effects.ts'
import type { Placement, SignedTransaction } from './signed.ts'
import {
  beginDelegation,
  beginPermissionedStake,
  beginValidation,
  dismissValidator,
} from './staking/stake-effects.ts'
import { payStake } from './staking/stake-rewards.ts'
import type { PrimaryState } from './state.ts'
import {
  createChain,
  createSubnet,
  transferOwnership,
  transformSubnet,
} from './subnets/subnet-effects.ts'

/** An effect for each type. */
type Effects<Transaction extends { readonly type: string }> = {
  readonly [Type in Transaction['type']]: Effect<Extract<Transaction, { readonly type: Type }>>
}

const nothing = (): Partial<Outcome> => ({})

const comeFrom: Effect<{ readonly sourceChain: Uint8Array }> = ({ ids }, { unsigned }) => ({
  columns: { source_chain: ids.id(unsigned.sourceChain) },
})

const goTo: Effect<{ readonly destinationChain: Uint8Array }> = ({ ids }, { unsigned }) => ({
  columns: { destination_chain: ids.id(unsigned.destinationChain) },
})

/** Effects of transactions, by chain and type; they follow from the bytes. */
const effects: {
  readonly P: Effects<PlatformTransaction>
  readonly X: Effects<ExchangeTransaction>
  readonly C: Effects<AtomicTransaction>
} = {
  P: {
    AddValidatorTx: beginValidation,
    AddSubnetValidatorTx: beginPermissionedStake,
    AddDelegatorTx: beginDelegation,
    AddPermissionlessValidatorTx: beginValidation,
    AddPermissionlessDelegatorTx: beginDelegation,
    RemoveSubnetValidatorTx: dismissValidator,
    RewardValidatorTx: payStake,
    // The following commit block moves the time.
    AdvanceTimeTx: nothing,
    CreateSubnetTx: createSubnet,
    CreateChainTx: createChain,
    TransferSubnetOwnershipTx: transferOwnership,
    TransformSubnetTx: transformSubnet,
    ConvertSubnetToL1Tx: convertSubnet,
    RegisterL1ValidatorTx: registerL1Validator,
    SetL1ValidatorWeightTx: setL1ValidatorWeight,
    IncreaseL1ValidatorBalanceTx: increaseL1Balance,
    DisableL1ValidatorTx: disableL1Validator,
    ImportTx: comeFrom,
    ExportTx: goTo,
    BaseTx: nothing,
  },
  X: {
    BaseTx: nothing,
    CreateAssetTx: createAsset,
    OperationTx: nothing,
    ImportTx: comeFrom,
    ExportTx: goTo,
  },
  C: { ImportTx: comeFrom, ExportTx: goTo },
}

/** Applies an accepted transaction. */
export function applyEffect(state: PrimaryState, tx: SignedTransaction, at: Placement): Outcome {
  const ofChain = effects[tx.chain] as Readonly<Record<string, Effect<unknown>>>
  const effect = ofChain[tx.unsigned.type]
  if (!effect)
    throw new Error(
      `internal error: ${tx.unsigned.type} is not a transaction of the ${tx.chain}-chain`,
    )
  const outcome = effect(state, tx, at)
  // The object has one shape for all types, so that V8 compiles its readers once.
  return {
    columns: outcome.columns,
    rewardAddresses: outcome.rewardAddresses,
    separateRewards: outcome.separateRewards,
    ownerAddresses: outcome.ownerAddresses,
    made: outcome.made,
    l1Balance: outcome.l1Balance,
    l1Returned: outcome.l1Returned,
    l1Validators: outcome.l1Validators,
  }
}
