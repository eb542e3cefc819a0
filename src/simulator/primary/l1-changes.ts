import { registrationValidationId } from '../../formats/ids.ts'
import { daySeconds } from '../../time-units.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import { managerMessage } from './l1-messages.ts'
import { type L1Validator, noteL1Validator } from './l1-validators.ts'
import type { NodeIdentity } from './nodes.ts'
import type { Party } from './parties.ts'
import { authorizationOf, buildPlatform, type PlatformRequest } from './platform-builder.ts'
import type { Drafting, Subnet } from './state.ts'
import type { MadeUtxo } from './utxo-set.ts'

/** Who changes what about an L1 validator, and who pays for it. */
interface Change {
  readonly time: number
  readonly payer: Party
}

/** A RegisterL1ValidatorTx with the manager's signed message. */
export function registerL1Validator(
  state: Drafting,
  {
    time,
    payer,
    subnet,
    node,
    owners: { balanceOwner, deactivationOwner },
    weight,
    balance,
  }: Change & {
    readonly subnet: Subnet
    readonly node: NodeIdentity
    readonly owners: Pick<L1Validator, 'balanceOwner' | 'deactivationOwner'>
    readonly weight: bigint
    readonly balance: bigint
  },
): AcceptableTransaction {
  const { facts, l1Validators } = state
  const { payload, message } = managerMessage(state, subnet, {
    type: 'RegisterL1Validator',
    subnetId: subnet.id,
    nodeId: node.nodeId,
    blsPublicKey: node.bls.publicKey,
    expiry: BigInt(time + daySeconds),
    remainingBalanceOwner: balanceOwner,
    disableOwner: deactivationOwner,
    weight,
  })
  return buildPlatform(
    state,
    {
      time,
      payer,
      needs: [{ assetId: facts.avaxId, amount: balance }],
      assemble: (base) => ({
        type: 'RegisterL1ValidatorTx',
        ...base,
        balance,
        proofOfPossession: node.bls.proofOfPossession,
        message,
      }),
    },
    () => ({
      l1Balance: balance,
      onAccepted({ height }) {
        const validator: L1Validator = {
          validationId: registrationValidationId(payload),
          subnetId: subnet.id,
          node,
          createdAt: time,
          balanceOwner,
          deactivationOwner,
          weight,
          paidUntil: l1Validators.accruedFees(time) + balance,
          minNonce: 0n,
          history: [],
        }
        l1Validators.add(validator)
        noteL1Validator(validator, height)
        return [l1Validators.entry(validator, time, balance)]
      },
    }),
  )
}

/** A SetL1ValidatorWeightTx; weight 0 removes the validator and returns its balance. */
export function setL1ValidatorWeight(
  state: Drafting,
  {
    time,
    payer,
    subnet,
    validator,
    weight,
  }: Change & {
    readonly subnet: Subnet
    readonly validator: L1Validator
    readonly weight: bigint
  },
): AcceptableTransaction {
  const nonce = validator.minNonce
  const { message } = managerMessage(state, subnet, {
    type: 'L1ValidatorWeight',
    validationId: validator.validationId,
    nonce,
    weight,
  })
  const request: PlatformRequest = {
    time,
    payer,
    needs: [],
    assemble: (base) => ({ type: 'SetL1ValidatorWeightTx', ...base, message }),
  }
  if (weight === 0n)
    return buildReturning(state, request, validator, () => {
      validator.weight = 0n
    })
  return buildPlatform(state, request, () => ({
    onAccepted({ height }) {
      validator.weight = weight
      validator.minNonce = nonce + 1n
      noteL1Validator(validator, height)
      return [state.l1Validators.entry(validator, time)]
    },
  }))
}

/** An IncreaseL1ValidatorBalanceTx, which also wakes an inactive validator. */
export function increaseL1Balance(
  state: Drafting,
  {
    time,
    payer,
    validator,
    amount,
  }: Change & {
    readonly validator: L1Validator
    readonly amount: bigint
  },
): AcceptableTransaction {
  const { facts, l1Validators } = state
  const { validationId } = validator
  return buildPlatform(
    state,
    {
      time,
      payer,
      needs: [{ assetId: facts.avaxId, amount }],
      assemble: (base) => ({
        type: 'IncreaseL1ValidatorBalanceTx',
        ...base,
        validationId,
        balance: amount,
      }),
    },
    () => ({
      l1Balance: amount,
      onAccepted({ height }) {
        validator.paidUntil = (validator.paidUntil ?? l1Validators.accruedFees(time)) + amount
        noteL1Validator(validator, height)
        return [l1Validators.entry(validator, time, amount)]
      },
    }),
  )
}

/** A DisableL1ValidatorTx: the validator keeps its weight, its owner gets the balance back. */
export function disableL1Validator(
  state: Drafting,
  { time, payer, validator }: Change & { readonly validator: L1Validator },
): AcceptableTransaction {
  const owner = state.cast.ownersOf({ locktime: 0n, ...validator.deactivationOwner })
  const { validationId } = validator
  return buildReturning(
    state,
    {
      time,
      payer,
      needs: [],
      authorizer: owner,
      assemble: (base) => ({
        type: 'DisableL1ValidatorTx',
        ...base,
        validationId,
        authorization: authorizationOf(owner),
      }),
    },
    validator,
  )
}

/** Builds a transaction that ends a validator's activity: its balance is the last output. */
function buildReturning(
  state: Drafting,
  request: PlatformRequest,
  validator: L1Validator,
  change: () => void = () => {},
): AcceptableTransaction {
  const { facts, l1Validators } = state
  const { time } = request
  const balance = l1Validators.balance(validator, time)
  let outputIndex = 0
  const built = buildPlatform(state, request, ({ outputs }) => {
    outputIndex = outputs
    return {
      l1Returned: balance,
      onAccepted({ height }) {
        validator.paidUntil = undefined
        change()
        noteL1Validator(validator, height)
        return [l1Validators.entry(validator, time, -balance)]
      },
    }
  })
  const returned: MadeUtxo = {
    txId: built.id,
    outputIndex,
    assetId: facts.avaxId,
    output: {
      type: 'TransferOutput',
      amount: balance,
      locktime: 0n,
      ...validator.balanceOwner,
    },
    createdOn: 'P',
    consumedOn: 'P',
  }
  return balance > 0n ? { ...built, made: [...built.made, returned] } : built
}
