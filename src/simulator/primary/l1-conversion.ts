import type { L1Definition, L1ValidatorDefinition } from '../../../schemas/definition/primary.ts'
import { parseEvmAddress } from '../../formats/addresses.ts'
import { compareBytes } from '../../formats/ordering.ts'
import { outputOwners, type Party, solo } from './parties.ts'
import { authorizationOf, buildPlatform } from './platform-builder.ts'
import type { SignedTransaction } from './signed.ts'
import { type Drafting, subnetOf } from './state.ts'

/** nAVAX of a whole or broken number of AVAX. */
export const nAvaxOf = (avax: number): bigint => BigInt(Math.round(avax * 1e9))

/** Who gets the balance of an L1 validator and who may disable it. */
export function validatorOwners(
  { cast }: Drafting,
  { owner, deactivation }: Pick<L1ValidatorDefinition, 'owner' | 'deactivation'>,
) {
  const owners = (party: Party) => {
    const { threshold, addresses } = outputOwners(party)
    return { threshold, addresses }
  }
  return {
    balanceOwner: owners(solo(cast.wallet(owner))),
    deactivationOwner: owners(
      deactivation
        ? cast.party(deactivation.owners, deactivation.threshold)
        : solo(cast.wallet(owner)),
    ),
  }
}

/** A ConvertSubnetToL1Tx: the subnet becomes an L1 with its first validators. */
export function convertToL1(
  state: Drafting,
  {
    time,
    payer,
    subnetName,
    l1,
  }: {
    time: number
    payer: Party
    subnetName: string
    l1: L1Definition
  },
): SignedTransaction {
  const { facts, forms, nodes, subnets } = state
  const subnet = subnetOf(state, subnetName)
  const members = l1.validators
    .map((validator) => ({
      node: nodes.node(validator.node),
      ...validatorOwners(state, validator),
      weight: BigInt(validator.weight),
      balance: nAvaxOf(validator.avax),
    }))
    .sort((a, b) => compareBytes(a.node.nodeId, b.node.nodeId))
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
      managerChainId: subnets.chainNamed(forms.id(subnet.id), l1.chain),
      managerAddress: parseEvmAddress(l1.manager),
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
