import Database from 'better-sqlite3'

/** Name of the table in a delta that lists the tables and indexes of the later state. */
export const schemaTable = '"schema"'
export const rowsOf = (table: string): string => quoted(`${table}:rows`)
export const removedOf = (table: string): string => quoted(`${table}:removed`)
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Column of a table, under the name that it has there and in a delta. */
export interface Cell {
  readonly here: string
  readonly inDelta: string
  /** Its place in the key, from 1; 0: it is none of its columns. */
  readonly keyPlace: number
  /** Whether nothing but text is stored there. */
  readonly isText: boolean
}

export interface Table {
  readonly name: string
  readonly sql: string
  readonly cells: readonly Cell[]
  /** Whether its key is one number. */
  readonly hasRowid: boolean
}

/** Tables of a file that has not all of a database: those with a rowid, or the others. */
export type TablePart = 'with rowids' | 'without rowids'

/** Returns whether the statement of a table creates one of a part; no part is all of them. */
export const isIn = (part: TablePart | undefined, sql: string): boolean =>
  part === undefined || /\bWITHOUT ROWID\b[^)]*$/i.test(sql) === (part === 'without rowids')

/** Opens a file that is made. */
export function openFor(path: string): Database.Database {
  const db = new Database(path)
  // A file that is not complete is not used, so nothing waits for the disk. Checks and references
  // held when the rows were written. No other process changes the files, so pages that are read can
  // be mapped.
  for (const pragma of [
    ...['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'threads = 2'],
    ...['ignore_check_constraints = ON', 'cache_size = -64000', `mmap_size = ${2 ** 31}`],
  ])
    db.exec(`PRAGMA ${pragma}`)
  return db
}

export function attach(db: Database.Database, path: string, name: string): void {
  db.prepare(`ATTACH ? AS ${name}`).run(path)
}

export const schemaOf = (schema: string): string =>
  `(SELECT * FROM ${schema}.sqlite_schema
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY rowid)`

export const tableSqlIn = (db: Database.Database, schema: string): ReadonlyMap<string, string> =>
  sqlIn(db, schemaOf(schema), 'table')

export const sqlIn = (
  db: Database.Database,
  schema: string,
  type: 'table' | 'index',
): ReadonlyMap<string, string> =>
  new Map(
    db
      .prepare<[string], [name: string, sql: string]>(
        `SELECT name, sql FROM ${schema} WHERE type = ?`,
      )
      .raw()
      .all(type),
  )

/** Tables that a delta has whole. */
export const wholeIn = (db: Database.Database, delta: string): ReadonlySet<string> =>
  new Set(
    db
      .prepare<[], string>(`SELECT name FROM ${delta}.${schemaTable} WHERE is_whole = 1`)
      .pluck()
      .all(),
  )

export function tablesOf(db: Database.Database, schema: string): Table[] {
  return db
    .prepare<[], { name: string; sql: string; wr: number; strict: number }>(
      `SELECT name, sql, wr, strict FROM ${schemaOf(schema)} AS made
       JOIN pragma_table_list AS listed USING (name)
       WHERE made.type = 'table' AND listed.schema = '${schema}'`,
    )
    .all()
    .map(({ name, sql, wr, strict }) => {
      const columns = db
        .prepare<[string, string], { name: string; type: string; pk: number }>(
          'SELECT name, type, pk FROM pragma_table_info(?, ?)',
        )
        .all(name, schema)
      const keys = columns.filter(({ pk }) => pk > 0)
      const isRowid = wr === 0 && keys.length === 1 && keys[0]?.type.toUpperCase() === 'INTEGER'
      const cells: Cell[] = columns.map((column) => ({
        here: quoted(column.name),
        inDelta: quoted(column.name),
        keyPlace: wr === 1 || isRowid ? column.pk : 0,
        isText: strict === 1 && column.type.toUpperCase() === 'TEXT',
      }))
      if (wr === 0 && !isRowid)
        cells.unshift({ here: 'rowid', inDelta: '":rowid"', keyPlace: 1, isText: false })
      return { name, sql, cells, hasRowid: wr === 0 }
    })
}

/** Creates a table of a delta, which has one row for a key. */
export function makeTable(
  db: Database.Database,
  name: string,
  cells: readonly Cell[],
  hasRowid: boolean,
): void {
  const columns = cells.map(
    ({ inDelta, keyPlace }) =>
      `${inDelta}${hasRowid && keyPlace > 0 ? ' INTEGER PRIMARY KEY' : ''}`,
  )
  const keys = keysIn(cells).map(({ inDelta }) => inDelta)
  db.exec(
    hasRowid
      ? `CREATE TABLE main.${name} (${columns})`
      : `CREATE TABLE main.${name} (${columns}, PRIMARY KEY (${keys})) WITHOUT ROWID`,
  )
}

/** Returns the columns of the key, in its order. */
export const keysIn = (cells: readonly Cell[]): Cell[] =>
  cells.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace)

/**
 * Condition that two rows have one key. The first comparison finds the row by the order of the
 * table; another spelling of a key that its order regards as equal is another key.
 */
export const sameKey = (cells: readonly Cell[]): string =>
  keysIn(cells)
    .map(({ here, isText }) => {
      const same = `earlier.${here} = later.${here}`
      return isText ? `${same} AND ${same} COLLATE BINARY` : same
    })
    .join(' AND ')

/** Stores text of hex digits as bytes, which are half as long. */
export const encoded = ({ isText }: Cell, value: string): string =>
  isText
    ? `CASE WHEN ${value} GLOB '0x????????*' AND
         '0x' || lower(hex(unhex(substr(${value}, 3)))) = ${value} COLLATE BINARY
       THEN unhex(substr(${value}, 3)) ELSE ${value} END`
    : value

/** Returns what {@link encoded} has stored. */
export const decoded = ({ isText, inDelta }: Cell): string =>
  isText
    ? `CASE typeof(${inDelta}) WHEN 'blob' THEN '0x' || lower(hex(${inDelta})) ELSE ${inDelta} END`
    : inDelta
