import type { Page } from '../../http/page.ts'
import { type AnyBindings, type Query, query } from '../../store/query.ts'

/** Order of a list by `seq`. */
export type Order = 'asc' | 'desc'

/** A stretch of a list by `seq`, both ends included; empty when `low` is above `high`. */
export interface SeqRange {
  readonly low: number
  readonly high: number
}

/** Which part of a list is wanted. */
export interface Wanted {
  readonly range: SeqRange
  readonly order: Order
  readonly limit: number
}

/** What of a list comes on this page and after it. */
export const remainingRange = (page: Page, order: Order): SeqRange =>
  order === 'desc'
    ? { low: 0, high: page.key - 1 }
    : { low: page.key + 1, high: Number.MAX_SAFE_INTEGER }

/** What the loading statements take. */
export const seqsOf = (rows: readonly { readonly seq: number }[]): number[] =>
  rows.map(({ seq }) => seq)

/** One statement per order; `sql` gets the word after ORDER BY. */
export const inBothOrders = <Bindings extends AnyBindings, Row>(
  sql: (direction: 'ASC' | 'DESC') => string,
): Readonly<Record<Order, Query<Bindings, Row>>> => ({
  asc: query<Bindings, Row>(sql('ASC')),
  desc: query<Bindings, Row>(sql('DESC')),
})

/** The first `limit` of several lists together; what is in more than one of them comes once. */
export const mergeSeqs = (
  lists: readonly (readonly { seq: number }[])[],
  order: Order,
  limit: number,
): number[] => {
  const all = [...new Set(lists.flatMap(seqsOf))]
  return all.sort((a, b) => (order === 'asc' ? a - b : b - a)).slice(0, limit)
}
