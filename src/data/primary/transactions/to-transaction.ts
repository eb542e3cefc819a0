import type { AssetAmount } from '../../../../schemas/common-shapes.ts'
import type { LivePChainTransaction } from '../../../../schemas/data/live-primary.ts'
import type { L1ValidatorDetails } from '../../../../schemas/data/transactions.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { toAssetAmount } from '../assets.ts'
import { genesisData } from '../genesis-data.ts'
import { movedBetween } from './moved-between.ts'
import type { AmountRow, StoredTransaction, ValidatorRow } from './stored-transactions.ts'
import { toUtxo } from './transaction-utxos.ts'

/**
 * Builds the shape of the contract, for transactions of all three chains. For a transaction in a
 * vertex, the block is the vertex. For an atomic one of the C-chain, the UTXOs are those between
 * the chains. Section 2.2, G-06, G-39.
 */
export function toTransaction(
  { row, amounts, addresses, validators, consumed, emitted }: StoredTransaction,
  dialect: Dialect,
): LivePChainTransaction {
  const addressesOf = (role: 'reward' | 'owner') =>
    addresses.filter((each) => each.role === role).map(({ address }) => address)
  const rewardAddresses = addressesOf('reward')
  return {
    txHash: row.tx_id,
    txType: row.tx_type,
    blockTimestamp: row.timestamp,
    blockNumber: row.block_number,
    blockHash: row.block_id,
    consumedUtxos: consumed.map(toUtxo),
    emittedUtxos: emitted.map(toUtxo),
    ...movedBetween(row, dialect),
    value: amountsOf(amounts, 'value'),
    amountBurned: amountsOf(amounts, 'burned'),
    amountStaked: amountsOf(amounts, 'staked'),
    amountL1ValidatorBalanceBurned: amountsOf(amounts, 'l1_balance'),
    ...(row.start_timestamp !== null && { startTimestamp: row.start_timestamp }),
    ...(row.end_timestamp !== null && { endTimestamp: row.end_timestamp }),
    ...(row.delegation_fee_percent !== null && {
      delegationFeePercent: row.delegation_fee_percent,
    }),
    ...(row.node_id !== null && { nodeId: row.node_id }),
    ...(row.subnet_id !== null && { subnetId: row.subnet_id }),
    ...(row.manager_blockchain_id !== null &&
      row.manager_address !== null && {
        l1ValidatorManagerDetails: {
          blockchainId: row.manager_blockchain_id,
          contractAddress: row.manager_address,
        },
      }),
    ...(validators.length > 0 && { l1ValidatorDetails: validators.map(toL1ValidatorDetails) }),
    ...(row.estimated_reward !== null && { estimatedReward: row.estimated_reward }),
    ...(row.reward_tx_id !== null && { rewardTxHash: row.reward_tx_id }),
    ...(rewardAddresses.length > 0 && { rewardAddresses }),
    ...(row.memo !== null && { memo: row.memo }),
    ...(row.staking_tx_id !== null && { stakingTxHash: row.staking_tx_id }),
    ...(row.owner_locktime !== null &&
      row.owner_threshold !== null && {
        subnetOwnershipInfo: {
          locktime: row.owner_locktime,
          threshold: row.owner_threshold,
          addresses: addressesOf('owner'),
        },
      }),
    ...(row.bls_public_key !== null &&
      row.bls_proof_of_possession !== null && {
        blsCredentials: {
          publicKey: row.bls_public_key,
          proofOfPossession: row.bls_proof_of_possession,
        },
      }),
    ...(row.chain_name !== null &&
      row.vm_id !== null && {
        blockchainInfo: toBlockchainInfo(row.chain_name, row.vm_id, row.genesis_data, dialect),
      }),
  }
}

const amountsOf = (amounts: readonly AmountRow[], kind: AmountRow['kind']): AssetAmount[] =>
  amounts.filter((amount) => amount.kind === kind).map(toAssetAmount)

const toL1ValidatorDetails = (row: ValidatorRow): L1ValidatorDetails => ({
  validationId: row.validation_id,
  validationIdHex: row.validation_id_hex,
  nodeId: row.node_id,
  subnetId: row.subnet_id,
  weight: row.weight,
  remainingBalance: row.remaining_balance,
  ...(row.balance_change !== null && { balanceChange: row.balance_change }),
  ...(row.bls_public_key !== null && {
    blsCredentials: {
      publicKey: row.bls_public_key,
      ...(row.bls_proof_of_possession !== null && {
        proofOfPossession: row.bls_proof_of_possession,
      }),
    },
  }),
})

const toBlockchainInfo = (
  chainName: string,
  vmId: string,
  genesis: string | null,
  dialect: Dialect,
) => ({
  chainName,
  vmId,
  ...(genesis !== null && { genesisData: genesisData(dialect, JSON.parse(genesis)) }),
})
