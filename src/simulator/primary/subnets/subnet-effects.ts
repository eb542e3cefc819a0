import { evmAddressText } from '../../../formats/addresses.ts'
import type { OutputOwners } from '../../../formats/components.ts'
import { toHex } from '../../../formats/ids.ts'
import { locktimeNumber } from '../../../formats/locktimes.ts'
import type { PlatformTransaction } from '../../../formats/p-chain-transactions.ts'
import type { Effect } from '../effect.ts'
import type { PrimaryState } from '../state.ts'

type Of<Type extends PlatformTransaction['type']> = Extract<PlatformTransaction, { type: Type }>

export const createSubnet: Effect<Of<'CreateSubnetTx'>> = (
  state,
  { id, unsigned: { owner } },
  { height, time },
) => {
  const { facts, ids, sequences, store } = state
  const seq = sequences.P.next('subnet')
  store.insert('subnet', {
    seq,
    network: facts.network,
    subnet_id: ids.id(id),
    created_at: time,
    create_index: String(height),
    ...ownerColumns(owner),
    is_l1: 0,
  })
  writeOwners(state, seq, owner)
  return {
    columns: { subnet_id: ids.id(id), ...ownerColumns(owner) },
    ownerAddresses: owner.addresses,
  }
}

export const transferOwnership: Effect<Of<'TransferSubnetOwnershipTx'>> = (
  state,
  { unsigned: { subnetId, owner } },
) => {
  const { ids, subnets, store } = state
  const { seq } = subnets.get(ids.id(subnetId))
  store.update('subnet', { seq }, ownerColumns(owner))
  store.remove('subnet_owner', { subnet_seq: seq })
  writeOwners(state, seq, owner)
  return {
    columns: { subnet_id: ids.id(subnetId), ...ownerColumns(owner) },
    ownerAddresses: owner.addresses,
  }
}

/** Creates a chain; the genesis of an EVM is JSON that contains its chain id. */
export const createChain: Effect<Of<'CreateChainTx'>> = (
  { facts, ids, sequences, store },
  { id, unsigned: { subnetId, name, vmId, genesis } },
  { height, time },
) => {
  const evmChainId = evmChainIdIn(genesis)
  const genesisData = evmChainId === 0 ? null : Buffer.from(genesis).toString()
  store.insert('blockchain', {
    seq: sequences.P.next('blockchain'),
    network: facts.network,
    blockchain_id: ids.id(id),
    subnet_id: ids.id(subnetId),
    name,
    vm_id: ids.id(vmId),
    created_at: time,
    create_block: String(height),
    evm_chain_id: evmChainId,
    genesis_data: genesisData,
  })
  return {
    columns: {
      subnet_id: ids.id(subnetId),
      chain_name: name,
      vm_id: ids.id(vmId),
      genesis_data: genesisData,
    },
  }
}

/** Transforms a subnet, after which any holder may stake the asset. */
export const transformSubnet: Effect<Of<'TransformSubnetTx'>> = (
  { ids, stakers },
  { unsigned: { subnetId, initialSupply, ...rules } },
) => {
  stakers.supplies.open(ids.id(subnetId), initialSupply, rules)
  return { columns: { subnet_id: ids.id(subnetId) } }
}

const ownerColumns = ({ locktime, threshold }: OutputOwners) => ({
  owner_locktime: locktimeNumber(locktime),
  owner_threshold: threshold,
})

function writeOwners({ ids, store }: PrimaryState, seq: number, owner: OutputOwners): void {
  owner.addresses.forEach((address, position) => {
    store.insert('subnet_owner', { subnet_seq: seq, position, address: ids.address(address) })
  })
}

/** Returns the EVM chain id in a genesis, 0 for one of another VM. */
function evmChainIdIn(genesis: Uint8Array): number {
  const text = Buffer.from(genesis).toString()
  if (!text.startsWith('{')) return 0
  try {
    const { config } = JSON.parse(text) as { config?: { chainId?: unknown } }
    return Number.isSafeInteger(config?.chainId) ? Number(config?.chainId) : 0
  } catch {
    return 0
  }
}

/** Returns the columns of an L1's validator manager. */
export const managerColumns = (
  { ids }: Pick<PrimaryState, 'ids'>,
  manager: { readonly managerChainId: Uint8Array; readonly managerAddress: Uint8Array },
) => ({
  manager_blockchain_id: ids.id(manager.managerChainId),
  manager_address:
    manager.managerAddress.length === 20
      ? evmAddressText(manager.managerAddress)
      : toHex(manager.managerAddress),
})
