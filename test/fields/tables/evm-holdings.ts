import type { Dialect } from '../../../src/http/request/dialect.ts'
import {
  constant,
  type Fields,
  type FromCells,
  from,
  image,
  many,
  nextPage,
  request,
  type Source,
  under,
  without,
} from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { chain, erc1155Token, ewoq, nftToken, worthIn } from './evm-parts.ts'

export const holder = '0x00000000000000000000000000000000000000Aa'
export const collection = '0x00000000000000000000000000000000000000Cc'
const of = (verb: string) => `${chain}/addresses/${holder.toLowerCase()}/balances:${verb}`

/** The holder has 2 whole tokens; one is worth 1.5 dollars, and a dollar 4 francs. */
export const wealth = [
  `INSERT INTO evm_balance SELECT chain_id, '${holder}', max(number), '2000000000000000000'
   FROM evm_block WHERE chain_id = '43114'`,
  // The price of today, beside the one that was there before.
  `INSERT INTO token_price VALUES ('43114', '', 1900000000, '1.5')`,
  `UPDATE currency_rate SET per_usd = '4' WHERE currency = 'chf'`,
]
export const wealthRows = {
  chain: "evm_chain WHERE chain_id = '43114'",
  balance: `evm_balance WHERE chain_id = '43114' AND address = '${holder}'`,
  price: "token_price WHERE chain_id = '43114' AND contract = '' AND since = 1900000000",
  francs: "currency_rate WHERE currency = 'chf'",
  dollars: "currency_rate WHERE currency = 'usd'",
}

/** A worth typed by hand for two values of a cell: as the setup has it, and after the change. */
const worth = (dialect: Dialect, cell: string, before: Typed, after: Typed): FromCells =>
  from(
    cell,
    (value: string | number) =>
      worthIn(dialect)(String(value) === String(before[0]) ? before[1] : after[1]),
    { to: after[0] },
  )
type Typed = readonly [cell: string | number, worth: string]

const inFrancs = (dialect: Dialect): Record<'price' | 'value', Source> => ({
  price: many(
    worth(dialect, 'price.usd', ['1.5', '6'], ['2.25', '9']),
    worth(dialect, 'francs.per_usd', ['4', '6'], ['8', '12']),
  ),
  value: many(
    worth(dialect, 'price.usd', ['1.5', '12'], ['2.25', '18']),
    worth(dialect, 'francs.per_usd', ['4', '12'], ['8', '24']),
    worth(
      dialect,
      'balance.balance',
      ['2000000000000000000', '12'],
      ['2000000005000000000', '12.00000003'],
    ),
    worth(dialect, 'chain.token_decimals', [18, '12'], [17, '120']),
  ),
})
export const inDollars = (dialect: Dialect): Record<'price' | 'value', Source> => ({
  price: many(
    worth(dialect, 'price.usd', ['1.5', '1.5'], ['2.25', '2.25']),
    worth(dialect, 'dollars.per_usd', ['1', '1.5'], ['2', '3']),
  ),
  value: many(
    worth(dialect, 'price.usd', ['1.5', '3'], ['2.25', '4.5']),
    worth(dialect, 'dollars.per_usd', ['1', '3'], ['2', '6']),
    // The ninth place of a worth is rounded. G-41
    worth(
      dialect,
      'balance.balance',
      ['2000000000000000000', '3'],
      ['2000000003400000000', '3.00000001'],
    ),
    worth(dialect, 'chain.token_decimals', [18, '3'], [17, '30']),
  ),
})

/** 2.5 NativeTokenBalance. */
export const tokens = (
  worths: Record<'price' | 'value', Source>,
  currencies: Record<string, string>,
  chains: Record<string, string>,
): Fields => ({
  name: 'chain.token_name',
  symbol: 'chain.token_symbol',
  decimals: 'chain.token_decimals',
  logoUri: image('chain.token_logo_uri'),
  chainId: request(chains),
  'price.currencyCode': request(currencies),
  'price.value': worths.price,
  balance: 'balance.balance',
  'balanceValue.currencyCode': request(currencies),
  'balanceValue.value': worths.value,
})

export const onBothNetworks = (url: string) => ({
  [url]: '43114',
  [url.replace('43114', '43113')]: '43113',
})

const nativeBalance = (dialect: Dialect): View => ({
  of: 'getNativeBalance',
  dialect,
  setup: wealth,
  url: `${of('getNative')}?currency=chf`,
  item: 'nativeTokenBalance',
  rows: wealthRows,
  fields: tokens(
    inFrancs(dialect),
    { [of('getNative')]: 'usd', [`${of('getNative')}?currency=chf`]: 'chf' },
    onBothNetworks(of('getNative')),
  ),
})

