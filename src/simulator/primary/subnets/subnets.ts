import type { SubnetDefinition } from '../../../../schemas/definition/primary.ts'
import { vmIdOf } from '../../../formats/ids.ts'
import { type Allocation, evmGenesis } from '../../chains/l1-genesis.ts'
import { authorizationOf, buildPlatform } from '../platform/platform-builder.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting } from '../state.ts'
import { type Owners, outputOwners, type Party } from '../utxos/parties.ts'
import type { Subnet } from './subnet-book.ts'

/** VM of chains without a declared VM, except EVM chains. */
export const otherVm = 'timestampvm'

type ChainDefinition = Pick<SubnetDefinition['chains'][number], 'name' | 'vm' | 'evmChainId'>

/** Builds a CreateSubnetTx; the payer need not be an owner. */
export function createSubnet(
  state: Drafting,
  { time, payer, owner, name }: { time: number; payer: Party; owner: Owners; name?: string },
): SignedTransaction {
  const ownerFields = outputOwners(owner)
  return buildPlatform(state, {
    ...(name !== undefined && { name: `subnet ${name}` }),
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

/** Builds a CreateChainTx; EVM chains carry their genesis as JSON, others a few bytes. */
export function createChain(
  state: Drafting,
  {
    time,
    payer,
    subnet,
    chain,
    holders,
  }: {
    time: number
    payer: Party
    subnet: Subnet
    chain: ChainDefinition
    /** Accounts with coins in the genesis of an EVM chain. */
    holders: readonly Allocation[]
  },
): SignedTransaction {
  const genesis =
    chain.evmChainId === undefined
      ? undefined
      : JSON.stringify(evmGenesis(chain.evmChainId, holders, time))
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

/** Builds an AddSubnetValidatorTx: the owner adds a validator of the primary network. */
export function addPermissionedValidator(
  state: Drafting,
  request: {
    readonly time: number
    readonly payer: Party
    readonly subnet: Subnet
    /** 20 bytes. */
    readonly nodeId: Uint8Array
    readonly weight: bigint
    readonly start: number
    readonly end: number
    /** Name in the definition. */
    readonly name?: string
  },
): SignedTransaction {
  const { time, payer, subnet, nodeId, weight, start, end, name } = request
  return buildPlatform(state, {
    ...(name !== undefined && { name }),
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

/** Builds a TransferSubnetOwnershipTx. */
export function transferOwnership(
  state: Drafting,
  {
    time,
    payer,
    subnet,
    owner,
  }: {
    time: number
    payer: Party
    subnet: Subnet
    owner: Owners
  },
): SignedTransaction {
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
