import { copyFileSync, existsSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'

/*
 * A delta is a database with what differs between two states of another one: for each table the
 * rows that are new or have changed, and the keys of those that are gone. SQLite itself reads and
 * writes them; no row passes through JavaScript.
 */

/** Tables that say what a world is: a delta over a base has them whole. */
const describing = ['log', 'meta', 'own']

/** Deltas that are attached at once: SQLite allows ten databases. */
const attachedAtOnce = 8

/** State of a database that a delta begins with. */
export interface Earlier {
  readonly path: string
  /**
   * Whether it is the base of a sandbox. A migration reads the tables that say what a world is, and
   * has no base of the earlier version.
   */
  readonly isBase: boolean
}

/** Name of the table in a delta that lists the tables and indexes of the later state. */
const schemaTable = '"schema"'
const rowsOf = (table: string): string => quoted(`${table}:rows`)
const removedOf = (table: string): string => quoted(`${table}:removed`)
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Column of a table, under the name that it has there and in a delta. */
interface Cell {
  readonly here: string
  readonly inDelta: string
  readonly isKey: boolean
  /** Whether nothing but text is stored there. */
  readonly isText: boolean
}

interface Table {
  readonly name: string
  readonly sql: string
  readonly cells: readonly Cell[]
  /** Whether its key is one number. */
  readonly hasRowid: boolean
}

/**
 * Writes the delta between two states.
 * @param earlier absent: an empty database
 * @param target path of a new file
 * @returns false when they do not differ
 */
export function writeDelta(earlier: Earlier | undefined, later: string, target: string): boolean {
  const db = openFor(target)
  try {
    // Small pages would waste space on long rows.
    db.exec('PRAGMA page_size = 16384')
    attach(db, later, 'later')
    if (earlier) attach(db, earlier.path, 'earlier')
    const before = new Map(earlier && tablesOf(db, 'earlier').map((table) => [table.name, table]))
    db.exec(`BEGIN; CREATE TABLE ${schemaTable} (
      name TEXT PRIMARY KEY, type TEXT NOT NULL, sql TEXT NOT NULL, is_whole INTEGER NOT NULL)`)
    db.exec(`INSERT INTO ${schemaTable} SELECT name, type, sql, 0 FROM ${schemaOf('later')}`)
    const sameSchema = `SELECT name, type, sql FROM ${schemaTable}`
    const schemaBefore = `SELECT name, type, sql FROM ${schemaOf('earlier')}`
    let differs =
      !earlier ||
      hasAny(db, `${sameSchema} EXCEPT ${schemaBefore}`) ||
      hasAny(db, `${schemaBefore} EXCEPT ${sameSchema}`)
    for (const table of tablesOf(db, 'later')) {
      const isWhole =
        before.get(table.name)?.sql !== table.sql ||
        (earlier?.isBase === true && describing.includes(table.name))
      if (isWhole)
        db.prepare(`UPDATE ${schemaTable} SET is_whole = 1 WHERE name = ?`).run(table.name)
      if (addRows(db, table, isWhole)) differs = true
      if (!isWhole && addRemoved(db, table)) differs = true
    }
    db.exec('COMMIT')
    return differs
  } finally {
    db.close()
  }
}

/**
 * Applies deltas in order.
 * @param target file with the state that the first one begins with; created if there is none
 */
export function applyDeltas(deltas: readonly string[], target: string): void {
  const bytes = existsSync(target) ? statSync(target).size : 0
  const db = openFor(target)
  try {
    // Sorting all rows into an index takes less time than inserting half of them.
    const added = deltas.reduce((sum, delta) => sum + statSync(delta).size, 0)
    if (2 * added > bytes) dropIndexes(db)
    for (let first = 0; first < deltas.length; first += attachedAtOnce) {
      const names = deltas.slice(first, first + attachedAtOnce).map((delta, number) => {
        attach(db, delta, `delta${number}`)
        return `delta${number}`
      })
      const last = names.at(-1) as string
      db.exec('BEGIN')
      makeTables(db, last)
      const attached = names.map((name) => ({
        name,
        tables: tableSqlIn(db, name),
        whole: wholeIn(db, name),
      }))
      // Table by table: the pages of one fit into the cache, and are written once.
      for (const table of tablesOf(db, 'main')) {
        const whole = attached.findLastIndex((delta) => delta.whole.has(table.name))
        if (whole >= 0) db.exec(`DELETE FROM main.${quoted(table.name)}`)
        for (const delta of attached.slice(Math.max(whole, 0))) applyRows(db, table, delta)
      }
      if (first + attachedAtOnce >= deltas.length) makeIndexes(db, last)
      db.exec('COMMIT')
      for (const name of names) db.exec(`DETACH ${name}`)
    }
  } finally {
    db.close()
  }
}

/**
 * Writes a delta that does what two do in order.
 * @param target path of a new file
 */
export function mergeDeltas(first: string, second: string, target: string): void {
  copyFileSync(first, target)
  const db = openFor(target)
  try {
    attach(db, second, 'delta')
    db.exec('BEGIN')
    for (const name of wholeIn(db, 'delta'))
      for (const table of [rowsOf(name), removedOf(name)])
        db.exec(`DROP TABLE IF EXISTS main.${table}`)
    for (const [name, sql] of tableSqlIn(db, 'delta')) {
      const [, table = '', kind] = /^(.*):(rows|removed)$/s.exec(name) ?? []
      if (kind === undefined) continue
      if (!tableSqlIn(db, 'main').has(name)) db.exec(sql)
      db.exec(`INSERT OR REPLACE INTO main.${quoted(name)} SELECT * FROM delta.${quoted(name)}`)
      removeKeys(db, kind === 'rows' ? `${table}:removed` : `${table}:rows`, name)
    }
    db.exec(`CREATE TEMP TABLE whole AS SELECT name FROM main.${schemaTable} WHERE is_whole = 1`)
    db.exec(`DELETE FROM main.${schemaTable}`)
    db.exec(`INSERT INTO main.${schemaTable} SELECT name, type, sql,
      is_whole OR name IN (SELECT name FROM temp.whole) FROM delta.${schemaTable} ORDER BY rowid`)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

function openFor(path: string): Database.Database {
  const db = new Database(path)
  // A file that is not complete is not used, so nothing waits for the disk. Checks and references
  // held when the rows were written.
  for (const pragma of [
    ...['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF'],
    ...['ignore_check_constraints = ON', 'cache_size = -64000', 'threads = 2'],
  ])
    db.exec(`PRAGMA ${pragma}`)
  return db
}

function attach(db: Database.Database, path: string, name: string): void {
  db.prepare(`ATTACH ? AS ${name}`).run(path)
}

const schemaOf = (schema: string): string =>
  `(SELECT * FROM ${schema}.sqlite_schema
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY rowid)`

const tableSqlIn = (db: Database.Database, schema: string): ReadonlyMap<string, string> =>
  sqlIn(db, schemaOf(schema), 'table')

const sqlIn = (
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

const hasAny = (db: Database.Database, select: string): boolean =>
  db.prepare(`${select} LIMIT 1`).get() !== undefined

/** Tables that a delta has whole. */
const wholeIn = (db: Database.Database, delta: string): ReadonlySet<string> =>
  new Set(
    db
      .prepare<[], string>(`SELECT name FROM ${delta}.${schemaTable} WHERE is_whole = 1`)
      .pluck()
      .all(),
  )

function tablesOf(db: Database.Database, schema: string): Table[] {
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
        isKey: (wr === 1 || isRowid) && column.pk > 0,
        isText: strict === 1 && column.type.toUpperCase() === 'TEXT',
      }))
      if (wr === 0 && !isRowid)
        cells.unshift({ here: 'rowid', inDelta: '":rowid"', isKey: true, isText: false })
      return { name, sql, cells, hasRowid: wr === 0 }
    })
}

