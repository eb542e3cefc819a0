import { webhookId } from '../support/messages-of-block.ts'
import {
  constant,
  type Fields,
  from,
  key,
  many,
  row,
  sameAsResponse,
  text,
} from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { messageId, messageIdOf, otherTxId } from './message-parts.ts'
import { mainnet, pChainId, xChainId } from './primary-parts.ts'

/* Messages of webhooks about validators. */

const node = 'NodeID-watched'
const subnet = 'subnet-watched'
/** Id of a transaction that a view gives to its own. */
const ownTxId = xChainId
const validation = 'validation-watched'

type KeyType = 'nodeId' | 'subnetId'

/** A webhook that knows either the node or the subnet; the other one may change. */
const message = (keyType: KeyType, name: string): Omit<View, 'rows' | 'fields'> => ({
  of: 'validator_activity',
  dialect: 'documented',
  messages: {
    request: {
      ...{ eventType: 'validator_activity', url: 'http://127.0.0.1/', network: 'mainnet' },
      metadata: {
        ...{ keyType, keys: [keyType === 'nodeId' ? node : subnet] },
        subEvents: { validatorActivitySubEvents: [name] },
        ...(name === 'l1_validator_balance_threshold' && {
          l1ValidatorFeeBalanceThreshold: '1000000',
        }),
      },
    },
    ...{ network: 'mainnet', chain: 'P' },
    height: 'SELECT height FROM primary_block WHERE seq = {block}',
  },
  item: '0',
})

/** The first transaction of a type, whose outputs nothing spends, and its block. */
const pick = (type: string) => `
  SELECT tx.seq AS tx, b.seq AS block, tx.staking_tx_id AS stake, tx.tx_id AS id,
         b.height AS height
  FROM primary_transaction tx
  JOIN primary_block b USING (network, chain, block_id)
  WHERE tx.network = 'mainnet' AND tx.chain = 'P' AND tx.tx_type = '${type}'
    AND (tx.tx_type <> 'RewardValidatorTx' OR EXISTS (
      SELECT 1 FROM utxo WHERE emitted_by = tx.seq AND reward_type IS NOT NULL))
  ORDER BY tx.seq LIMIT 1`
const unspent = [
  'UPDATE primary_transaction SET reward_tx_id = NULL WHERE seq = :tx',
  `UPDATE utxo SET consumed_by = NULL, consumed_position = NULL, consuming_tx_id = NULL,
          consuming_block = NULL, consumed_at = NULL WHERE emitted_by = :tx`,
]
const transactionRows = {
  tx: 'primary_transaction WHERE seq = :tx',
  block: 'primary_block WHERE seq = :block',
}

const common = (name: string, of: string, about: string): Fields => ({
  webhookId: constant(webhookId),
  eventType: constant('validator_activity'),
  messageId: messageIdOf(of, name, about, otherTxId),
  'event.version': constant(1),
  'event.eventType': constant(name),
  'event.blockNumber': from('block.height', String, { to: 9_000_000 }),
  'event.blockTimestamp': 'block.timestamp',
})
const transaction = sameAsResponse(`${mainnet}/blockchains/p-chain/transactions/{tx.tx_id}`)

/** The name or id that the webhook does not know, in a cell or two that are changed together. */
function free(keyType: KeyType, row: string, withoutIt?: string): Fields {
  const [path, column, known] =
    keyType === 'nodeId'
      ? (['event.subnetId', 'subnet_id', { 'event.nodeId': constant(node) }] as const)
      : (['event.nodeId', 'node_id', { 'event.subnetId': constant(subnet) }] as const)
  return {
    ...known,
    [path]: from(`${row}.${column}`, (id) => id, { orElse: withoutIt }),
  }
}

const stakes = (
  [
    ['AddValidatorTx', 'validator_stake'],
    ['AddSubnetValidatorTx', 'validator_stake'],
    ['AddPermissionlessValidatorTx', 'validator_stake'],
    ['AddDelegatorTx', 'delegator_stake'],
    ['AddPermissionlessDelegatorTx', 'delegator_stake'],
  ] as const
).map(
  ([type, name]): View => ({
    ...message('nodeId', name),
    pick: pick(type),
    setup: [...unspent, `UPDATE primary_transaction SET node_id = '${node}' WHERE seq = :tx`],
    rows: transactionRows,
    fields: {
      ...common(name, 'tx.tx_id', node),
      ...free('nodeId', 'tx', pChainId),
      'event.transaction': transaction,
    },
  }),
)

