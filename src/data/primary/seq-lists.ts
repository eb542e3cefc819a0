import type { Page } from '../../http/rest/page.ts'
import { type AnyBindings, type Statement, statement } from '../../store/statement.ts'

/** Order of a list by `seq`. */
export type Order = 'asc' | 'desc'

/** Range of a list by `seq`, both ends included; empty when `low` is above `high`. */
export interface SeqRange {
  readonly low: number
  readonly high: number
}

/** Part of a list: the first `limit` members of a range. */
export interface Wanted {
  readonly range: SeqRange
  readonly order: Order
  readonly limit: number
}

/** Member of a list. */
export type Found = { readonly seq: number }

/** Returns the range of this page and the pages after it. */
export const remainingRange = (page: Page, order: Order): SeqRange =>
  order === 'desc'
    ? { low: 0, high: page.key - 1 }
    : { low: page.key + 1, high: Number.MAX_SAFE_INTEGER }

/** Returns the keys for the loading statements. */
export const seqsOf = (rows: readonly Found[]): number[] => rows.map(({ seq }) => seq)

/** Returns the binding of a list of values; null stands for no list. */
export const asJson = (values: readonly string[] | undefined): string | null =>
  values === undefined ? null : JSON.stringify(values)

/** Builds one statement per order; `sql` gets the word after ORDER BY. */
export const inBothOrders = <Bindings extends AnyBindings, Row>(
  sql: (direction: 'ASC' | 'DESC') => string,
): Readonly<Record<Order, Statement<Bindings, Row>>> => ({
  asc: statement<Bindings, Row>(sql('ASC')),
  desc: statement<Bindings, Row>(sql('DESC')),
})

/**
 * Builds a table of the `seq`s of an inner statement, with the column `value`. It is evaluated once
 * for each row of the tables before it. SQLite has no lateral join, but arguments of a table
 * function may depend on those tables. So the first few of many lists cost one statement.
 */
export const lateral = (inner: string): string =>
  `json_each((SELECT json_group_array(seq) FROM (${inner})))`
