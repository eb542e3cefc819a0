import type { OutputOwners } from '../../formats/components.ts'
import { toCheckedHex, toHex } from '../../formats/ids.ts'
import { type Output, utxoBytes } from '../../formats/utxos.ts'
import type { Network } from '../../networks/network.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { Forms } from './forms.ts'
import type { Placement } from './signed.ts'
import { amountOf, type HeldUtxo, ownersOfOutput } from './utxo-set.ts'

/** The transaction that spends an output, and which of its inputs does. */
export interface Consumption extends Placement {
  readonly txId: string
  readonly position: number
}

const outputTypes: Partial<Record<Output['type'], string>> = {
  TransferOutput: 'transfer',
  StakeableLockOutput: 'transfer',
  MintOutput: 'mint',
  NftTransferOutput: 'nft transfer',
  NftMintOutput: 'nft mint',
}

/** Tells owners apart, whatever the locktime. */
export const ownersText = (
  forms: Forms,
  { threshold, addresses }: Omit<OutputOwners, 'locktime'>,
): string => [threshold, ...addresses.map(forms.address)].join(' ')

/** The outputs of a network in the table. */
export class UtxoRows {
  readonly network: Network
  readonly forms: Forms
  readonly store: WorldStore

  constructor(network: Network, forms: Forms, store: WorldStore) {
    this.network = network
    this.forms = forms
    this.store = store
  }

  /** Writes an output when it comes to be. */
  write(utxo: HeldUtxo): void {
    const { forms, network, store } = this
    const { output, stake } = utxo
    const owners = ownersOfOutput(output)
    store.insert('utxo', {
      seq: utxo.seq,
      network,
      utxo_id: forms.id(utxo.id),
      created_on_chain: utxo.createdOn,
      consumed_on_chain: utxo.consumedOn,
      tx_id: forms.id(utxo.txId),
      output_index: utxo.outputIndex,
      emitted_by: utxo.emittedBy,
      asset_id: forms.id(utxo.assetId),
      amount: amountOf(output),
      output_type: outputTypes[output.type] ?? output.type,
      owners: ownersText(forms, owners),
      threshold: owners.threshold,
      locktime: Number(owners.locktime),
      stakeable_locktime: output.type === 'StakeableLockOutput' ? Number(output.locktime) : null,
      staked: stake ? 1 : 0,
      stake_start: stake?.start ?? null,
      stake_end: stake?.end ?? null,
      reward_type: utxo.rewardType ?? null,
      group_id: 'groupId' in output ? output.groupId : null,
      payload: output.type === 'NftTransferOutput' ? toHex(output.payload) : null,
      created_block: utxo.createdBlock,
      created_at: utxo.createdAt,
      bytes: toCheckedHex(utxoBytes(utxo)),
    })
    owners.addresses.map(forms.address).forEach((address, position) => {
      store.insert('utxo_address', { utxo_seq: utxo.seq, position, address })
      store.insert('address_utxo', { network, address, utxo_seq: utxo.seq })
    })
  }

  /** Notes who spends an output. */
  consume({ seq, output }: HeldUtxo, by: Consumption): void {
    const { forms, network, store } = this
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
    for (const address of ownersOfOutput(output).addresses.map(forms.address))
      store.update('address_utxo', { network, address, utxo_seq: seq }, { spent_at: by.time })
  }
}
