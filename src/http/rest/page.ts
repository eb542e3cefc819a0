import { hash } from 'node:crypto'
import type { Operation } from '../../../schemas/operation.ts'
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
   * Value by which a list ranked the row of the key on the page before. The value may have changed
   * since then. Undefined on the first page, and in lists that only keys order.
   */
  readonly rank: bigint | undefined
  /** Returns the rows of the page, and `nextPageToken` if more follow, for any number of rows. */
  cut<Row>(
    rows: readonly Row[],
    seqOf: (row: Row) => number,
    options?: CutOptions<Row>,
  ): { rows: readonly Row[]; next: { nextPageToken?: string } }
}

interface CutOptions<Row> {
  /** Number of rows at which the page ends early, whatever its size is. */
  readonly max?: number
  /** Returns the value by which the list ranks a row, for the page that follows. */
  readonly rankOf?: (row: Row) => bigint | undefined
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
  const before = query.pageToken === undefined ? undefined : readToken(query.pageToken)
  return {
    limit: pageSize + 1,
    key: before?.seq ?? first,
    rank: before?.rank,
    cut(rows, seqOf, { max = pageSize, rankOf } = {}) {
      const size = Math.min(max, pageSize)
      if (rows.length <= size) return { rows, next: {} }
      const items = rows.slice(0, size)
      const last = items.at(-1)
      if (last === undefined) return { rows: items, next: {} }
      const nextPageToken = tokenAfter(seqOf(last), rankOf?.(last))
      return { rows: items, next: { nextPageToken } }
    },
  }

  function tokenAfter(seq: number, rank: bigint | undefined): string {
    return encodeToken(binding, { issued: world.tokenClock.nowSeconds(), seq, rank })
  }

  function readToken(token: string): TokenContent | undefined {
    const content = decodeToken(binding, token)
    const ageSeconds = world.tokenClock.nowSeconds() - content.issued
    if (ageSeconds <= lifetimeSeconds) return content
    if (whenExpired === 'restart') return undefined
    throw badRequest(
      'pageToken has expired: tokens are valid for 24 hours; start again from the first page',
    )
  }
}

/*
 * Encodes a token: a version 4 UUID with 122 free bits. They are 31 bits of tag, 38 of issue time
 * (epoch seconds, which lasts beyond the year 9999) and 53 of key, which is any safe integer. The
 * tag is a truncated digest of the list and of the other bits, so any change shows. The token hides
 * nothing and needs no memory. Every replica with the same world continues every list.
 * A rank can have 256 bits, so it follows the UUID in lists that have one.
 */

interface TokenContent {
  /** Epoch seconds. */
  readonly issued: number
  readonly seq: number
  readonly rank: bigint | undefined
}

const keyBits = 53n
const contentBits = 38n + keyBits

function encodeToken(binding: string, { issued, seq, rank }: TokenContent): string {
  const end = rank === undefined ? '' : `.${rank}`
  const content = (BigInt(issued) << keyBits) | BigInt(seq)
  const free = (tagOf(binding + end, content) << contentBits) | content
  // The version and the variant stand between the free bits.
  const uuid = ((free >> 74n) << 80n) | (4n << 76n) | (bitsOf(free, 62n, 12n) << 64n) | (2n << 62n)
  const hex = (uuid | bitsOf(free, 0n, 62n)).toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}${end}`
}

function decodeToken(binding: string, token: string): TokenContent {
  const refusal = 'pageToken is not one that this list issued with these filters'
  if (!tokenForm.test(token)) throw badRequest(refusal)
  const end = token.slice(uuidLength)
  const uuid = BigInt(`0x${token.slice(0, uuidLength).replaceAll('-', '')}`)
  const free = ((uuid >> 80n) << 74n) | (bitsOf(uuid, 64n, 12n) << 62n) | bitsOf(uuid, 0n, 62n)
  const content = bitsOf(free, 0n, contentBits)
  if (free >> contentBits !== tagOf(binding + end, content)) throw badRequest(refusal)
  return {
    issued: Number(content >> keyBits),
    seq: Number(bitsOf(content, 0n, keyBits)),
    rank: end === '' ? undefined : BigInt(end.slice(1)),
  }
}

const uuidLength = 36
const tokenForm =
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?:\.-?[0-9]{1,78})?$/

/** Returns `count` bits of a value, from the bit `first` on. */
const bitsOf = (value: bigint, first: bigint, count: bigint): bigint =>
  (value >> first) & ((1n << count) - 1n)

const tagOf = (binding: string, content: bigint): bigint =>
  BigInt(`0x${hash('sha256', `${binding}\n${content}`, 'hex').slice(0, 8)}`) >> 1n
