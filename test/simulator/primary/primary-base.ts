import { atomicTransactions } from '../../../src/formats/c-chain-atomic-transactions.ts'
import { encodeCb58 } from '../../../src/formats/ids.ts'
import { platformTransactions } from '../../../src/formats/p-chain-transactions.ts'
import { atomicUtxos, exchangeUtxos, platformUtxos } from '../../../src/formats/utxos.ts'
import { exchangeTransactions } from '../../../src/formats/x-chain-transactions.ts'
import type { BaseReader } from '../../../src/store/base-reader.ts'
import { rowsOf } from '../evm/evm-base.ts'

export type Chain = 'P' | 'X' | 'C'

export interface PrimaryTransactionRow {
  seq: number
  network: 'mainnet' | 'fuji'
  chain: Chain
  tx_id: string
  tx_type: string
  timestamp: number
  block_number: string
  block_id: string
  position: number
  start_timestamp: number | null
  end_timestamp: number | null
  node_id: string | null
  subnet_id: string | null
  estimated_reward: string | null
  reward_tx_id: string | null
  staking_tx_id: string | null
  bytes: Uint8Array
}

export interface UtxoRow {
  seq: number
  network: 'mainnet' | 'fuji'
  utxo_id: string
  created_on_chain: Chain
  consumed_on_chain: Chain
  tx_id: string
  output_index: number
  emitted_by: number | null
  asset_id: string
  amount: string
  created_at: number
  consumed_by: number | null
  consumed_at: number | null
  staked: 0 | 1
  stake_start: number | null
  stake_end: number | null
  reward_type: string | null
  bytes: string
}

export const primaryTransactionsOf = (base: BaseReader): PrimaryTransactionRow[] =>
  rowsOf(base, 'SELECT * FROM primary_transaction ORDER BY seq')

export const utxosOf = (base: BaseReader): UtxoRow[] =>
  rowsOf(base, 'SELECT * FROM utxo ORDER BY seq')

/** A transaction taken apart from its bytes alone. */
export function decoded({ chain, bytes }: PrimaryTransactionRow) {
  const tx =
    chain === 'P'
      ? platformTransactions.decode(bytes)
      : chain === 'X'
        ? exchangeTransactions.decode(bytes)
        : atomicTransactions.decode(bytes)
  const { unsigned } = tx
  // An export of the C-chain has inputs too, but they are accounts.
  const ordinary = 'inputs' in unsigned ? unsigned.inputs : []
  const inputs = [
    ...ordinary.flatMap((input) => ('txId' in input ? [input] : [])),
    ...('importedInputs' in unsigned ? unsigned.importedInputs : []),
  ]
  const operated =
    unsigned.type === 'OperationTx' ? unsigned.operations.flatMap(({ utxos }) => utxos) : []
  return {
    ...tx,
    /** Ids and indices of everything that is spent, in the order of the credentials. */
    spent: [...inputs, ...operated].map(({ txId, outputIndex }) => ({ txId, outputIndex })),
  }
}

/** UTXOs that the bytes of a transaction make. */
export function madeBy(row: PrimaryTransactionRow) {
  if (row.chain === 'P') return platformUtxos(platformTransactions.decode(row.bytes))
  if (row.chain === 'X') return exchangeUtxos(exchangeTransactions.decode(row.bytes))
  return atomicUtxos(atomicTransactions.decode(row.bytes))
}

/** Name of an output: where it comes from. */
export const outputName = (network: string, txId: Uint8Array, outputIndex: number) =>
  `${network} ${encodeCb58(txId)} ${outputIndex}`
