import { toCheckedHex, toHex } from '../../../formats/ids.ts'
import { locktimeNumber } from '../../../formats/locktimes.ts'
import { type Output, utxoBytes } from '../../../formats/utxos.ts'
import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { IdText } from '../id-text.ts'
import type { Placement } from '../signed.ts'
import { type HeldUtxo, ownersOfOutput, type Reward } from './held-utxo.ts'
import { UnspentSums } from './unspent-sums.ts'

/** Transaction that spends an output, with the index of its input. */
export interface Consumption extends Placement {
  readonly txId: string
  readonly position: number
}

// G-340
const outputTypes: Readonly<Record<Output['type'], string>> = {
  TransferOutput: 'transfer',
  StakeableLockOutput: 'transfer',
  MintOutput: 'mint',
  NftTransferOutput: 'nft transfer',
  NftMintOutput: 'nft mint',
  PropertyOwnedOutput: 'property owned',
  PropertyMintOutput: 'property mint',
}

/** Outputs of a network in the table. */
export class UtxoRows {
  readonly network: Network
  readonly ids: IdText
  readonly store: WorldStore
  readonly #sums: UnspentSums
  readonly #knownOwners = new Set<string>()

  constructor(network: Network, ids: IdText, store: WorldStore) {
    this.network = network
    this.ids = ids
    this.store = store
    this.#sums = new UnspentSums(network, store)
  }

  /** Writes a new output. */
  write(utxo: HeldUtxo): void {
    const { ids, network, store } = this
    const { addresses, output, stake } = utxo
    const { locktime, threshold } = ownersOfOutput(output)
    store.insert('utxo', {
      seq: utxo.seq,
      network,
      utxo_id: ids.id(utxo.id),
      created_on_chain: utxo.createdOn,
      consumed_on_chain: utxo.consumedOn,
      tx_id: ids.id(utxo.txId),
      output_index: utxo.outputIndex,
      emitted_by: utxo.emittedBy,
      asset_id: utxo.asset,
      amount: utxo.amount,
      output_type: outputTypes[output.type],
      owners: utxo.owners,
      threshold,
      locktime: locktimeNumber(locktime),
      stakeable_locktime:
        output.type === 'StakeableLockOutput' ? locktimeNumber(output.locktime) : null,
      staked: stake ? 1 : 0,
      stake_start: stake?.start ?? null,
      stake_end: stake?.end ?? null,
      reward_type: utxo.reward?.type ?? null,
      group_id: 'groupId' in output ? output.groupId : null,
      payload: output.type === 'NftTransferOutput' ? toHex(output.payload) : null,
      created_block: utxo.createdBlock,
      created_at: utxo.createdAt,
      bytes: toCheckedHex(utxoBytes(utxo)),
    })
    addresses.forEach((address, position) => {
      store.insert('utxo_address', { utxo_seq: utxo.seq, position, address })
      store.insert('address_utxo', {
        network,
        address,
        utxo_seq: utxo.seq,
        created_at: utxo.createdAt,
      })
    })
    this.#sums.add(utxo)
    this.#noteOwners(utxo.owners, threshold, addresses)
    if (utxo.reward) this.#noteReward(utxo.seq, utxo.reward, addresses)
  }

  /** Writes the owners that an address belongs to, once. */
  #noteOwners(owners: string, threshold: number, addresses: readonly string[]): void {
    if (this.#knownOwners.has(owners)) return
    this.#knownOwners.add(owners)
    const { network, store } = this
    for (const address of addresses)
      if (!store.get(selectAddressOwners, { network, address, owners }))
        store.insert('address_owners', { network, address, owners, threshold })
  }

  #noteReward(utxoSeq: number, { nodeId }: Reward, addresses: readonly string[]): void {
    const { ids, network, store } = this
    const node = ids.node(nodeId)
    for (const address of addresses)
      store.insert('address_reward', { network, address, utxo_seq: utxoSeq, node_id: node })
  }

  /** Records the transaction that spends an output. */
  consume(utxo: HeldUtxo, by: Consumption): void {
    const { network, store } = this
    const { seq, addresses } = utxo
    store.update(
      'utxo',
      { seq },
      {
        consumed_by: by.seq,
        consumed_position: by.position,
        consuming_tx_id: by.txId,
        consuming_block: String(by.height),
        consumed_at: by.time,
      },
    )
    for (const address of addresses)
      store.update('address_utxo', { network, address, utxo_seq: seq }, { spent_at: by.time })
    this.#sums.take(utxo)
  }
}

const selectAddressOwners = statement<
  { network: string; address: string; owners: string },
  { threshold: number }
>(`
  SELECT threshold FROM address_owners
  WHERE network = :network AND address = :address AND owners = :owners`)
