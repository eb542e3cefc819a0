import type { L1Definition, L1ValidatorDefinition } from '../../../schemas/definition/primary.ts'
import { parseEvmAddress } from '../../formats/addresses.ts'
import { conversionValidationId } from '../../formats/ids.ts'
import { compareBytes } from '../../formats/ordering.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import { type L1Validator, noteL1Validator } from './l1-validators.ts'
import { outputOwners, type Party, solo } from './parties.ts'
import { authorizationOf, buildPlatform } from './platform-builder.ts'
import { type Drafting, subnetOf } from './state.ts'
import { managerColumns } from './subnets.ts'

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
): AcceptableTransaction {
  const { facts, forms, l1Validators, nodes } = state
  const subnet = subnetOf(state, subnetName)
  const chain = subnet.chains.get(l1.chain)
  if (!chain) throw new Error(`the L1 ${subnetName} has no chain ${l1.chain} for its manager`)
  const manager = { managerChainId: chain.id, managerAddress: parseEvmAddress(l1.manager) }
  const members = l1.validators
    .map((validator) => ({
      node: nodes.node(validator.node),
      ...validatorOwners(state, validator),
      weight: BigInt(validator.weight),
      balance: nAvaxOf(validator.avax),
    }))
    .sort((a, b) => compareBytes(a.node.nodeId, b.node.nodeId))
  const l1Balance = members.reduce((sum, { balance }) => sum + balance, 0n)
  return buildPlatform(
    state,
    {
      time,
      payer,
      needs: [{ assetId: facts.avaxId, amount: l1Balance }],
      authorizer: subnet.owner,
      assemble: (base) => ({
        type: 'ConvertSubnetToL1Tx',
        ...base,
        subnetId: subnet.id,
        ...manager,
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
    },
    ({ id }) => ({
      columns: { subnet_id: forms.id(subnet.id), ...managerColumns(state, manager) },
      l1Balance,
      onAccepted({ height }) {
        subnet.conversion = { txId: id, ...manager }
        return members.map((member, index) => {
          const { weight, balance } = member
          const validator: L1Validator = {
            validationId: conversionValidationId(subnet.id, index),
            subnetId: subnet.id,
            node: member.node,
            createdAt: time,
            balanceOwner: member.balanceOwner,
            deactivationOwner: member.deactivationOwner,
            weight,
            paidUntil: balance > 0n ? l1Validators.accruedFees(time) + balance : undefined,
            minNonce: 0n,
            history: [],
          }
          l1Validators.add(validator)
          noteL1Validator(validator, height)
          return l1Validators.entry(validator, time, balance)
        })
      },
    }),
  )
}
