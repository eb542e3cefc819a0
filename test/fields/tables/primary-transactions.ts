import type { Dialect } from '../../../src/http/request/dialect.ts'
import { constant, type Fields, from, nextPage, request, row, under } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { fullGenesis, wholeGenesis } from './genesis.ts'
import {
  assetAmount,
  assetRow,
  mainnet,
  newAsset,
  newUtxo,
  onChain,
  pChainId,
  utxo,
  utxoRows,
} from './primary-parts.ts'

const url = `${mainnet}/blockchains/p-chain/transactions`
const seq = 8_000_000_000_001
const amounts = {
  value: 'value',
  burned: 'amountBurned',
  staked: 'amountStaked',
  l1_balance: 'amountL1ValidatorBalanceBurned',
}
const kinds = Object.keys(amounts)

/** A transaction of the P-chain with everything that any type has, and two around it. */
const transactionSetup = [
  ...[seq - 1, seq, seq + 1].map((each) =>
    row('primary_transaction', {
      seq: each,
      network: 'mainnet',
      chain: 'P',
      tx_id: `tx-${each - seq}`,
      tx_type: 'BaseTx',
      timestamp: 1_700_000_000,
      block_number: '41',
      block_id: `block-${each - seq}`,
      position: 0,
      bytes: "(x'00')",
    }),
  ),
  `UPDATE primary_transaction SET source_chain = 'source', destination_chain = 'destination',
     start_timestamp = 11, end_timestamp = 12, delegation_fee_percent = '2.5', node_id = 'NodeID-A',
     subnet_id = 'subnet', estimated_reward = '13', reward_tx_id = 'reward', memo = '0x14',
     staking_tx_id = 'staking', owner_locktime = 15, owner_threshold = 16, bls_public_key = '0x17',
     bls_proof_of_possession = '0x18', chain_name = 'Chain', vm_id = 'vm',
     manager_blockchain_id = 'managing', manager_address = '0x19', genesis_data = '${fullGenesis}'
   WHERE seq = ${seq}`,
  ...kinds.flatMap((kind) => [
    newAsset(kind),
    newAsset(`${kind} first`),
    ...[`${kind} first`, kind].map((asset_id, position) =>
      row('transaction_amount', {
        tx_seq: seq,
        kind,
        position,
        network: 'mainnet',
        asset_id,
        amount: `${position + 1}7`,
      }),
    ),
  ]),
  ...['reward', 'owner'].flatMap((role) =>
    [0, 1].map((position) =>
      row('transaction_address', { tx_seq: seq, role, position, address: `${role}${position}` }),
    ),
  ),
  ...[0, 1].map((position) =>
    row('transaction_l1_validator', {
      tx_seq: seq,
      position,
      validation_id: `validation${position}`,
      validation_id_hex: `0x2${position}`,
      node_id: `NodeID-${position}`,
      subnet_id: `subnet${position}`,
      weight: 21,
      remaining_balance: 22,
      balance_change: -23,
      bls_public_key: '0x24',
      bls_proof_of_possession: '0x25',
    }),
  ),
  ...['spent', 'spent first', 'made', 'made first'].map(newAsset),
  ...newUtxo(9_001, { asset_id: 'spent first', consumed_by: seq, consumed_position: 0 }),
  ...newUtxo(9_002, { asset_id: 'spent', consumed_by: seq, consumed_position: 1 }),
  ...newUtxo(9_003, { asset_id: 'made first', emitted_by: seq, output_index: 0 }),
  ...newUtxo(9_004, { asset_id: 'made', emitted_by: seq, output_index: 1 }),
]

const rows = {
  tx: `primary_transaction WHERE seq = ${seq}`,
  ...utxoRows('consumed', 9_002),
  ...utxoRows('emitted', 9_004),
  spent: assetRow('spent'),
  made: assetRow('made'),
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [kind, `transaction_amount WHERE tx_seq = ${seq} AND kind = '${kind}' AND position = 1`],
      [`${kind}Asset`, assetRow(kind)],
    ]),
  ),
  reward: `transaction_address WHERE tx_seq = ${seq} AND role = 'reward' AND position = 1`,
  owner: `transaction_address WHERE tx_seq = ${seq} AND role = 'owner' AND position = 1`,
  validator: `transaction_l1_validator WHERE tx_seq = ${seq} AND position = 1`,
}

const needs = (object: string, cell: string) => from(cell, (value) => value, { within: object })