/** A reward names the node and the subnet of the stake that it ends. */
const rewards = (['nodeId', 'subnetId'] as const).map((keyType): View => {
  const name = 'reward_distribution'
  return {
    ...message(keyType, name),
    pick: pick('RewardValidatorTx'),
    setup: [
      ...unspent,
      `UPDATE primary_transaction SET tx_id = '${ownTxId}' WHERE seq = :tx`,
      `UPDATE staking_period SET node_id = '${node}', subnet_id = '${subnet}'
       WHERE network = 'mainnet' AND tx_id = :stake`,
    ],
    rows: {
      ...transactionRows,
      stake: "staking_period WHERE network = 'mainnet' AND tx_id = :stake",
    },
    fields: {
      ...common(name, 'tx.tx_id', node),
      ...free(keyType, 'stake'),
      ...(keyType === 'subnetId' && {
        messageId: from('stake.node_id', (id: string) => messageId(ownTxId, name, id)),
      }),
      'event.transaction': transaction,
    },
  }
})

/** What a message about an L1 validator has of the row of its transaction. */
const l1Transactions = (
  [
    ['ConvertSubnetToL1Tx', 'validator_stake', 'nodeId'],
    ['RegisterL1ValidatorTx', 'validator_stake', 'subnetId'],
    ['IncreaseL1ValidatorBalanceTx', 'l1_validator_balance_increased', 'nodeId'],
    ['DisableL1ValidatorTx', 'l1_validator_disabled', 'subnetId'],
    ['SetL1ValidatorWeightTx', 'l1_validator_removed', 'nodeId'],
  ] as const
).map(
  ([type, name, keyType]): View => ({
    ...message(keyType, name),
    pick: pick(type),
    setup: [
      ...unspent,
      `UPDATE primary_transaction SET tx_id = '${ownTxId}' WHERE seq = :tx`,
      `UPDATE transaction_l1_validator
       SET node_id = '${node}', subnet_id = '${subnet}', weight = 0, remaining_balance = 1234
       WHERE tx_seq = :tx AND position = 0`,
    ],
    rows: {
      ...transactionRows,
      l1: 'transaction_l1_validator WHERE tx_seq = :tx AND position = 0',
    },
    fields: {
      ...common(name, 'tx.tx_id', ''),
      ...free(keyType, 'l1'),
      messageId: from('l1.validation_id', (id: string) => messageId(ownTxId, name, id)),
      'event.validationId': 'l1.validation_id',
      'event.remainingBalance': text('l1.remaining_balance'),
      'event.transaction': transaction,
    },
  }),
)

/*
 * What no transaction does: a validator that is active until the newest block, whose last change
 * was in second 1.
 */

const blockPick = `
  SELECT b.seq AS block, b.height AS height, tx.seq AS tx
  FROM primary_block b, primary_transaction tx
  WHERE b.network = 'mainnet' AND b.chain = 'P' AND tx.network = 'mainnet' AND tx.chain = 'P'
    AND tx.tx_type = 'BaseTx' AND CAST(tx.block_number AS INTEGER) < b.height - 1
  ORDER BY b.height DESC LIMIT 1`
