import { hash } from 'node:crypto'
import type { Operation } from '../../../schemas/operation.ts'
import { secondsOf2020 } from '../../time/time-units.ts'
import type { World } from '../../world/world.ts'
import { badRequest } from '../response/errors.ts'

/** Values to which a page token is bound, besides the world: the same list gives the same scope. */
export interface ListScope {
  readonly operation: Pick<Operation, 'operationId'>
  /** All filters in a fixed order, in canonical form (`testnet` as `fuji`, chain ids resolved). */
  readonly filters: readonly (string | number | boolean | null | undefined)[]
  /** Order of the list; descending when absent. */
  readonly order?: 'asc' | 'desc'
  /** Effect of an expired token; a token that was altered is always refused. */
  readonly whenExpired?: 'refuse' | 'restart'
}

/** Page of a list, by key: page 1,000 costs what page 1 costs. */
export interface Page {
  /**
   * Value for `LIMIT :limit + 0`: one more than the page, since the extra row proves that more
   * follow.
   */
  readonly limit: number
  /** Value for `seq < :key` (descending) or `seq > :key` (ascending). */
  readonly key: number
  /**
   * Returns the rows of the page, and `nextPageToken` if more follow, for any number of given rows.
   * @param max number of rows at which the page ends early, whatever its size is
   */
  cut<Row>(
    rows: readonly Row[],
    seqOf: (row: Row) => number,
    max?: number,
  ): { rows: readonly Row[]; next: { nextPageToken?: string } }
}

const lifetimeSeconds = 24 * 60 * 60

/**
 * Opens the page that a request asks for. G-50
 * @throws 400 when the token was altered, belongs to another list or expired
 */
export function openPage(
  world: World,
  { operation, filters, order = 'desc', whenExpired }: ListScope,
  query: { pageToken?: string | undefined; pageSize: number },
): Page {
  const binding = `${world.id}\n${operation.operationId}\n${order}\n${JSON.stringify(filters)}\n`
  const first = order === 'desc' ? Number.MAX_SAFE_INTEGER : -1
  const pageSize = Math.min(query.pageSize, world.scenarios['short-pages']?.most ?? query.pageSize)
  return {
    limit: pageSize + 1,
    key: query.pageToken === undefined ? first : (readToken(query.pageToken) ?? first),
    cut(rows, seqOf, max = pageSize) {
      const size = Math.min(max, pageSize)
      if (rows.length <= size) return { rows, next: {} }
      const items = rows.slice(0, size)
      const last = items.at(-1)
      return { rows: items, next: last ? { nextPageToken: tokenAfter(seqOf(last)) } : {} }
    },
  }

  function tokenAfter(seq: number): string {
    return encodeToken(binding, world.tokenClock.nowSeconds() - secondsOf2020, seq)
  }

  function readToken(token: string): number | undefined {
    const { issued, seq } = decodeToken(binding, token)
    const ageSeconds = world.tokenClock.nowSeconds() - secondsOf2020 - issued
    if (ageSeconds <= lifetimeSeconds) return seq
    if (whenExpired === 'restart') return undefined
    throw badRequest(
      'pageToken has expired: tokens are valid for 24 hours; start again from the first page',
    )
  }
}

/*
 * Encodes a token: a version 4 UUID with 122 free bits. They are 48 bits of tag, 30 of issue time
 * (seconds since 2020) and 44 of key. The tag is a truncated digest of the list and of the other
 * bits, so any change shows. The token hides nothing and needs no memory. Every replica with the
 * same world continues every list.
 */

function encodeToken(binding: string, issued: number, seq: number): string {
  const payload = Buffer.allocUnsafe(10)
  payload.writeUInt16BE(0x4000 | ((issued >>> 18) & 0xfff), 0)
  const seqHigh = Math.floor(seq / 0x1_0000_0000) & 0xfff
  payload.writeUInt32BE((0x8000_0000 | ((issued & 0x3_ffff) << 12) | seqHigh) >>> 0, 2)
  payload.writeUInt32BE(seq >>> 0, 6)
  const hex = tagOf(binding, payload) + payload.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function decodeToken(binding: string, token: string): { issued: number; seq: number } {
  const refusal = 'pageToken is not one that this list issued with these filters'
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(token))
    throw badRequest(refusal)
  const hex = token.replaceAll('-', '')
  const payload = Buffer.from(hex.slice(12), 'hex')
  if (hex.slice(0, 12) !== tagOf(binding, payload)) throw badRequest(refusal)
  const middle = payload.readUInt32BE(2)
  return {
    issued: ((payload.readUInt16BE(0) & 0xfff) << 18) | ((middle >>> 12) & 0x3_ffff),
    seq: (middle & 0xfff) * 0x1_0000_0000 + payload.readUInt32BE(6),
  }
}

/**
 * Computes the tag of a token.
 * @param payload last 10 bytes of a token @returns its first 6 bytes, as hex digits
 */
const tagOf = (binding: string, payload: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from(binding), payload]), 'hex').slice(0, 12)
