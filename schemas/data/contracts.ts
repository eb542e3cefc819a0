import { type Static, Type } from '@sinclair/typebox'
import { NoBody, operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { quirk } from '../quirk.ts'
import { DecimalString, oneOf } from '../scalars.ts'
import { evmAddressParams } from './parameters.ts'
import { loudIndexStatus, NftToken, ownErc1155Shape } from './tokens.ts'

const text = Type.Optional(Type.String())
const image = Type.Optional(Type.Object({ assetId: text, imageUri: text }))

/** Link types that the service knows; other types break its clients. G-69 */
export const ResourceLinkType = oneOf(
  [
    'Blog',
    'CoinGecko',
    'CoinMarketCap',
    'Discord',
    'Documentation',
    'Facebook',
    'Github',
    'Instagram',
    'LinkedIn',
    'Medium',
    'Reddit',
    'Support',
    'Telegram',
    'TikTok',
    'Twitter',
    'Website',
    'Whitepaper',
    'Youtube',
  ],
  { $id: 'ResourceLinkType' },
)
export type ResourceLinkType = Static<typeof ResourceLinkType>

/**
 * Contract with the information of its publisher. G-71: `decimals` is an extra field, official
 * clients demand it of ERC-20 tokens. Section 2.5.
 */
export const ContractDeployment = Type.Object(
  {
    name: text,
    description: text,
    officialSite: text,
    email: text,
    logoAsset: image,
    bannerAsset: image,
    color: text,
    resourceLinks: Type.Optional(
      Type.Array(Type.Object({ type: ResourceLinkType, url: Type.String() })),
    ),
    tags: Type.Optional(Type.Array(Type.String())),
    address: Type.String(),
    deploymentDetails: Type.Optional(
      Type.Object({
        txHash: Type.String(),
        deployerAddress: Type.String(),
        deployerContractAddress: text,
      }),
    ),
    ercType: oneOf(['ERC-20', 'ERC-721', 'ERC-1155', 'UNKNOWN']),
    symbol: text,
    decimals: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { $id: 'ContractDeployment' },
)
export type ContractDeployment = Static<typeof ContractDeployment>

/** Whether contracts name their coin at a price provider. */
export const pricingProviders = quirk(
  {
    name: 'pricingProviders of ERC-20 and ERC-1155 contracts',
    section: '2.5',
    documented: 'Absent',
    live: 'coingeckoCoinId, where the contract has one',
  },
  { documented: false, live: true },
)

/** Whether an account without a contract counts as a contract of unknown kind. */
export const accountsAreContracts = quirk(
  {
    name: 'Contract metadata of an account without code',
    section: '4.1',
    documented: '404',
    live: '200, ercType UNKNOWN and nothing but the address',
  },
  { documented: false, live: true },
)

/** Section 4.1.16. */
export const listDeployments = operation({
  operationId: 'listDeployments',
  method: 'GET',
  path: '/v1/chains/{chainId}/contracts/{address}/deployments',
  computeUnits: 20,
  section: '4.1.16',
  tag: 'EVM contracts',
  summary: 'Contracts that an address deployed',
  params: evmAddressParams,
  query: Type.Object(pageQuery({ size: 10, max: 100 })),
  response: Type.Object({ ...nextPage, contracts: Type.Array(ContractDeployment) }),
  quirks: [pricingProviders],
})

/** Section 4.1.17: 404 when the address is no NFT contract. G-36 */
export const listCollectionTokens = operation({
  operationId: 'listCollectionTokens',
  method: 'GET',
  path: '/v1/chains/{chainId}/nfts/collections/{address}/tokens',
  computeUnits: 20,
  section: '4.1.17',
  tag: 'EVM contracts',
  summary: 'Tokens of an NFT contract',
  params: evmAddressParams,
  query: Type.Object(pageQuery({ size: 10, max: 100 })),
  response: Type.Object({ ...nextPage, tokens: Type.Array(NftToken) }),
  quirks: [loudIndexStatus, ownErc1155Shape],
})

/** One of {@link listCollectionTokens}; 404 when the contract has no such token. G-36 */
export const getCollectionToken = operation({
  operationId: 'getCollectionToken',
  method: 'GET',
  path: '/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}',
  computeUnits: 20,
  section: '4.1',
  tag: 'EVM contracts',
  summary: 'A token of an NFT contract',
  params: Type.Object({ ...evmAddressParams.properties, tokenId: DecimalString }),
  query: Type.Object({}),
  response: NftToken,
  quirks: [loudIndexStatus, ownErc1155Shape],
})

/** 404 as for {@link getCollectionToken}; 429 within an hour of the world's clock. G-153 */
export const reindexNft = operation({
  operationId: 'reindexNft',
  method: 'POST',
  path: '/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}:reindex',
  computeUnits: 10,
  section: '4.1',
  tag: 'EVM contracts',
  summary: "Reads an NFT's metadata again",
  description:
    'The response is a 201 without a body. The metadata stays as it is; the time of its last update is now. ' +
    'Within an hour of the last time by the clock of the world: 429 with retry-after.',
  needsWriter: true,
  params: getCollectionToken.params,
  query: Type.Object({}),
  response: NoBody,
})

/** Known data of a contract; 404 for an unknown address. G-36 */
export const getContract = operation({
  operationId: 'getContract',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}',
  computeUnits: 20,
  section: '4.1',
  tag: 'EVM contracts',
  summary: 'A contract and what its publisher says about it',
  params: evmAddressParams,
  query: Type.Object({}),
  response: ContractDeployment,
  quirks: [pricingProviders, accountsAreContracts],
})
