import type { SubnetDefinition } from '../../../schemas/definition/primary.ts'
import { vmIdOf } from '../../formats/ids.ts'
import { evmGenesis } from '../l1-genesis.ts'
import { outputOwners, type Party } from './parties.ts'
import { authorizationOf, buildPlatform } from './platform-builder.ts'
import type { SignedTransaction } from './signed.ts'
import { type Drafting, subnetOf } from './state.ts'

type ChainDefinition = SubnetDefinition['chains'][number]

/** A CreateSubnetTx; the payer need not be an owner. */
export function createSubnet(
  state: Drafting,
  { time, payer, owner, name }: { time: number; payer: Party; owner: Party; name: string },
): SignedTransaction {
  const ownerFields = outputOwners(owner)
  return buildPlatform(state, {
    name: `subnet ${name}`,
    time,
    payer,
    needs: [],
    assemble: (base) => ({
      type: 'CreateSubnetTx',
      ...base,
      owner: { type: 'Owners', ...ownerFields },
    }),
  })
}

/** A CreateChainTx; EVM chains carry their genesis as JSON, others a few bytes. */
export function createChain(
  state: Drafting,
  {
    time,
    payer,
    subnetName,
    chain,
  }: {
    time: number
    payer: Party
    subnetName: string
    chain: ChainDefinition
  },
): SignedTransaction {
  const { setup } = state
  const subnet = subnetOf(state, subnetName)
  const genesis =
    chain.evmChainId === undefined
      ? undefined
      : JSON.stringify(evmGenesis(chain.evmChainId, setup.wallets, time))
  const vmId = vmIdOf(chain.vm)
  return buildPlatform(state, {
    time,
    payer,
    needs: [],
    authorizer: subnet.owner,
    assemble: (base) => ({
      type: 'CreateChainTx',
      ...base,
      subnetId: subnet.id,
      name: chain.name,
      vmId,
      fxIds: [],
      genesis: Buffer.from(genesis ?? `genesis of ${chain.name}`),
      authorization: authorizationOf(subnet.owner),
    }),
  })
}

/** An AddSubnetValidatorTx: the owner appoints a validator of the primary network. */
export function appointValidator(
  state: Drafting,
  request: {
    readonly time: number
    readonly payer: Party
    readonly subnetName: string
    /** 20 bytes. */
    readonly nodeId: Uint8Array
    readonly weight: bigint
    readonly start: number
    readonly end: number
    /** What the definition calls it. */
    readonly name: string
  },
): SignedTransaction {
  const { time, payer, nodeId, weight, start, end, name } = request
  const subnet = subnetOf(state, request.subnetName)
  return buildPlatform(state, {
    name,
    time,
    payer,
    needs: [],
    authorizer: subnet.owner,
    assemble: (base) => ({
      type: 'AddSubnetValidatorTx',
      ...base,
      validator: {
        nodeId,
        start: start === time ? 0n : BigInt(start),
        end: BigInt(end),
        weight,
      },
      subnetId: subnet.id,
      authorization: authorizationOf(subnet.owner),
    }),
  })
}

/** A TransferSubnetOwnershipTx. */
export function transferOwnership(
  state: Drafting,
  {
    time,
    payer,
    subnetName,
    owner,
  }: {
    time: number
    payer: Party
    subnetName: string
    owner: Party
  },
): SignedTransaction {
  const subnet = subnetOf(state, subnetName)
  const ownerFields = outputOwners(owner)
  return buildPlatform(state, {
    time,
    payer,
    needs: [],
    authorizer: subnet.owner,
    assemble: (base) => ({
      type: 'TransferSubnetOwnershipTx',
      ...base,
      subnetId: subnet.id,
      authorization: authorizationOf(subnet.owner),
      owner: { type: 'Owners', ...ownerFields },
    }),
  })
}