/** ewoq has tokens on both networks. */
const chainOf = (verb: string) => ({
  [of(verb)]: '43114',
  [`/v1/chains/43113/addresses/${ewoq}/balances:${verb}`]: '43113',
})

type ErcType = 'ERC-721' | 'ERC-1155'

/** A collection of three tokens, all the holder's. */
export const tokensOfHolder = (type: ErcType) => [
  `INSERT INTO contract (seq, chain_id, address, erc_type, name, symbol)
   VALUES (9100, '43114', '${collection}', '${type}', 'Globes', 'GLB')`,
  ...[9101, 9102, 9103].flatMap((seq) => [
    `INSERT INTO nft_token VALUES (${seq}, 9100, '${seq}', 'https://${seq}.example.org', 'indexed',
      1700000000, NULL, 'one', 'ONE', 'https://image.example.org', 'described', 'https://moving.example.org',
      'https://outside.example.org', 'ffffff', 2, '[{"trait_type":"${seq}"}]')`,
    `INSERT INTO nft_balance VALUES (${seq}, '43114', '${holder}', '${type}', 9100, ${seq}, '40')`,
  ]),
]
const tokenRows = {
  nft: 'nft_token WHERE seq = 9102',
  collection: 'contract WHERE seq = 9100',
  holding: 'nft_balance WHERE token_seq = 9102',
}

const erc721Balances = (dialect: Dialect): View => ({
  of: 'listErc721Balances',
  dialect,
  setup: [...wealth, ...tokensOfHolder('ERC-721')],
  url: `${of('listErc721')}?pageSize=2`,
  item: 'erc721TokenBalances.1',
  rows: { ...wealthRows, ...tokenRows },
  fields: {
    ...nftToken(dialect),
    ercType: constant('ERC-721'),
    chainId: request(chainOf('listErc721')),
    ownerAddress: request({
      [of('listErc721')]: holder,
      [`${chain}/addresses/${ewoq}/balances:listErc721`]: ewoq,
    }),
  },
  around: {
    ...under(
      'nativeTokenBalance',
      tokens(inDollars(dialect), { [of('listErc721')]: 'usd' }, onBothNetworks(of('listErc721'))),
    ),
    nextPageToken: nextPage('erc721TokenBalances'),
  },
})

const collectibles = (dialect: Dialect, type: ErcType): View => ({
  of: 'listCollectibleBalances',
  dialect,
  setup: tokensOfHolder(type),
  url: `${of('listCollectibles')}?pageSize=2`,
  item: 'collectibleBalances.1',
  rows: tokenRows,
  fields: {
    ...(type === 'ERC-721' ? nftToken(dialect) : erc1155Token(dialect)),
    ercType: constant(type),
    chainId: request(chainOf('listCollectibles')),
    ...(type === 'ERC-1155' && { balance: 'holding.balance' }),
    ...((type === 'ERC-721' || dialect === 'documented') && {
      ownerAddress: request({ [of('listCollectibles')]: holder }),
    }),
  },
  around: { nextPageToken: nextPage('collectibleBalances') },
})

const nftTokens = (dialect: Dialect, type: ErcType): View[] => {
  const fields: Fields =
    type === 'ERC-1155'
      ? erc1155Token(dialect)
      : { ...nftToken(dialect), ercType: constant('ERC-721'), ownerAddress: 'holding.holder' }
  const rest = without(fields, 'address', 'tokenId')
  const url = `${chain}/nfts/collections/${collection}/tokens`
  return [
    {
      of: 'listCollectionTokens',
      dialect,
      setup: tokensOfHolder(type),
      url: `${url}?pageSize=2`,
      item: 'tokens.1',
      rows: tokenRows,
      fields: {
        ...without(fields, 'address'),
        address: request({ [url.toLowerCase()]: collection }),
      },
      around: { nextPageToken: nextPage('tokens') },
    },
    {
      of: 'getCollectionToken',
      dialect,
      setup: tokensOfHolder(type),
      url: `${url}/9102`,
      rows: tokenRows,
      fields: {
        ...rest,
        address: request({ [`${url}/9102`]: collection }),
        tokenId: request({ [`${url}/9102`]: '9102', [`${url}/9101`]: '9101' }),
      },
    },
  ]
}

