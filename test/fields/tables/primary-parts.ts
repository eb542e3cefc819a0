import { type Fields, from, request, row, type Source, under } from '../support/source.ts'

export const pChainId = '11111111111111111111111111111111LpoYY'
export const xChainId = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
export const cChainId = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'

/** The id of a chain of mainnet by the letter that the tables have. */
export const blockchainId = (letter: 'P' | 'X' | 'C') =>
  ({ P: pChainId, X: xChainId, C: cChainId })[letter]

export const mainnet = '/v1/networks/mainnet'

/** 2.1 AssetAmount; `holder` has the asset's id and the amount, `asset` the asset. */
export const assetAmount = (
  holder: string,
  asset: string,
  amount: Source = `${holder}.amount`,
): Fields => ({
  assetId: { ...from(''), cells: [`${holder}.asset_id`, `${asset}.asset_id`] },
  name: `${asset}.name`,
  symbol: `${asset}.symbol`,
  denomination: `${asset}.denomination`,
  type: from(`${asset}.type`, (type) => type, { to: 'nft' }),
  amount,
})

/** An asset of mainnet, another of fuji with the same id, and the row of the first. */
export const newAsset = (id: string): string =>
  `INSERT INTO asset (network, asset_id, name, symbol, denomination, type, cap, created_at) VALUES
     ('mainnet', '${id}', 'Asset ${id}', '${id.toUpperCase()}', ${id.length}, 'secp256k1', 'fixed',
      1700000000),
     ('fuji', '${id}', 'Elsewhere', 'ELSE', 0, 'nft', 'variable', 1)`
export const assetRow = (id: string): string => `asset WHERE name = 'Asset ${id}'`

/** An output that is spent and has everything that an output can have, with two owners. */
export const newUtxo = (seq: number, columns: Record<string, string | number | null>): string[] => [
  row('utxo', {
    seq,
    network: 'mainnet',
    utxo_id: `utxo-${seq}`,
    created_on_chain: 'P',
    consumed_on_chain: 'P',
    tx_id: `maker-${seq}`,
    output_index: 1,
    asset_id: '',
    amount: '10',
    output_type: 'transfer',
    owners: '',
    threshold: 2,
    locktime: 1_600_000_001,
    stakeable_locktime: 1_600_000_002,
    staked: 1,
    stake_start: 1_600_000_003,
    stake_end: 1_600_000_004,
    reward_type: 'DELEGATOR',
    group_id: 3,
    payload: '0x77',
    created_block: '41',
    created_at: 1_600_000_005,
    consuming_tx_id: `spender-${seq}`,
    consuming_block: '43',
    consumed_at: 1_600_000_006,
    bytes: '0x00aa',
    ...columns,
  }),
  ...['one', 'two'].map((address, position) =>
    row('utxo_address', { utxo_seq: seq, position, address: `${address}-${seq}` }),
  ),
]

/** 2.2 Utxo; `utxo` is its row, `asset` and `owner` those of the asset and the second address. */
export const utxo = (name: string, asset: string): Fields => ({
  'addresses.1': `${name}Owner.address`,
  ...under('asset', assetAmount(name, asset)),
  consumedOnChainId: from(`${name}.consumed_on_chain`, blockchainId, { to: 'C' }),
  consumingTxHash: `${name}.consuming_tx_id`,
  createdOnChainId: from(`${name}.created_on_chain`, blockchainId, { to: 'C' }),
  utxoId: `${name}.utxo_id`,
  utxoBytes: `${name}.bytes`,
  amount: `${name}.amount`,
  assetId: { ...from(''), cells: [`${name}.asset_id`, `${asset}.asset_id`] },
  blockNumber: `${name}.created_block`,
  blockTimestamp: `${name}.created_at`,
  consumingBlockNumber: `${name}.consuming_block`,
  consumingBlockTimestamp: `${name}.consumed_at`,
  platformLocktime: `${name}.locktime`,
  outputIndex: `${name}.output_index`,
  rewardType: from(`${name}.reward_type`, (type) => type, { to: 'VALIDATOR_FEE' }),
  stakeableLocktime: `${name}.stakeable_locktime`,
  staked: from(`${name}.staked`, (staked: number) => staked === 1, { to: 0 }),
  threshold: `${name}.threshold`,
  txHash: `${name}.tx_id`,
  utxoEndTimestamp: `${name}.stake_end`,
  utxoStartTimestamp: `${name}.stake_start`,
  utxoType: from(`${name}.staked`, (staked: number) => (staked === 1 ? 'STAKE' : 'TRANSFER')),
})

export const utxoRows = (name: string, seq: number) => ({
  [name]: `utxo WHERE seq = ${seq}`,
  [`${name}Owner`]: `utxo_address WHERE utxo_seq = ${seq} AND position = 1`,
})

/** The chain and network that a response is about, by the path of its request. Section 2.1. */
export function onChain(resource: string, fujiResource = resource): Fields {
  const at = (network: string, chain: string) =>
    `/v1/networks/${network}/blockchains/${chain}/${network === 'mainnet' ? resource : fujiResource}`
  return {
    'chainInfo.chainName': request({
      [at('mainnet', 'p-chain')]: 'p-chain',
      [at('mainnet', 'x-chain')]: 'x-chain',
      [at('mainnet', 'c-chain')]: 'c-chain',
      [at('mainnet', pChainId)]: 'p-chain',
      [at('mainnet', xChainId)]: 'x-chain',
      [at('mainnet', cChainId)]: 'c-chain',
    }),
    'chainInfo.network': request({
      [at('mainnet', 'p-chain')]: 'mainnet',
      [at('fuji', 'p-chain')]: 'fuji',
      [at('testnet', 'p-chain')]: 'fuji',
    }),
  }
}
