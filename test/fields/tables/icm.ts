import type { Dialect } from '../../../src/http/request/dialect.ts'
import { constant, type Fields, from, image, many, nextPage, under } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { ewoq, worthIn } from './evm-parts.ts'

/** The second newest message of ewoq, with everything that a message can have. */
export const pick = `
  SELECT seq, message_id AS id, network FROM icm_message
  WHERE '${ewoq}' COLLATE NOCASE IN (sender, recipient) ORDER BY seq DESC LIMIT 1 OFFSET 1`
export const setup = [
  `UPDATE icm_message SET reward_logo_uri = 'https://logo.example.org', reward_usd = '2.5',
     source_tx_hash = '0x50', source_timestamp = 1700000000, source_gas_spent = '21'
   WHERE seq = :seq`,
  `INSERT OR REPLACE INTO icm_delivery
   VALUES (:seq, 1, '43114', '0xde', 1700000009, '34', '0x4e', '0xde1')`,
  'DELETE FROM icm_receipt WHERE message_seq = :seq',
  `INSERT INTO icm_receipt VALUES (:seq, 0, '7', '0x01'), (:seq, 1, '8', '0x02')`,
  'DELETE FROM icm_receipt_delivery WHERE message_seq = :seq OR carrier_seq = :seq',
  'INSERT INTO icm_receipt_delivery VALUES (:seq, 1)',
]
export const rows = {
  message: 'icm_message WHERE seq = :seq',
  delivery: "icm_delivery WHERE tx_hash = '0xde'",
  receipt: 'icm_receipt WHERE message_seq = :seq AND position = 1',
  returned: 'icm_receipt_delivery WHERE carrier_seq = 1',
}

const lostSource = { within: 'sourceTransaction' }

/** 2.5 IcmMessage, and its delivery in an extra field (G-71). */
export const message = (dialect: Dialect): Fields => ({
  messageId: 'message.message_id',
  icmContractAddress: 'message.icm_contract',
  sourceBlockchainId: 'message.source_blockchain_id',
  destinationBlockchainId: 'message.destination_blockchain_id',
  sourceEvmChainId: 'message.source_evm_chain_id',
  destinationEvmChainId: 'message.destination_evm_chain_id',
  messageNonce: 'message.nonce',
  from: 'message.sender',
  to: 'message.recipient',
  data: 'message.data',
  'receipts.0.receivedMessageNonce': constant('7'),
  'receipts.0.relayerRewardAddress': constant('0x01'),
  'receipts.1.receivedMessageNonce': 'receipt.nonce',
  'receipts.1.relayerRewardAddress': 'receipt.relayer',
  ...under('rewardDetails', {
    address: 'message.reward_address',
    name: 'message.reward_name',
    symbol: 'message.reward_symbol',
    decimals: 'message.reward_decimals',
    logoUri: image('message.reward_logo_uri'),
    ercType: constant('ERC-20'),
    'price.currencyCode': constant('usd'),
    'price.value': from('message.reward_usd', worthIn(dialect), { within: 'rewardDetails.price' }),
    value: 'message.reward_value',
  }),
  ...under('sourceTransaction', {
    txHash: from('message.source_tx_hash', (hash) => hash, lostSource),
    timestamp: from('message.source_timestamp', (time) => time, lostSource),
    gasSpent: from('message.source_gas_spent', (gas) => gas, lostSource),
  }),
  ...under('destinationTransaction', {
    txHash: 'delivery.tx_hash',
    timestamp: 'delivery.timestamp',
    gasSpent: 'delivery.gas_spent',
    rewardRedeemer: 'delivery.reward_redeemer',
    delivererAddress: 'delivery.deliverer',
  }),
})

/** Fields that follow from the other transaction. */
export const consequences: Fields = {
  status: many(
    from('delivery.message_seq', (seq: number) => (seq > 1 ? 'delivered' : 'pending'), { to: 1 }),
    ...['source_tx_hash', 'source_timestamp', 'source_gas_spent'].map((column) =>
      from(`message.${column}`, () => 'delivered', { orElse: 'delivered_source_not_indexed' }),
    ),
  ),
  messageExecuted: many(
    from('delivery.executed', (executed) => executed === 1, { to: 0 }),
    from('delivery.message_seq', (seq: number) => seq > 1),
  ),
  destinationTransaction: from('delivery.message_seq', (seq: number) =>
    seq > 1
      ? {
          txHash: '0xde',
          timestamp: 1_700_000_009,
          gasSpent: '34',
          rewardRedeemer: '0x4e',
          delivererAddress: '0xde1',
        }
      : undefined,
  ),
  receiptDelivered: from('returned.message_seq', (seq: number) => seq > 1, { to: 1 }),
}

const views = (dialect: Dialect): View[] => {
  const fields = { ...message(dialect), ...consequences }
  return [
    {
      of: 'listIcmMessages',
      dialect,
      pick,
      setup,
      url: `/v1/icm/addresses/${ewoq}/messages?pageSize=3`,
      item: 'messages.1',
      rows,
      fields,
      around: { nextPageToken: nextPage('messages') },
    },
    {
      of: 'listIcmMessages',
      dialect,
      pick,
      setup: [...setup, 'DELETE FROM icm_activity WHERE seq > :seq'],
      url: `/v1/icm/addresses/${ewoq}/messages?network={network}&pageSize=1`,
      item: 'messages.0',
      rows,
      fields,
    },
    {
      of: 'getIcmMessage',
      dialect,
      pick,
      setup,
      url: '/v1/icm/messages/{id}',
      rows,
      fields: { ...fields, messageId: constant('{id}') },
    },
  ]
}

/** Specification 4.1.19 and a message by its id. */
export const icm: FieldTable = [...views('documented'), ...views('live')]