/** 2.5 ContractDeployment; only the deployed service tells of prices. */
const deployment = (dialect: Dialect): Fields => ({
  ...(dialect === 'live' && {
    'pricingProviders.coingeckoCoinId': from('contract.coingecko_coin_id', (id) => id, {
      within: 'pricingProviders',
    }),
  }),
  name: 'contract.name',
  description: 'contract.description',
  officialSite: 'contract.official_site',
  email: 'contract.email',
  'logoAsset.assetId': 'contract.logo_asset_id',
  'logoAsset.imageUri': image('contract.logo_uri'),
  'bannerAsset.assetId': 'contract.banner_asset_id',
  'bannerAsset.imageUri': image('contract.banner_uri'),
  color: 'contract.color',
  'resourceLinks.1.type': from('link.type', (type) => type, { to: 'Whitepaper' }),
  'resourceLinks.1.url': 'link.url',
  'tags.1': 'tag.tag',
  'deploymentDetails.txHash': 'transaction.hash',
  'deploymentDetails.deployerContractAddress': 'contract.deployer_contract',
  ercType: from('contract.erc_type', (type) => type, { to: 'ERC-1155' }),
  symbol: 'contract.symbol',
  decimals: 'contract.decimals',
})
const contractSetup = [
  `INSERT INTO contract SELECT 9100, '43114', '${collection}', 'ERC-20', 'Globe', 'GLB', 6, 'a ball',
     'https://globe.example.org', 'globe@example.org', 'logo', 'https://logo.example.org', 'banner',
     'https://banner.example.org', '#ffffff', 'globe', NULL, NULL, 0, '${holder}', '0xfac', seq
   FROM evm_transaction WHERE chain_id = '43114' LIMIT 1`,
  `INSERT INTO contract (seq, chain_id, address, erc_type, deployer)
   VALUES (9101, '43114', '0x1111111111111111111111111111111111111111', 'UNKNOWN', '${holder}'), (9099, '43114', '0x2', 'UNKNOWN', '${holder}')`,
  `INSERT INTO contract_link VALUES (9100, 0, 'Blog', 'https://blog.example.org'),
     (9100, 1, 'Twitter', 'https://twitter.example.org')`,
  `INSERT INTO contract_tag VALUES (9100, 0, 'snow'), (9100, 1, 'glass')`,
]
const contractRows = {
  contract: 'contract WHERE seq = 9100',
  link: 'contract_link WHERE contract_seq = 9100 AND position = 1',
  tag: 'contract_tag WHERE contract_seq = 9100 AND position = 1',
  transaction: 'evm_transaction WHERE seq = (SELECT deployment_tx FROM contract WHERE seq = 9100)',
}
const deployments = `${chain}/contracts/${holder.toLowerCase()}/deployments`

const contracts = (dialect: Dialect): View[] => [
  {
    of: 'listDeployments',
    dialect,
    setup: contractSetup,
    url: `${deployments}?pageSize=2`,
    item: 'contracts.1',
    rows: contractRows,
    fields: {
      ...deployment(dialect),
      address: 'contract.address',
      'deploymentDetails.deployerAddress': request({ [deployments]: holder }),
    },
    around: { nextPageToken: nextPage('contracts') },
  },
  {
    of: 'getContract',
    dialect,
    setup: contractSetup,
    url: `${chain}/addresses/${collection.toLowerCase()}`,
    rows: contractRows,
    fields: {
      ...deployment(dialect),
      address: request({ [`${chain}/addresses/${collection.toLowerCase()}`]: collection }),
      'deploymentDetails.deployerAddress': from('contract.deployer', (address) => address, {
        within: 'deploymentDetails',
      }),
    },
  },
]

/** Of a contract whose publisher says nothing there is nothing to show. */
const silentContract: View = {
  of: 'getContract',
  setup: contractSetup,
  url: `${chain}/addresses/0x${'1'.repeat(40)}`,
  rows: {},
  fields: Object.fromEntries(
    [
      'name',
      'logoAsset',
      'bannerAsset',
      'resourceLinks',
      'tags',
      'deploymentDetails',
      'pricingProviders',
    ].map((field) => [field, constant(undefined)]),
  ),
}

/** Specification 4.1.13 to 4.1.17, a token of a collection and a contract by themselves. */
export const evmHoldings: FieldTable = [
  ...(['documented', 'live'] as const).flatMap((dialect) => [
    nativeBalance(dialect),
    erc721Balances(dialect),
    collectibles(dialect, 'ERC-721'),
    collectibles(dialect, 'ERC-1155'),
    ...nftTokens(dialect, 'ERC-721'),
    ...nftTokens(dialect, 'ERC-1155'),
    ...contracts(dialect),
  ]),
  { ...silentContract, dialect: 'live' },
]
