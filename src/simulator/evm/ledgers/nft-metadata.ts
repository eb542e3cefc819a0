import type { IndexStatus } from '../../../../schemas/data/tokens.ts'
import type { ContractDefinition } from '../../../../schemas/definition/evm.ts'
import { imagePath } from '../../../../schemas/images.ts'
import { toHex } from '../../../formats/ids.ts'
import type { Row } from '../../../store/world-store.ts'
import { placeOf } from '../../chains/sequences.ts'
import type { Random } from '../../random.ts'
import type { Contract } from '../contracts/contract-book.ts'
import { readMetadata } from './read-metadata.ts'
import type { Token, TokenUris } from './token-uris.ts'

type NftItem = NonNullable<ContractDefinition['items']>[number]

/** Metadata of the tokens of one chain. */
export interface NftMetadata {
  /**
   * Returns columns of the token's row, by its key; `timestamp` is its mint time, epoch seconds.
   */
  rowOf(token: Token, seq: number, timestamp: number, uris: TokenUris): Row
  /**
   * Returns the columns that a new read changes; `timestamp` is its time, epoch seconds. Invented
   * documents stay as they are. G-153
   */
  reread(token: Token, timestamp: number, uris: TokenUris): Row
}

/** Token URIs by the result of reading them; the others point to a document. */
const failedUris: Partial<Record<IndexStatus, string>> = {
  missing_token: '',
  invalid_token_uri: 'metadata of this token',
  invalid_token_uri_scheme: 'ftp://files.example.org/token.json',
  unreachable_token_uri: 'https://gone.example.org/token.json',
}

const failures: IndexStatus[] = [
  'unindexed',
  'missing_token',
  'invalid_token_uri',
  'invalid_token_uri_scheme',
  'unreachable_token_uri',
  'throttled_token_uri',
  'metadata_content_too_large',
  'invalid_metadata',
  'invalid_metadata_json',
  'unknown',
]

/** Number of tokens until every status has occurred. */
const varied = 2 * failures.length

/**
 * Creates the metadata. Every second of the first tokens of a chain could not be indexed, later
 * every fifth.
 * @param declared contracts of the chain
 */
export function createNftMetadata(
  declared: readonly ContractDefinition[],
  randomOf: (seq: number) => Random,
): NftMetadata {
  const itemsByName = new Map(declared.map(({ name, items = [] }) => [name, items]))
  // A contract created by an action may have the same name as a declared one.
  const itemsOf = ({ name, isBackground }: Contract) =>
    (isBackground ? itemsByName.get(name) : undefined) ?? []
  return {
    rowOf(token, seq, timestamp, uris) {
      const read = readColumns(token, timestamp, uris)
      if (read) return read
      const { contract, id } = token
      const status = statusOf(placeOf(seq) - 1)
      const row: Row = { token_uri: failedUris[status] ?? inventedUri(token), index_status: status }
      if (status !== 'unindexed' && status !== 'unknown') row.metadata_updated_at = timestamp
      return status === 'indexed'
        ? Object.assign(row, contentOf(contract, id, itemsOf(contract), randomOf(seq)))
        : row
    },
    reread: (token, timestamp, uris) =>
      readColumns(token, timestamp, uris) ?? { metadata_updated_at: timestamp },
  }
}

/** Address of the document that the simulator's own collections return for a token. */
const inventedUri = ({ contract, id }: Token) =>
  `https://metadata.example.org/${contract.text.toLowerCase()}/${id}.json`

/** Returns the columns of a token that is not of the simulator's own collections. */
function readColumns(token: Token, timestamp: number, uris: TokenUris): Row | undefined {
  const { isBackground, ercType } = token.contract
  if (isBackground) return undefined
  const uri = uris.of(token)
  return uri === inventedUri(token)
    ? undefined
    : readMetadata(uri, ercType === 'ERC-1155' ? ercType : 'ERC-721', timestamp)
}

/**
 * Returns the status of a token.
 * @param ordinal place among the tokens of the chain, from 0
 */
function statusOf(ordinal: number): IndexStatus {
  const fails = ordinal < varied ? ordinal % 2 === 1 : ordinal % 5 === 0
  if (!fails) return 'indexed'
  const failedBefore =
    ordinal < varied ? (ordinal - 1) / 2 : varied / 2 + Math.floor((ordinal - varied) / 5)
  return failures[failedBefore % failures.length] ?? 'unknown'
}

function contentOf(contract: Contract, id: bigint, items: readonly NftItem[], random: Random): Row {
  const collection = contract.name ?? 'Collection'
  const item = items[Number((id + BigInt(items.length) - 1n) % BigInt(items.length || 1))]
  const name = item?.name ?? collection
  const picture = ['nfts', contract.text, String(id)]
  const traits = {
    season: random.pick(['early winter', 'deep winter', 'late winter', 'thaw']),
    power: random.int(1, 100),
  }
  const isRich = id % 2n === 1n
  return {
    // A kind of an ERC-1155 contract has several equal tokens, so its name has no number.
    metadata_name: item && contract.ercType === 'ERC-1155' ? name : `${name} #${id}`,
    description: item?.description ?? `Token ${id} of ${collection}.`,
    image_uri: imagePath(...picture),
    ...(contract.ercType === 'ERC-721'
      ? {
          metadata_symbol: contract.symbol ?? null,
          attributes: JSON.stringify(
            Object.entries(traits).map(([trait, value]) => ({ trait_type: trait, value })),
          ),
        }
      : { metadata_decimals: 0, attributes: JSON.stringify(traits) }),
    ...(isRich && {
      animation_uri: imagePath(...picture, 'animated'),
      external_url: `https://collections.example.org/${contract.text.toLowerCase()}/${id}`,
      background: toHex(random.bytes(3)).slice(2),
    }),
  }
}
