import { daySeconds } from '../../../time/time-units.ts'
import type { NodeIdentity } from '../nodes.ts'
import { authorizationOf, buildPlatform } from '../platform/platform-builder.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting } from '../state.ts'
import type { Subnet } from '../subnets/subnet-book.ts'
import type { Party } from '../utxos/parties.ts'
import { managerMessage } from './l1-messages.ts'
import type { L1Validator } from './l1-validators.ts'

/** Common parameters of a change to an L1 validator. */
interface Change {
  readonly time: number
  readonly payer: Party
}

/** Builds a RegisterL1ValidatorTx with the manager's signed message. */
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
    expiry = time + daySeconds,
  }: Change & {
    readonly subnet: Subnet
    readonly node: NodeIdentity
    readonly owners: Pick<L1Validator, 'balanceOwner' | 'deactivationOwner'>
    readonly weight: bigint
    readonly balance: bigint
    /** Epoch seconds, at most a day in the future. */
    readonly expiry?: number
  },
): SignedTransaction {
  const { facts } = state
  const message = managerMessage(state, subnet, {
    type: 'RegisterL1Validator',
    subnetId: subnet.id,
    nodeId: node.nodeId,
    blsPublicKey: node.bls.publicKey,
    expiry: BigInt(expiry),
    remainingBalanceOwner: balanceOwner,
    disableOwner: deactivationOwner,
    weight,
  })
  return buildPlatform(state, {
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
  })
}

/** Builds a SetL1ValidatorWeightTx; weight 0 removes the validator and returns its balance. */
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
): SignedTransaction {
  const message = managerMessage(state, subnet, {
    type: 'L1ValidatorWeight',
    validationId: validator.validationId,
    nonce: validator.minNonce,
    weight,
  })
  return buildPlatform(state, {
    time,
    payer,
    needs: [],
    assemble: (base) => ({ type: 'SetL1ValidatorWeightTx', ...base, message }),
  })
}

/** Builds an IncreaseL1ValidatorBalanceTx, which also reactivates an inactive validator. */
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
): SignedTransaction {
  const { facts } = state
  const { validationId } = validator
  return buildPlatform(state, {
    time,
    payer,
    needs: [{ assetId: facts.avaxId, amount }],
    assemble: (base) => ({
      type: 'IncreaseL1ValidatorBalanceTx',
      ...base,
      validationId,
      balance: amount,
    }),
  })
}

/**
 * Builds a DisableL1ValidatorTx: the validator keeps its weight, its owner gets the balance back.
 */
export function disableL1Validator(
  state: Drafting,
  { time, payer, validator }: Change & { readonly validator: L1Validator },
): SignedTransaction {
  const owner = state.cast.ownersOf({ locktime: 0n, ...validator.deactivationOwner })
  const { validationId } = validator
  return buildPlatform(state, {
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
  })
}
