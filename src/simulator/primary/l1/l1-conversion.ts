import type { L1ValidatorDefinition } from '../../../../schemas/definition/primary.ts'
import { encodeCb58 } from '../../../formats/ids.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import type { PChainOwner } from '../../../formats/p-chain-transactions.ts'
import { ImpossibleError } from '../../impossible-error.ts'
import type { NodeIdentity } from '../nodes.ts'
import { authorizationOf, buildPlatform } from '../platform/platform-builder.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting } from '../state.ts'
import type { Subnet } from '../subnets/subnet-book.ts'
import { type Owners, outputOwners, type Party, solo } from '../utxos/parties.ts'

/** Converts a whole or fractional number of AVAX to nAVAX. */
export const nAvaxOf = (avax: number): bigint => BigInt(Math.round(avax * 1e9))

/** Returns the owner of an L1 validator's balance and the owner that may disable it. */
export function validatorOwners(
  { cast }: Drafting,
  { owner, deactivation }: Pick<L1ValidatorDefinition, 'owner' | 'deactivation'>,
) {
  return {
    balanceOwner: chainOwner(solo(cast.wallet(owner))),
    deactivationOwner: chainOwner(
      deactivation
        ? cast.party(deactivation.owners, deactivation.threshold)
        : solo(cast.wallet(owner)),
    ),
  }
}

/** Returns owners in the form of an L1 validator's fields. */
export const chainOwner = (owners: Owners): PChainOwner => {
  const { threshold, addresses } = outputOwners(owners)
  return { threshold, addresses }
}

/** An initial validator of an L1, from its conversion on. */
interface FirstValidator {
  readonly node: NodeIdentity
  readonly balanceOwner: PChainOwner
  readonly deactivationOwner: PChainOwner
  readonly weight: bigint
  /** nAVAX. */
  readonly balance: bigint
}

/** Builds a ConvertSubnetToL1Tx: the subnet becomes an L1 with its first validators. */
export function convertToL1(
  state: Drafting,
  {
    time,
    payer,
    subnet,
    managerChainId,
    managerAddress,
    validators,
  }: {
    time: number
    payer: Party
    subnet: Subnet
    /** 32 bytes, and 20. */
    managerChainId: Uint8Array
    managerAddress: Uint8Array
    validators: readonly FirstValidator[]
  },
): SignedTransaction {
  // An action may have preceded the declared conversion.
  if (subnet.manager)
    throw new ImpossibleError(`the subnet ${encodeCb58(subnet.id)} is already an L1`)
  const { facts } = state
  const members = validators.toSorted((a, b) => compareBytes(a.node.nodeId, b.node.nodeId))
  const l1Balance = members.reduce((sum, { balance }) => sum + balance, 0n)
  return buildPlatform(state, {
    time,
    payer,
    needs: [{ assetId: facts.avaxId, amount: l1Balance }],
    authorizer: subnet.owner,
    assemble: (base) => ({
      type: 'ConvertSubnetToL1Tx',
      ...base,
      subnetId: subnet.id,
      managerChainId,
      managerAddress,
      validators: members.map(({ node, balanceOwner, deactivationOwner, weight, balance }) => ({
        nodeId: node.nodeId,
        weight,
        balance,
        signer: { publicKey: node.bls.publicKey, proof: node.bls.proofOfPossession },
        remainingBalanceOwner: balanceOwner,
        deactivationOwner,
      })),
      authorization: authorizationOf(subnet.owner),
    }),
  })
}
