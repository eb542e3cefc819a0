import { parseEvmAddress } from '../../formats/addresses.ts'
import { parseId } from '../../formats/ids.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { CreatedChain } from '../atomic-seam.ts'
import type { Forms } from './forms.ts'
import type { Cast, Party } from './parties.ts'

/** A subnet as it is now. */
export interface Subnet {
  readonly seq: number
  /** 32 bytes. */
  readonly id: Uint8Array
  /** Throws when somebody is not of the cast. */
  readonly owner: Party
  /** Of an L1. */
  readonly manager:
    | { readonly managerChainId: Uint8Array; readonly managerAddress: Uint8Array }
    | undefined
}

/** The subnets of a network and their chains, as the tables hold them. */
export class SubnetBook {
  readonly #network: Network
  readonly #forms: Forms
  readonly #cast: Cast
  readonly #store: WorldStore
  /** By EVM chain id; a chain stays as it was created. */
  readonly #chains = new Map<string, CreatedChain>()

  constructor(network: Network, forms: Forms, cast: Cast, store: WorldStore) {
    this.#network = network
    this.#forms = forms
    this.#cast = cast
    this.#store = store
  }

  /** The subnet with this id (cb58). @throws when there is none */
  get(subnetId: string): Subnet {
    const row = this.#store.get(selectSubnet, { network: this.#network, subnetId })
    if (!row) throw new Error(`there is no subnet ${subnetId}`)
    const { seq, owner_threshold: threshold, manager_blockchain_id: managerChainId } = row
    const ownersOf = () =>
      this.#store.all(selectOwners, { seq }).map(({ address }) => this.#forms.parseAddress(address))
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

  /** Id of the first chain of a subnet with this name. @throws when there is none */
  chainNamed(subnetId: string, name: string): Uint8Array {
    const row = this.#store.get(selectChainNamed, { network: this.#network, subnetId, name })
    if (!row) throw new Error(`the subnet ${subnetId} has no chain ${name}`)
    return parseId(row.blockchain_id)
  }

  /** The first chain with this EVM chain id. */
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

const selectChain = statement<
  { network: string; evmChainId: number },
  { blockchain_id: string; subnet_id: string; created_at: number }
>(`
  SELECT blockchain_id, subnet_id, created_at FROM blockchain
  WHERE network = :network AND evm_chain_id = :evmChainId ORDER BY seq LIMIT 1`)
