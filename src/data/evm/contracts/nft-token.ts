import type { LiveIndexStatus } from '../../../../schemas/data/live.ts'
import type { LiveErc721Token, LiveErc1155Token } from '../../../../schemas/data/live-evm.ts'
import {
  type IndexStatus,
  loudIndexStatus,
  ownErc1155Shape,
} from '../../../../schemas/data/tokens.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import type { World } from '../../../world/world.ts'
import { present } from '../balances/present.ts'
import { imageUrl } from '../image-url.ts'

/** Columns of an NFT and its contract. `attributes` is JSON text: properties of an ERC-1155. */
export interface NftTokenRow {
  contract: string
  name: string | null
  symbol: string | null
  erc_type: 'ERC-721' | 'ERC-1155'
  token_id: string
  token_uri: string
  index_status: IndexStatus
  metadata_updated_at: number | null
  metadata_name: string | null
  metadata_symbol: string | null
  image_uri: string | null
  description: string | null
  animation_uri: string | null
  external_url: string | null
  background: string | null
  metadata_decimals: number | null
  attributes: string | null
  owner: string | null
}

/**
 * Columns of an {@link NftTokenRow}: `n` is the token, `c` its contract.
 * @param owner SQL for the address that owns the token
 */
export const nftTokenColumns = (owner: string) => `
  c.address AS contract, c.name, c.symbol, c.erc_type, n.token_id, n.token_uri, n.index_status,
  n.metadata_updated_at, n.metadata_name, n.metadata_symbol, n.image_uri, n.description,
  n.animation_uri, n.external_url, n.background, n.metadata_decimals, n.attributes,
  ${owner} AS owner`

/**
 * SQL for the current owner of the token `n`; an ERC-1155 token can have many holders, so it has
 * none.
 */
export const ownerOfErc721 = `
  CASE c.erc_type WHEN 'ERC-721'
    THEN (SELECT o.holder FROM nft_balance o WHERE o.token_seq = n.seq)
  END`

/** Builds a token in the form of its standard and the dialect. */
export const toNftToken = (
  world: World,
  row: NftTokenRow,
  dialect: Dialect,
): LiveErc721Token | LiveErc1155Token =>
  ownErc1155Shape.in(dialect) && row.erc_type === 'ERC-1155'
    ? toLiveErc1155Token(world, row)
    : toCommonNftToken(world, row, dialect)

/** Builds a token in the shape of section 2.1, which both dialects have for ERC-721. */
export const toCommonNftToken = (
  world: World,
  row: NftTokenRow,
  dialect: Dialect,
): LiveErc721Token =>
  Object.assign(
    {
      address: row.contract,
      // Official clients demand both, but a contract may lack either.
      name: row.name ?? '',
      symbol: row.symbol ?? '',
      ercType: row.erc_type,
      tokenId: row.token_id,
      tokenUri: row.token_uri,
      metadata: Object.assign(
        toMetadata(world, row, dialect),
        present({ attributes: row.attributes }),
      ),
    },
    present({ ownerAddress: row.owner }),
  )

const toLiveErc1155Token = (world: World, row: NftTokenRow): LiveErc1155Token => ({
  address: row.contract,
  ercType: 'ERC-1155',
  tokenId: row.token_id,
  tokenUri: row.token_uri,
  metadata: Object.assign(
    toMetadata(world, row, 'live'),
    present({ decimals: row.metadata_decimals, properties: row.attributes }),
  ),
})

const toIndexStatus = (status: IndexStatus, dialect: Dialect): IndexStatus | LiveIndexStatus =>
  loudIndexStatus.in(dialect) ? (status.toUpperCase() as LiveIndexStatus) : status

const toMetadata = (world: World, row: NftTokenRow, dialect: Dialect) =>
  Object.assign(
    { indexStatus: toIndexStatus(row.index_status, dialect) },
    present({
      metadataLastUpdatedTimestamp: row.metadata_updated_at,
      name: row.metadata_name,
      symbol: row.metadata_symbol,
      imageUri: imageUrl(world, row.image_uri),
      description: row.description,
      animationUri: imageUrl(world, row.animation_uri),
      externalUrl: row.external_url,
      background: row.background,
    }),
  )