/** 2.2 PrimaryNetworkTransaction. */
const transaction = (dialect: Dialect): Fields => {
  // Only the deployed service names the transaction's own chain beside the other one.
  const ownChain = dialect === 'live' ? { orElse: pChainId } : {}
  return {
    txHash: 'tx.tx_id',
    txType: from('tx.tx_type', (type) => type, { to: 'ImportTx' }),
    blockTimestamp: 'tx.timestamp',
    blockNumber: 'tx.block_number',
    blockHash: 'tx.block_id',
    ...under('consumedUtxos.1', utxo('consumed', 'spent')),
    ...under('emittedUtxos.1', utxo('emitted', 'made')),
    sourceChain: from('tx.source_chain', (id) => id, ownChain),
    destinationChain: from('tx.destination_chain', (id) => id, ownChain),
    ...Object.assign(
      {},
      ...Object.entries(amounts).map(([kind, field]) =>
        under(`${field}.1`, assetAmount(kind, `${kind}Asset`)),
      ),
    ),
    startTimestamp: 'tx.start_timestamp',
    endTimestamp: 'tx.end_timestamp',
    delegationFeePercent: 'tx.delegation_fee_percent',
    nodeId: 'tx.node_id',
    subnetId: 'tx.subnet_id',
    ...under('l1ValidatorManagerDetails', {
      blockchainId: needs('l1ValidatorManagerDetails', 'tx.manager_blockchain_id'),
      contractAddress: needs('l1ValidatorManagerDetails', 'tx.manager_address'),
    }),
    ...under('l1ValidatorDetails.1', {
      validationId: 'validator.validation_id',
      validationIdHex: 'validator.validation_id_hex',
      nodeId: 'validator.node_id',
      subnetId: 'validator.subnet_id',
      weight: 'validator.weight',
      remainingBalance: 'validator.remaining_balance',
      balanceChange: 'validator.balance_change',
      'blsCredentials.publicKey': needs(
        'l1ValidatorDetails.1.blsCredentials',
        'validator.bls_public_key',
      ),
      'blsCredentials.proofOfPossession': 'validator.bls_proof_of_possession',
    }),
    estimatedReward: 'tx.estimated_reward',
    rewardTxHash: 'tx.reward_tx_id',
    'rewardAddresses.1': 'reward.address',
    memo: 'tx.memo',
    stakingTxHash: 'tx.staking_tx_id',
    ...under('subnetOwnershipInfo', {
      locktime: needs('subnetOwnershipInfo', 'tx.owner_locktime'),
      threshold: needs('subnetOwnershipInfo', 'tx.owner_threshold'),
      'addresses.1': 'owner.address',
    }),
    ...under('blsCredentials', {
      publicKey: needs('blsCredentials', 'tx.bls_public_key'),
      proofOfPossession: needs('blsCredentials', 'tx.bls_proof_of_possession'),
    }),
    ...under('blockchainInfo', {
      chainName: needs('blockchainInfo', 'tx.chain_name'),
      vmId: needs('blockchainInfo', 'tx.vm_id'),
      genesisData: wholeGenesis('tx.genesis_data', dialect, 'blockchainInfo.genesisData'),
    }),
  }
}

/** The three transactions, as stakes that run. */
const runningStakes = [seq - 1, seq, seq + 1].map((each) =>
  row('staking_period', {
    tx_seq: each,
    network: 'mainnet',
    subnet_id: pChainId,
    node_id: 'NodeID-A',
    tx_id: `stake${each}`,
    kind: 'validator',
    weight: '1',
    shares: 0,
    has_low_uptime: 0,
    reward: '0',
    owed: '0',
    start_timestamp: 1,
    end_timestamp: 2,
    start_height: 1,
  }),
)

/** Specification 4.1.3, the same of running stakes, and a transaction by its id, in the shape of 2.2. */
export const primaryTransactions: FieldTable = (['documented', 'live'] as const).flatMap(
  (dialect): View[] => [
    {
      of: 'listPrimaryTransactions',
      dialect,
      setup: transactionSetup,
      url: `${url}?pageSize=3`,
      item: 'transactions.1',
      rows,
      fields: transaction(dialect),
      around: { ...onChain('transactions'), nextPageToken: nextPage('transactions') },
    },
    {
      of: 'listActivePrimaryNetworkStakingTransactions',
      dialect,
      setup: [...transactionSetup, ...runningStakes],
      url: `${url}:listStaking?pageSize=3`,
      item: 'transactions.1',
      rows,
      fields: transaction(dialect),
      around: {
        'chainInfo.chainName': constant('p-chain'),
        'chainInfo.network': request({
          [`${mainnet}/blockchains/p-chain/transactions:listStaking`]: 'mainnet',
          '/v1/networks/testnet/blockchains/p-chain/transactions:listStaking': 'fuji',
        }),
        nextPageToken: nextPage('transactions'),
      },
    },
    {
      of: 'getPrimaryTransaction',
      dialect,
      pick: "SELECT tx_id AS id FROM primary_transaction WHERE chain = 'P' AND network = 'mainnet' LIMIT 1",
      setup: [
        ...transactionSetup,
        `UPDATE primary_transaction SET tx_id = :id || '7' WHERE tx_id = :id`,
        `UPDATE primary_transaction SET tx_id = :id WHERE seq = ${seq}`,
      ],
      url: `${url}/{id}`,
      rows,
      fields: { ...transaction(dialect), txHash: constant('{id}') },
    },
  ],
)
