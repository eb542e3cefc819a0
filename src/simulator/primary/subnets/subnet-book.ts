import { parseEvmAddress } from '../../../formats/addresses.ts'
import { parseId } from '../../../formats/ids.ts'
import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { ImpossibleError } from '../../impossible-error.ts'
import type { CreatedChain } from '../../shared-memory.ts'
import type { IdText } from '../id-text.ts'
import type { Cast, Party } from '../utxos/parties.ts'

/** A subnet in its present state. */
export interface Subnet {
  readonly seq: number
  /** 32 bytes. */
  readonly id: Uint8Array
  /** Owner; the getter throws UnknownKeyError when too few members can sign. */
  readonly owner: Party
  /** Validator manager of an L1. */
  readonly manager:
    | { readonly managerChainId: Uint8Array; readonly managerAddress: Uint8Array }
    | undefined
}

/** Subnets of a network and their chains from the tables. */
export class SubnetBook {
  readonly #network: Network
  readonly #ids: IdText
  readonly #cast: Cast
  readonly #store: WorldStore
  /** Chains by EVM chain id; a chain never changes after its creation. */
  readonly #chains = new Map<string, CreatedChain>()

  constructor(network: Network, ids: IdText, cast: Cast, store: WorldStore) {
    this.#network = network
    this.#ids = ids
    this.#cast = cast
    this.#store = store
  }

  /**
   * Returns the subnet with this id (cb58).
   * @throws when there is none
   */
  get(subnetId: string): Subnet {
    const subnet = this.find(subnetId)
    if (!subnet) throw new Error(`internal error: there is no subnet ${subnetId}`)
    return subnet
  }

  /** Returns the subnet with this id (cb58), if it exists. */
  find(subnetId: string): Subnet | undefined {
    const row = this.#store.get(selectSubnet, { network: this.#network, subnetId })
    if (!row) return undefined
    const { seq, owner_threshold: threshold, manager_blockchain_id: managerChainId } = row
    const ownersOf = () =>
      this.#store.all(selectOwners, { seq }).map(({ address }) => this.#ids.parseAddress(address))
    const cast = this.#cast
    return {
      seq,
      id: parseId(subnetId),
      get owner() {
        return cast.ownersOf({ locktime: 0n, threshold, addresses: ownersOf() })
      },
      manager:
        managerChainId !== null && row.manager_address !== null
          ? {
              managerChainId: parseId(managerChainId),
              managerAddress: parseEvmAddress(row.manager_address),
            }
          : undefined,
    }
  }

  /**
   * Returns the id of the first chain of a subnet with this name.
   * @throws ImpossibleError when there is none
   */
  chainNamed(subnetId: string, name: string): Uint8Array {
    const id = this.findChain(subnetId, name)
    if (id === undefined) throw new ImpossibleError(`the subnet ${subnetId} has no chain ${name}`)
    return parseId(id)
  }

  /** Returns the id (cb58) of the first chain of a subnet with this name, if it exists. */
  findChain(subnetId: string, name: string): string | undefined {
    const bindings = { network: this.#network, subnetId, name }
    return this.#store.get(selectChainNamed, bindings)?.blockchain_id
  }

  /** Returns whether the network has a chain with this id (cb58). */
  hasChain(blockchainId: string): boolean {
    return this.#store.get(selectChainById, { network: this.#network, blockchainId }) !== undefined
  }

  /** Returns the first chain with this EVM chain id. */
  chainOf(evmChainId: string): CreatedChain | undefined {
    const known = this.#chains.get(evmChainId)
    if (known) return known
    const bindings = { network: this.#network, evmChainId: Number(evmChainId) }
    const row = this.#store.get(selectChain, bindings)
    if (!row) return undefined
    const chain = {
      blockchainId: parseId(row.blockchain_id),
      subnetId: parseId(row.subnet_id),
      createdAt: row.created_at,
    }
    this.#chains.set(evmChainId, chain)
    return chain
  }
}

const selectSubnet = statement<
  { network: string; subnetId: string },
  {
    seq: number
    owner_threshold: number
    manager_blockchain_id: string | null
    manager_address: string | null
  }
>(`
  SELECT seq, owner_threshold, manager_blockchain_id, manager_address FROM subnet
  WHERE network = :network AND subnet_id = :subnetId`)

const selectOwners = statement<{ seq: number }, { address: string }>(
  'SELECT address FROM subnet_owner WHERE subnet_seq = :seq ORDER BY position',
)

const selectChainNamed = statement<
  { network: string; subnetId: string; name: string },
  { blockchain_id: string }
>(`
  SELECT blockchain_id FROM blockchain
  WHERE network = :network AND subnet_id = :subnetId AND name = :name ORDER BY seq LIMIT 1`)

const selectChainById = statement<
  { network: string; blockchainId: string },
  { blockchain_id: string }
>(`
  SELECT blockchain_id FROM blockchain
  WHERE network = :network AND blockchain_id = :blockchainId`)

const selectChain = statement<
  { network: string; evmChainId: number },
  { blockchain_id: string; subnet_id: string; created_at: number }
>(`
  SELECT blockchain_id, subnet_id, created_at FROM blockchain
  WHERE network = :network AND evm_chain_id = :evmChainId ORDER BY seq LIMIT 1`)
