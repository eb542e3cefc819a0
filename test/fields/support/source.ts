/** Content of a cell of the store. */
export type Cell = string | number | Uint8Array | null

/** How a response shows a cell that is not NULL. */
type Show = (cell: never) => unknown

/** A field that shows a cell: changing the cell changes the field. */
export interface FromCells {
  readonly kind: 'cells'
  /** `row.column`, or `row.column$.path` for a member of a JSON text; several hold one value. */
  readonly cells: readonly string[]
  readonly show: Show
  /** New value of the cell, where not just any other value will do. */
  readonly to?: Cell | ((before: never) => Cell)
  /** Text there when the cell is NULL; otherwise nothing does. */
  readonly orElse?: unknown
  /** Part that the response lacks when the cell is NULL: by default the field. Relative to the item. */
  readonly within?: string
}

/** Further sources of a field that depends on several cells. */
export interface FromMany {
  readonly kind: 'many'
  readonly sources: readonly (string | FromCells)[]
}

/** Always the same. */
export interface Constant {
  readonly kind: 'constant'
  readonly value: unknown
}

/** Follows from the request: path and query of a GET, and the value that it is answered with. */
export interface FromRequest {
  readonly kind: 'request'
  readonly values: Readonly<Record<string, unknown>>
}

/** A token of the list at a path: the next page goes on behind this one. */
export interface NextPage {
  readonly kind: 'next page'
  readonly list: string
  /** Value of the first item of the next page, by the last one of this page. */
  readonly first: ((last: never) => object) | undefined
}

/** Equal to a response in the live dialect, whose operation has a table of its own. */
export interface SameAsResponse {
  readonly kind: 'response'
  /** Path of a GET; `{row.column}` is a cell of the view. */
  readonly url: string
}

export type Source =
  | string
  | FromCells
  | FromMany
  | Constant
  | FromRequest
  | NextPage
  | SameAsResponse

type Options = Pick<FromCells, 'to' | 'orElse' | 'within'>

const asIs: Show = (cell) => cell

/** A cell as it is stored, or as `show` has it. */
export const from = (cell: string, show: Show = asIs, options: Options = {}): FromCells => ({
  kind: 'cells',
  cells: [cell],
  show,
  ...options,
})

/** One value that several cells hold: a key and what refers to it. They change together. */
export const key = (cells: readonly string[], show: Show = asIs, options: Options = {}) => ({
  ...from('', show, options),
  cells,
})

/** An integer as decimal text. */
export const text = (cell: string, options: Options = {}): FromCells => from(cell, String, options)

/** 0 or 1 as a boolean. */
export const flag = (cell: string, options: Options = {}): FromCells =>
  from(cell, (value: number) => value === 1, options)

/** Where the servers of these tests say that they are. */
export const publicUrl = 'http://localhost:9650'

/** The URL of an image, of which a cell holds the path if Snowglobe draws it. */
export const image = (cell: string): FromCells =>
  from(cell, (uri: string) => (uri.startsWith('/_images/') ? publicUrl + uri : uri))

/** The world's clock in epoch seconds. */
export const clock = (show: (nowSeconds: number) => unknown): FromCells => from('clock', show)

export const many = (...sources: readonly (string | FromCells)[]): FromMany => ({
  kind: 'many',
  sources,
})

export const constant = (value: unknown): Constant => ({ kind: 'constant', value })

export const request = (values: Readonly<Record<string, unknown>>): FromRequest => ({
  kind: 'request',
  values,
})

/** @param first for lists whose page size is fixed; others are compared with a larger page */
export const nextPage = (list: string, first?: (last: never) => object): NextPage => ({
  kind: 'next page',
  list,
  first,
})

/** The response of an operation in the live dialect. */
export const sameAsResponse = (url: string): SameAsResponse => ({ kind: 'response', url })

export type Fields = Readonly<Record<string, Source>>

/** All fields but those that a request asks for. */
export const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** A statement that inserts a row, for the setup of a view. */
export const row = (table: string, columns: Readonly<Record<string, string | number | null>>) => {
  const values = Object.values(columns).map((value) =>
    typeof value === 'string' && !value.startsWith('(')
      ? `'${value.replaceAll("'", "''")}'`
      : String(value ?? 'NULL'),
  )
  return `INSERT INTO ${table} (${Object.keys(columns).join()}) VALUES (${values.join()})`
}

/** The fields of an object that is a field. */
export const under = (path: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, source]) => [`${path}.${name}`, source]))

/** The sources of a field that can be changed. */
export function cellsOf(source: Source): readonly FromCells[] {
  if (typeof source === 'string') return [from(source)]
  if (source.kind === 'cells') return [source]
  return source.kind === 'many' ? source.sources.flatMap(cellsOf) : []
}
