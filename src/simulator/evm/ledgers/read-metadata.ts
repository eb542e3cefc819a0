import type { IndexStatus } from '../../../../schemas/data/tokens.ts'
import type { Row } from '../../../store/world-store.ts'
import { parseJson } from '../../../util/bounded-json.ts'

/** Maximum length of a URI, in characters: a document with a picture in it has some ten thousand. */
const maxLength = 65_536

/**
 * Returns the columns of a token with the URI that its contract returns. Only a document inside the
 * URI, as `data:`, can be read: there is no network. G-341
 * @param uri undefined when the contract was not called
 * @param timestamp time of the read, epoch seconds
 */
export function readMetadata(
  uri: string | undefined,
  ercType: 'ERC-721' | 'ERC-1155',
  timestamp: number,
): Row {
  const [index_status, content] = uri === undefined ? notRead : readDocument(uri, ercType)
  return {
    token_uri: uri === undefined || uri.length > maxLength ? '' : uri,
    index_status,
    metadata_updated_at: index_status === 'unindexed' ? null : timestamp,
    ...noContent,
    ...content,
  }
}

type Outcome = readonly [status: IndexStatus, content?: Row]

const notRead: Outcome = ['unindexed']

const noContent: Row = {
  metadata_name: null,
  metadata_symbol: null,
  image_uri: null,
  description: null,
  animation_uri: null,
  external_url: null,
  background: null,
  metadata_decimals: null,
  attributes: null,
}

function readDocument(uri: string, ercType: 'ERC-721' | 'ERC-1155'): Outcome {
  if (uri === '') return ['missing_token']
  if (uri.length > maxLength) return ['metadata_content_too_large']
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase()
  if (scheme === undefined) return ['invalid_token_uri']
  if (remoteSchemes.has(scheme)) return ['unindexed']
  if (scheme !== 'data') return ['invalid_token_uri_scheme']
  const text = dataOf(uri)
  if (text === undefined) return ['invalid_token_uri']
  let document: unknown
  try {
    document = parseJson(text)
  } catch {
    return ['invalid_metadata_json']
  }
  return typeof document === 'object' && document !== null && !Array.isArray(document)
    ? ['indexed', contentOf(document as Record<string, unknown>, ercType)]
    : ['invalid_metadata']
}

/** Schemes of documents elsewhere. */
const remoteSchemes = new Set(['http', 'https', 'ipfs', 'ipns', 'ar'])

/** Returns the text of a `data:` URI (RFC 2397); undefined for one that is not well formed. */
function dataOf(uri: string): string | undefined {
  const [, parameters = '', data = ''] = /^data:([^,]*),(.*)$/is.exec(uri) ?? []
  if (!uri.includes(',')) return undefined
  try {
    return /;\s*base64\s*$/i.test(parameters)
      ? Buffer.from(decodeURIComponent(data), 'base64').toString()
      : decodeURIComponent(data)
  } catch {
    // Many contracts leave a percent sign as it is.
    return data
  }
}

/** Properties as OpenSea's and ERC-1155's metadata standards name them. */
function contentOf(document: Record<string, unknown>, ercType: 'ERC-721' | 'ERC-1155'): Row {
  const text = (...names: string[]) =>
    names.map((name) => document[name]).find((value) => typeof value === 'string') ?? null
  const json = (name: string) =>
    document[name] === undefined ? null : JSON.stringify(document[name])
  const { decimals } = document
  return {
    metadata_name: text('name'),
    image_uri: text('image', 'image_url', 'image_data'),
    description: text('description'),
    animation_uri: text('animation_url'),
    external_url: text('external_url'),
    background: text('background_color'),
    ...(ercType === 'ERC-721'
      ? { metadata_symbol: text('symbol'), attributes: json('attributes') }
      : {
          metadata_decimals: Number.isSafeInteger(decimals) ? Number(decimals) : null,
          attributes: json('properties'),
        }),
  }
}
