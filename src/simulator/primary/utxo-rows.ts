import { toCheckedHex, toHex } from '../../formats/ids.ts'
import { type Output, utxoBytes } from '../../formats/utxos.ts'
import type { Placement } from './acceptable.ts'
import type { RowSetup } from './transaction-rows.ts'
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

/** Writes an output with all that will ever be known of it: when it is spent, or at the end. */
export function writeUtxo(
  { facts, forms, writer }: RowSetup,
  utxo: HeldUtxo,
  consumed?: Consumption,
): void {
  const { output, stake } = utxo
  const owners = ownersOfOutput(output)
  const addresses = owners.addresses.map(forms.address)
  const { network } = facts
  writer.insert('utxo', {
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
    consumed_by: consumed?.seq ?? null,
    consumed_position: consumed?.position ?? null,
    consuming_tx_id: consumed?.txId ?? null,
    consuming_block: consumed ? String(consumed.height) : null,
    consumed_at: consumed?.time ?? null,
    bytes: toCheckedHex(utxoBytes(utxo)),
  })
  addresses.forEach((address, position) => {
    writer.insert('utxo_address', { utxo_seq: utxo.seq, position, address })
    writer.insert('address_utxo', { network, address, utxo_seq: utxo.seq })
  })
}
