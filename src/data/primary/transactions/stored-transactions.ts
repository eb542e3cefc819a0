import type { PrimaryNetworkTxType } from '../../../../schemas/data/transactions.ts'
import type { Network } from '../../../networks/network.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import type { World } from '../../../world/world.ts'
import { type AssetAmountRow, assetColumns } from '../assets.ts'
import { consumedUtxos, emittedUtxos, type UtxoRow } from './transaction-utxos.ts'

/** Transaction with all its parts, as the tables hold it. */
export interface StoredTransaction {
  readonly row: TransactionRow
  readonly amounts: readonly AmountRow[]
  readonly addresses: readonly AddressRow[]
  readonly validators: readonly ValidatorRow[]
  readonly consumed: readonly UtxoRow[]
  readonly emitted: readonly UtxoRow[]
}

/** Reads transactions by `seq`, in the order of the list, with a fixed number of statements. */
export function readStoredTransactions(world: World, seqs: readonly number[]): StoredTransaction[] {
  const bindings = { txSeqs: JSON.stringify(seqs) }
  const ownerOf = (row: { tx_seq: number }) => row.tx_seq
  const amounts = groupBy(world.all(selectAmounts, bindings), ownerOf)
  const addresses = groupBy(world.all(selectAddresses, bindings), ownerOf)
  const validators = groupBy(world.all(selectValidators, bindings), ownerOf)
  const consumed = groupBy(consumedUtxos(world, seqs), ownerOf)
  const emitted = groupBy(emittedUtxos(world, seqs), ownerOf)
  return world.all(selectTransactions, bindings).map((row) => ({
    row,
    amounts: amounts.get(row.seq) ?? [],
    addresses: addresses.get(row.seq) ?? [],
    validators: validators.get(row.seq) ?? [],
    consumed: consumed.get(row.seq) ?? [],
    emitted: emitted.get(row.seq) ?? [],
  }))
}

export interface TransactionRow {
  seq: number
  network: Network
  chain: PrimaryChain
  tx_id: string
  tx_type: PrimaryNetworkTxType
  timestamp: number
  block_number: string
  block_id: string
  source_chain: string | null
  destination_chain: string | null
  start_timestamp: number | null
  end_timestamp: number | null
  delegation_fee_percent: string | null
  node_id: string | null
  subnet_id: string | null
  estimated_reward: string | null
  reward_tx_id: string | null
  staking_tx_id: string | null
  memo: string | null
  owner_locktime: number | null
  owner_threshold: number | null
  bls_public_key: string | null
  bls_proof_of_possession: string | null
  chain_name: string | null
  vm_id: string | null
  genesis_data: string | null
  manager_blockchain_id: string | null
  manager_address: string | null
  created_asset_id: string | null
}

const selectTransactions = statement<{ txSeqs: string }, TransactionRow>(`
  SELECT seq, network, chain, tx_id, tx_type, timestamp, block_number, block_id, source_chain,
         destination_chain, start_timestamp, end_timestamp, delegation_fee_percent, node_id,
         subnet_id, estimated_reward, reward_tx_id, staking_tx_id, memo, owner_locktime,
         owner_threshold, bls_public_key, bls_proof_of_possession, chain_name, vm_id, genesis_data,
         manager_blockchain_id, manager_address, created_asset_id
  FROM json_each(:txSeqs) AS asked CROSS JOIN primary_transaction ON seq = asked.value
  ORDER BY asked.key`)

export interface AmountRow extends AssetAmountRow {
  tx_seq: number
  kind: 'value' | 'burned' | 'staked' | 'l1_balance'
}

const selectAmounts = statement<{ txSeqs: string }, AmountRow>(`
  SELECT tx_seq, kind, ${assetColumns}, amount
  FROM json_each(:txSeqs) AS asked CROSS JOIN transaction_amount AS own ON tx_seq = asked.value
  JOIN asset ON asset.network = own.network AND asset.asset_id = own.asset_id
  ORDER BY asked.key, kind, position`)

interface AddressRow {
  tx_seq: number
  role: 'reward' | 'owner' | 'stake reward' | 'fee reward'
  address: string
}

const selectAddresses = statement<{ txSeqs: string }, AddressRow>(`
  SELECT tx_seq, role, address
  FROM json_each(:txSeqs) AS asked CROSS JOIN transaction_address ON tx_seq = asked.value
  ORDER BY asked.key, role, position`)

export interface ValidatorRow {
  tx_seq: number
  validation_id: string
  validation_id_hex: string
  node_id: string
  subnet_id: string
  weight: number
  remaining_balance: number
  balance_change: number | null
  bls_public_key: string | null
  bls_proof_of_possession: string | null
}

const selectValidators = statement<{ txSeqs: string }, ValidatorRow>(`
  SELECT tx_seq, validation_id, validation_id_hex, node_id, subnet_id, weight, remaining_balance,
         balance_change, bls_public_key, bls_proof_of_possession
  FROM json_each(:txSeqs) AS asked CROSS JOIN transaction_l1_validator ON tx_seq = asked.value
  ORDER BY asked.key, position`)