/** Creates a table of a delta, which has one row for a key. */
function makeTable(
  db: Database.Database,
  name: string,
  cells: readonly Cell[],
  hasRowid: boolean,
): void {
  const columns = cells.map(
    ({ inDelta, isKey }) => `${inDelta}${hasRowid && isKey ? ' INTEGER PRIMARY KEY' : ''}`,
  )
  const keys = keysIn(cells).map(({ inDelta }) => inDelta)
  db.exec(
    hasRowid
      ? `CREATE TABLE main.${name} (${columns})`
      : `CREATE TABLE main.${name} (${columns}, PRIMARY KEY (${keys})) WITHOUT ROWID`,
  )
}

/** Adds the rows that are new or have changed. @returns whether there are any */
function addRows(
  db: Database.Database,
  { name, cells, hasRowid }: Table,
  isWhole: boolean,
): boolean {
  makeTable(db, rowsOf(name), cells, hasRowid)
  const later = (cell: Cell) => `later.${cell.here}`
  const join = isWhole
    ? ''
    : `LEFT JOIN earlier.${quoted(name)} AS earlier ON ${sameKey(cells)}
       WHERE earlier.${keysIn(cells)[0]?.here} IS NULL
       ${cells
         .filter(({ isKey }) => !isKey)
         .map(({ here }) => `OR later.${here} IS NOT earlier.${here} COLLATE BINARY`)
         .join(' ')}`
  const { changes } = db
    .prepare(
      `INSERT INTO main.${rowsOf(name)} SELECT ${cells.map((cell) => encoded(cell, later(cell)))}
       FROM later.${quoted(name)} AS later ${join} ORDER BY ${keysIn(cells).map(later)}`,
    )
    .run()
  if (changes === 0) db.exec(`DROP TABLE main.${rowsOf(name)}`)
  return changes > 0
}

