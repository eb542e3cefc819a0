import type { Page } from '../../http/rest/page.ts'
import { type AnyBindings, type Statement, statement } from '../../store/statement.ts'

/** Order of a list by `seq`. */
export type Order = 'asc' | 'desc'

/** A stretch of a list by `seq`, both ends included; empty when `low` is above `high`. */
export interface SeqRange {
  readonly low: number
  readonly high: number
}

/** Which part of a list is wanted: the first `limit` of a range. */
export interface Wanted {
  readonly range: SeqRange
  readonly order: Order
  readonly limit: number
}

/** A member of a list. */
export type Found = { readonly seq: number }

/** What of a list comes on this page and after it. */
export const remainingRange = (page: Page, order: Order): SeqRange =>
  order === 'desc'
    ? { low: 0, high: page.key - 1 }
    : { low: page.key + 1, high: Number.MAX_SAFE_INTEGER }

/** What the loading statements take. */
export const seqsOf = (rows: readonly Found[]): number[] => rows.map(({ seq }) => seq)

/** How a list of values is bound; null stands for no list. */
export const asJson = (values: readonly string[] | undefined): string | null =>
  values === undefined ? null : JSON.stringify(values)

/** One statement per order; `sql` gets the word after ORDER BY. */
export const inBothOrders = <Bindings extends AnyBindings, Row>(
  sql: (direction: 'ASC' | 'DESC') => string,
): Readonly<Record<Order, Statement<Bindings, Row>>> => ({
  asc: statement<Bindings, Row>(sql('ASC')),
  desc: statement<Bindings, Row>(sql('DESC')),
})

/**
 * The `seq`s of an inner statement as a table with the column `value`, once for each row of the
 * tables before it. SQLite has no lateral join, but arguments of a table function may depend on
 * them, so the first few of many lists cost one statement.
 */
export const lateral = (inner: string): string =>
  `json_each((SELECT json_group_array(seq) FROM (${inner})))`
