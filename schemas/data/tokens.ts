import { type Static, Type } from '@sinclair/typebox'
import { Price } from '../common-shapes.ts'
import { quirk } from '../quirk.ts'
import { DecimalString, EpochSeconds, oneOf } from '../scalars.ts'

/** Outcome of the attempt to read an NFT's metadata. G-03 */
export const IndexStatus = oneOf(
  [
    'unknown',
    'missing_token',
    'invalid_token_uri',
    'invalid_token_uri_scheme',
    'unreachable_token_uri',
    'throttled_token_uri',
    'metadata_content_too_large',
    'invalid_metadata',
    'invalid_metadata_json',
    'indexed',
    'unindexed',
  ],
  { $id: 'IndexStatus' },
)
export type IndexStatus = Static<typeof IndexStatus>

const text = Type.Optional(Type.String())

/** Content of the metadata document of an NFT. Section 2.1. */
export const NftMetadata = Type.Object(
  {
    indexStatus: IndexStatus,
    metadataLastUpdatedTimestamp: Type.Optional(EpochSeconds),
    name: text,
    symbol: text,
    imageUri: text,
    description: text,
    animationUri: text,
    externalUrl: text,
    background: text,
    attributes: Type.Optional(Type.String({ description: 'JSON text.' })),
  },
  { $id: 'NftMetadata' },
)
export type NftMetadata = Static<typeof NftMetadata>

/** One token of an NFT contract. Section 2.1. */
export const NftToken = Type.Object(
  {
    address: Type.String(),
    name: Type.String(),
    symbol: Type.String(),
    ercType: oneOf(['ERC-721', 'ERC-1155']),
    tokenId: DecimalString,
    tokenUri: Type.String(),
    metadata: NftMetadata,
    ownerAddress: Type.Optional(Type.String()),
  },
  { $id: 'NftToken' },
)
export type NftToken = Static<typeof NftToken>

/** A fungible token's contract. Section 2.5. */
export const Erc20Token = Type.Object(
  {
    address: Type.String(),
    name: Type.String(),
    symbol: Type.String(),
    decimals: Type.Integer({ minimum: 0 }),
    logoUri: text,
    ercType: oneOf(['ERC-20']),
    price: Type.Optional(Price),
  },
  { $id: 'Erc20Token' },
)
export type Erc20Token = Static<typeof Erc20Token>

/** Whether states of NFT metadata are written in capitals. */
export const loudIndexStatus = quirk(
  {
    name: 'indexStatus of NFT metadata',
    section: '2.1',
    documented: '`indexed` and the others in lower case',
    live: '`INDEXED` and the others in capitals',
  },
  { documented: false, live: true },
)

/** Whether ERC-1155 tokens have a shape of their own. */
export const ownErc1155Shape = quirk(
  {
    name: 'ERC-1155 tokens',
    section: '2.1, 4.1.14, 4.1.17',
    documented: 'The shape of every NftToken, with name, symbol and attributes',
    live: 'No name and symbol; metadata with decimals and properties instead of attributes',
  },
  { documented: false, live: true },
)