const blockSetup = [
  `UPDATE primary_block SET block_id = '${ownTxId}', timestamp = 1001 WHERE seq = :block`,
  `UPDATE primary_block SET timestamp = 501
   WHERE network = 'mainnet' AND chain = 'P' AND height = :height - 1`,
  // It stands before the height that the block is changed to.
  row('primary_block', {
    ...{ seq: 9_000_000_000, network: 'mainnet', chain: 'P', height: 8_999_999, timestamp: 501 },
    ...{ block_id: 'before', parent_id: '', block_type: '', tx_count: 0, size_bytes: 0 },
  }),
  'UPDATE primary_transaction SET timestamp = 1 WHERE seq = :tx',
  row('l1_validator', {
    ...{ seq: 9_000, network: 'mainnet', validation_id: validation, validation_id_hex: '0x01' },
    ...{ node_id: node, subnet_id: subnet, weight: 5, min_nonce: 0, created_at: 1 },
    ...{ bls_public_key: '0x02', bls_proof_of_possession: '0x03' },
    ...{ balance_owner_threshold: 1, deactivation_owner_threshold: 1 },
  }),
  `INSERT INTO l1_validator_weight VALUES
     ('mainnet', '${subnet}', '${validation}', 1, 5, 1)`,
  row('transaction_l1_validator', {
    ...{ tx_seq: '(:tx)', position: 99, validation_id: validation, validation_id_hex: '0x01' },
    ...{ node_id: 'NodeID-elsewhere', subnet_id: 'elsewhere', weight: 5 },
    remaining_balance: 1_511_999,
  }),
]
const blockRows = {
  tx: 'primary_transaction WHERE seq = :tx',
  block: 'primary_block WHERE seq = :block',
  validator: 'l1_validator WHERE seq = 9000',
  was: `l1_validator_weight WHERE validation_id = '${validation}' AND from_height = 1`,
  change: 'transaction_l1_validator WHERE tx_seq = :tx AND position = 99',
}

const thresholds = (['nodeId', 'subnetId'] as const).map((keyType): View => {
  const name = 'l1_validator_balance_threshold'
  return {
    ...message(keyType, name),
    pick: blockPick,
    setup: blockSetup,
    rows: blockRows,
    fields: {
      ...common(name, 'block.block_id', validation),
      ...(keyType === 'nodeId'
        ? {
            'event.nodeId': constant(node),
            'event.subnetId': key(['validator.subnet_id', 'was.subnet_id']),
          }
        : { 'event.nodeId': 'validator.node_id', 'event.subnetId': constant(subnet) }),
      'event.validationId': constant(validation),
      // An active validator pays 512 nAVAX per second.
      'event.remainingBalance': many(
        from('change.remaining_balance', (balance: number) => String(balance - 512_000), {
          to: 1_511_990,
        }),
        from('block.timestamp', (time: number) => String(1_511_999 - 512 * (time - 1)), {
          to: 1003,
        }),
        from('tx.timestamp', (time: number) => String(1_511_999 - 512 * (1001 - time)), { to: 0 }),
      ),
    },
  }
})

/** The block in which the balance is used up has a row that ends the activity. */
const exhaustions = (['nodeId', 'subnetId'] as const).map((keyType): View => {
  const name = 'l1_validator_disabled'
  const columns = (column: string) => ['validator', 'was', 'ends'].map((it) => `${it}.${column}`)
  return {
    ...message(keyType, name),
    pick: blockPick,
    setup: [
      ...blockSetup,
      `INSERT INTO l1_validator_weight VALUES
         ('mainnet', '${subnet}', '${validation}', :height, 5, 0)`,
    ],
    rows: {
      ...blockRows,
      was: 'l1_validator_weight WHERE from_height = 1 AND weight = 5 AND is_active = 1',
      ends: 'l1_validator_weight WHERE from_height > 1 AND weight = 5 AND is_active = 0',
    },
    fields: {
      ...common(name, 'block.block_id', validation),
      ...(keyType === 'nodeId'
        ? { 'event.nodeId': constant(node), 'event.subnetId': key(columns('subnet_id')) }
        : { 'event.nodeId': 'validator.node_id', 'event.subnetId': constant(subnet) }),
      messageId: many(
        key(columns('validation_id'), (id: string) => messageId(ownTxId, name, id)),
        messageIdOf('block.block_id', name, validation),
      ),
      'event.blockNumber': key(['block.height', 'ends.from_height'], String),
      'event.validationId': key(columns('validation_id')),
      'event.remainingBalance': constant('0'),
    },
  }
})

/** Section 4.4, validator_activity. */
export const validatorMessages: FieldTable = [
  ...stakes,
  ...rewards,
  ...l1Transactions,
  ...thresholds,
  ...exhaustions,
]
