import type { SubnetDefinition } from '../../../schemas/definition/primary.ts'
import { evmAddressText } from '../../formats/addresses.ts'
import { vmIdOf } from '../../formats/ids.ts'
import { evmGenesis } from '../l1-genesis.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import type { NodeIdentity } from './nodes.ts'
import { outputOwners, type Party } from './parties.ts'
import { authorizationOf, buildPlatform } from './platform-builder.ts'
import type { Staker } from './stakers.ts'
import { type Drafting, subnetOf } from './state.ts'

type ChainDefinition = SubnetDefinition['chains'][number]

/** A CreateSubnetTx; the payer need not be an owner. */
export function createSubnet(
  state: Drafting,
  { time, payer, owner, name }: { time: number; payer: Party; owner: Party; name: string },
): AcceptableTransaction {
  const { forms, sequences, subnets } = state
  const ownerFields = outputOwners(owner)
  return buildPlatform(
    state,
    {
      time,
      payer,
      needs: [],
      assemble: (base) => ({
        type: 'CreateSubnetTx',
        ...base,
        owner: { type: 'Owners', ...ownerFields },
      }),
    },
    ({ id }) => ({
      columns: { subnet_id: forms.id(id), owner_locktime: 0, owner_threshold: owner.threshold },
      ownerAddresses: ownerFields.addresses,
      onAccepted({ height }) {
        subnets.set(name, {
          seq: sequences.P.next('subnet'),
          id,
          createdAt: time,
          createdAtHeight: height,
          owner,
          chains: new Map(),
        })
        return undefined
      },
    }),
  )
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
): AcceptableTransaction {
  const { facts, forms, sequences, setup, writer } = state
  const subnet = subnetOf(state, subnetName)
  const genesis =
    chain.evmChainId === undefined
      ? undefined
      : JSON.stringify(evmGenesis(chain.evmChainId, setup.wallets, time))
  const vmId = vmIdOf(chain.vm)
  const named = { chain_name: chain.name, vm_id: forms.id(vmId), genesis_data: genesis ?? null }
  return buildPlatform(
    state,
    {
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
    },
    ({ id }) => ({
      columns: { subnet_id: forms.id(subnet.id), ...named },
      onAccepted({ height }) {
        subnet.chains.set(chain.name, { id, evmChainId: chain.evmChainId, createdAt: time })
        writer.insert('blockchain', {
          seq: sequences.P.next('blockchain'),
          network: facts.network,
          blockchain_id: forms.id(id),
          subnet_id: forms.id(subnet.id),
          name: chain.name,
          vm_id: named.vm_id,
          created_at: time,
          create_block: String(height),
          evm_chain_id: Number(chain.evmChainId ?? 0),
          genesis_data: named.genesis_data,
        })
        return undefined
      },
    }),
  )
}

/** An AddSubnetValidatorTx: the owner appoints a validator of the primary network. */
export function appointValidator(
  state: Drafting,
  request: {
    readonly time: number
    readonly payer: Party
    readonly subnetName: string
    readonly node: NodeIdentity
    readonly weight: bigint
    readonly start: number
    readonly end: number
  },
): AcceptableTransaction {
  const { facts, forms, stakers } = state
  const { time, payer, node, weight, start, end } = request
  const subnet = subnetOf(state, request.subnetName)
  const noOwner = { locktime: 0n, threshold: 0, addresses: [] }
  return buildPlatform(
    state,
    {
      time,
      payer,
      needs: [],
      authorizer: subnet.owner,
      assemble: (base) => ({
        type: 'AddSubnetValidatorTx',
        ...base,
        validator: {
          nodeId: node.nodeId,
          start: start === time ? 0n : BigInt(start),
          end: BigInt(end),
          weight,
        },
        subnetId: subnet.id,
        authorization: authorizationOf(subnet.owner),
      }),
    },
    ({ id }) => {
      const staker: Staker = {
        kind: 'appointed',
        txId: id,
        node,
        subnetId: subnet.id,
        assetId: facts.avaxId,
        weight,
        start,
        end,
        rewardOwners: noOwner,
        feeOwners: noOwner,
        shares: 0,
        outputs: 0,
        stakes: 0,
        hasBlsKey: false,
        hasLowUptime: false,
        row: {},
        reward: 0n,
        owed: 0n,
        startHeight: 0,
      }
      return {
        columns: {
          start_timestamp: start,
          end_timestamp: end,
          node_id: forms.node(node.nodeId),
          subnet_id: forms.id(subnet.id),
        },
        onAccepted({ height }) {
          if (start > time) stakers.wait(staker)
          else stakers.activate(staker, height)
          return undefined
        },
      }
    },
  )
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
): AcceptableTransaction {
  const { forms } = state
  const subnet = subnetOf(state, subnetName)
  const ownerFields = outputOwners(owner)
  return buildPlatform(
    state,
    {
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
    },
    () => ({
      columns: {
        subnet_id: forms.id(subnet.id),
        owner_locktime: 0,
        owner_threshold: owner.threshold,
      },
      ownerAddresses: ownerFields.addresses,
      onAccepted() {
        subnet.owner = owner
        return undefined
      },
    }),
  )
}

/** Columns that name an L1's validator manager. */
export const managerColumns = (
  { forms }: Drafting,
  manager: { readonly managerChainId: Uint8Array; readonly managerAddress: Uint8Array },
) => ({
  manager_blockchain_id: forms.id(manager.managerChainId),
  manager_address: evmAddressText(manager.managerAddress),
})
