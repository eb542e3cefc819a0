import type { Dialect } from '../../../src/http/request/dialect.ts'
import { constant, type Fields, flag, from, image, key, under } from '../support/source.ts'

/** The protagonist of the built-in world. */
export const ewoq = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
export const chain = '/v1/chains/43114'

/** A decimal number in the form that the dialect gives to the value of a Price. */
export const worthIn = (dialect: Dialect) => (text: string) =>
  dialect === 'live' ? Number(text) : text

/** The contracts at the two addresses of an item, which no other item has. */
export const partyRows = {
  sender: 'contract WHERE seq = 9001',
  recipient: 'contract WHERE seq = 9002',
}
export const partySetup = (moved: string) => [
  `UPDATE ${moved.replace(' ', " SET sender = '0xaaaa', recipient = '0xbbbb' ")}`,
  `INSERT INTO contract (seq, chain_id, address, erc_type, name, symbol, decimals, logo_uri)
   VALUES (9001, '43114', '0xaaaa', 'UNKNOWN', 'Sender', 'SND', 3, 'https://snd.example.org')`,
  `INSERT INTO contract (seq, chain_id, address, erc_type, name, symbol, decimals, logo_uri)
   VALUES (9002, '43114', '0xbbbb', 'UNKNOWN', 'Recipient', 'RCP', 5, 'https://rcp.example.org')`,
]

/** The transaction `tx` and a block that no other transaction is in. */
export const transactionRows = {
  transaction: 'evm_transaction WHERE seq = :tx',
  block: 'evm_block WHERE number = 9000000',
}
export const transactionSetup = [
  `INSERT INTO evm_block
   SELECT chain_id, 9000000, '0xb10c', parent_hash, timestamp, tx_count, base_fee, gas_used,
          gas_limit, gas_cost, fees_spent, cumulative_transactions, header
   FROM evm_block WHERE chain_id = '43114' ORDER BY number DESC LIMIT 1`,
  'UPDATE evm_transaction SET block_number = 9000000 WHERE seq = :tx',
]

/** 2.1 AddressInfo of both parties; `moved` is the row that has both addresses. */
export const parties = (moved: string): Fields => ({
  ...party('from', 'sender', moved),
  ...party('to', 'recipient', moved),
})

const party = (field: string, role: string, moved: string): Fields =>
  under(field, {
    address: key([`${moved}.${role}`, `${role}.address`]),
    name: `${role}.name`,
    symbol: `${role}.symbol`,
    decimals: `${role}.decimals`,
    logoUri: image(`${role}.logo_uri`),
  })

/**
 * Since Granite a header ends in RLP with the milliseconds (6 bytes) and the excess of the delay
 * (3 bytes), each behind a byte for its length. Of the live dialect.
 */
const changeBoth = (header: Uint8Array): Uint8Array =>
  Buffer.from(header.map((byte, index) => byte ^ Number([1, 5].includes(header.length - index))))
const number = (bytes: Uint8Array) => Buffer.from(bytes).readUIntBE(0, bytes.length)
export const milliseconds: Fields = {
  blockTimestampMilliseconds: from(
    'block.header',
    (header: Uint8Array) => number(header.subarray(-10, -4)),
    { to: changeBoth },
  ),
}
export const graniteFields: Fields = {
  ...milliseconds,
  blockMinDelayExcess: from('block.header', (header: Uint8Array) => number(header.subarray(-3)), {
    to: changeBoth,
  }),
}

/** Fields that an item has of its transaction and block. */
export const inBlock: Fields = {
  blockNumber: key(['transaction.block_number', 'block.number'], String),
  blockTimestamp: 'block.timestamp',
  blockHash: 'block.hash',
  txHash: 'transaction.hash',
}

/** Fields of an internal transaction itself. */
export const internalParts: Fields = {
  ...parties('internal'),
  internalTxType: from('internal.type', (type) => type, { to: 'STATICCALL' }),
  value: 'internal.value',
  isReverted: flag('internal.is_reverted', { to: 1 }),
  gasUsed: 'internal.gas_used',
  gasLimit: 'internal.gas_limit',
}

/** Everything of NftMetadata that both token standards have. */
const commonMetadata = (dialect: Dialect): Fields => ({
  indexStatus: from(
    'nft.index_status',
    (status: string) => (dialect === 'live' ? status.toUpperCase() : status),
    { to: 'throttled_token_uri' },
  ),
  metadataLastUpdatedTimestamp: 'nft.metadata_updated_at',
  name: 'nft.metadata_name',
  symbol: 'nft.metadata_symbol',
  imageUri: image('nft.image_uri'),
  description: 'nft.description',
  animationUri: image('nft.animation_uri'),
  externalUrl: 'nft.external_url',
  background: 'nft.background',
})

/** 2.1 NftToken, of which an ERC-721 token has the form in both dialects. */
export const nftToken = (dialect: Dialect): Fields => ({
  address: 'collection.address',
  name: from('collection.name', (name) => name, { orElse: '' }),
  symbol: from('collection.symbol', (symbol) => symbol, { orElse: '' }),
  tokenId: from('nft.token_id', (id) => id, { to: '987654' }),
  tokenUri: 'nft.token_uri',
  ...under('metadata', { ...commonMetadata(dialect), attributes: 'nft.attributes' }),
})

/** ERC-1155 of the live dialect. */
const liveErc1155Token: Fields = {
  address: 'collection.address',
  ercType: constant('ERC-1155'),
  tokenId: from('nft.token_id', (id) => id, { to: '987654' }),
  tokenUri: 'nft.token_uri',
  ...under('metadata', {
    ...commonMetadata('live'),
    decimals: 'nft.metadata_decimals',
    properties: 'nft.attributes',
  }),
}

export const erc1155Token = (dialect: Dialect): Fields =>
  dialect === 'live' ? liveErc1155Token : { ...nftToken(dialect), ercType: constant('ERC-1155') }
