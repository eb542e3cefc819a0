import type { Dialect } from '../../../src/http/request/dialect.ts'
import type { Fields } from './source.ts'

/**
 * A request, an item of its response, and where each field of the item comes from. `{name}` stands
 * for what `pick` selected under that name, `:name` in SQL too. In a field's path `{row.column}`
 * is a key that a cell holds.
 */
export interface View {
  /** An operation of the Data or Metrics API or a method of the node. */
  readonly of: string
  /** Absent: both. */
  readonly dialect?: Dialect
  /** Whose node answers; absent: that of mainnet. */
  readonly nodeNetwork?: 'mainnet' | 'fuji'
  /** Selects one row, whose columns the other members name; not with the statement of the route. */
  readonly pick?: string
  /** Content that the copy of the world gets first: rare values, columns that are NULL. */
  readonly setup?: readonly string[]
  /** Path and query of a GET, or path of a JSON-RPC endpoint. Absent for messages of a webhook. */
  readonly url?: string
  /** Webhook and block whose messages stand in place of a response. */
  readonly messages?: MessagesOfBlock
  /** Of a JSON-RPC call. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Of a POST to the Data API. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Path of the item: `blocks.1` is the second block. Absent: the whole response. */
  readonly item?: string
  /** Rows by name: a table and the condition that holds for one row of it. */
  readonly rows: Readonly<Record<string, string>>
  /** Source by path below the item. */
  readonly fields: Fields
  /** The same for what is beside the item: paths from the top of the response. */
  readonly around?: Fields
}

/** Webhook, and a block of which it gets messages. */
export interface MessagesOfBlock {
  /** Body of the request that made the webhook, whose `eventType` is the `of` of the view. */
  readonly request: object
  readonly network: 'mainnet' | 'fuji'
  /** P, X or an EVM chain id. */
  readonly chain: string
  /** Statement whose first column is the height. */
  readonly height: string
}

/** A table of fields, for the tests to run and to look for what is missing. */
export type FieldTable = readonly View[]