/** Adds the keys of the rows that are gone. @returns whether there are any */
function addRemoved(db: Database.Database, { name, cells, hasRowid }: Table): boolean {
  const keys = keysIn(cells)
  makeTable(db, removedOf(name), keys, hasRowid)
  const { changes } = db
    .prepare(
      `INSERT INTO main.${removedOf(name)}
       SELECT ${keys.map((cell) => encoded(cell, `earlier.${cell.here}`))}
       FROM earlier.${quoted(name)} AS earlier
       WHERE NOT EXISTS (SELECT 1 FROM later.${quoted(name)} AS later WHERE ${sameKey(cells)})`,
    )
    .run()
  if (changes === 0) db.exec(`DROP TABLE main.${removedOf(name)}`)
  return changes > 0
}

/** Makes the tables of a state those after a delta, without their rows. */
function makeTables(db: Database.Database, delta: string): void {
  const wanted = sqlIn(db, `${delta}.${schemaTable}`, 'table')
  const existing = tableSqlIn(db, 'main')
  for (const [name, sql] of existing)
    if (wanted.get(name) !== sql) db.exec(`DROP TABLE main.${quoted(name)}`)
  for (const [name, sql] of wanted) if (existing.get(name) !== sql) db.exec(sql)
}

/** Applies the changes of a table. */
function applyRows(
  db: Database.Database,
  { name, cells }: Table,
  delta: { readonly name: string; readonly tables: ReadonlyMap<string, string> },
): void {
  const keys = keysIn(cells)
  if (delta.tables.has(`${name}:removed`))
    db.exec(
      `DELETE FROM main.${quoted(name)} WHERE (${keys.map(({ here }) => here)}) IN
         (SELECT ${keys.map(decoded)} FROM ${delta.name}.${removedOf(name)})`,
    )
  if (delta.tables.has(`${name}:rows`))
    db.exec(
      `INSERT OR REPLACE INTO main.${quoted(name)} (${cells.map(({ here }) => here)})
       SELECT ${cells.map(decoded)} FROM ${delta.name}.${rowsOf(name)}`,
    )
}

/** Removes the rows of a delta's table that have a key of another one. */
function removeKeys(db: Database.Database, from: string, other: string): void {
  const keys = db
    .prepare<[string], string>(`SELECT name FROM pragma_table_info(?, 'main') WHERE pk > 0`)
    .pluck()
    .all(from)
    .map(quoted)
  if (keys.length > 0)
    db.exec(
      `DELETE FROM main.${quoted(from)} WHERE (${keys}) IN
         (SELECT ${keys} FROM delta.${quoted(other)})`,
    )
}

/** Removes the indexes that can be created again. */
function dropIndexes(db: Database.Database): void {
  for (const name of sqlIn(db, schemaOf('main'), 'index').keys())
    db.exec(`DROP INDEX ${quoted(name)}`)
}

/** Makes the indexes those after a delta. */
function makeIndexes(db: Database.Database, delta: string): void {
  const wanted = sqlIn(db, `${delta}.${schemaTable}`, 'index')
  const existing = sqlIn(db, schemaOf('main'), 'index')
  for (const [name, sql] of existing)
    if (wanted.get(name) !== sql) db.exec(`DROP INDEX main.${quoted(name)}`)
  for (const [name, sql] of wanted) if (existing.get(name) !== sql) db.exec(sql)
}

const keysIn = (cells: readonly Cell[]): Cell[] => cells.filter(({ isKey }) => isKey)

/**
 * Condition that two rows have one key. The first comparison finds the row by the order of the
 * table; another spelling of a key that its order regards as equal is another key.
 */
const sameKey = (cells: readonly Cell[]): string =>
  keysIn(cells)
    .map(({ here, isText }) => {
      const same = `earlier.${here} = later.${here}`
      return isText ? `${same} AND ${same} COLLATE BINARY` : same
    })
    .join(' AND ')

/** Stores text of hex digits as bytes: half as long, and compressed twice as fast. */
const encoded = ({ isText }: Cell, value: string): string =>
  isText
    ? `CASE WHEN ${value} GLOB '0x????????*' AND
         '0x' || lower(hex(unhex(substr(${value}, 3)))) = ${value} COLLATE BINARY
       THEN unhex(substr(${value}, 3)) ELSE ${value} END`
    : value

/** Returns what {@link encoded} has stored. */
const decoded = ({ isText, inDelta }: Cell): string =>
  isText
    ? `CASE typeof(${inDelta}) WHEN 'blob' THEN '0x' || lower(hex(${inDelta})) ELSE ${inDelta} END`
    : inDelta
