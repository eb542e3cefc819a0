import { copyFileSync } from 'node:fs'
import type Database from 'better-sqlite3'
import {
  attach,
  type Cell,
  decoded,
  encoded,
  isIn,
  keysIn,
  makeTable,
  openFor,
  quoted,
  removedOf,
  rowsOf,
  sameKey,
  schemaOf,
  schemaTable,
  sqlIn,
  type Table,
  type TablePart,
  tableSqlIn,
  tablesOf,
  wholeIn,
} from './delta-tables.ts'

/*
 * A delta is a database with what differs between two states of another one: for each table the
 * rows that are new or have changed, and the keys of those that are gone. SQLite itself reads and
 * writes them; no row passes through JavaScript.
 */

/** Tables that say what a world is: a delta over a base has them whole. */
const describing = ['log', 'meta', 'own']

/** State of a database that a delta begins with. */
export interface Earlier {
  readonly path: string
  /**
   * Whether it is the base of a sandbox. A migration reads the tables that say what a world is, and
   * has no base of the earlier version.
   */
  readonly isBase: boolean
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
    const before = earlier && tableSqlIn(db, 'earlier')
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
        before?.get(table.name) !== table.sql ||
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

/** How deltas are applied. */
export interface Applying {
  /**
   * Whether indexes are created again after the last one. Sorting all rows into an index takes less
   * time than inserting half of them.
   */
  readonly rebuildsIndexes: boolean
  /** Whether no deltas follow. */
  readonly isLast: boolean
  /** Tables that the file has; absent: all. */
  readonly part?: TablePart | undefined
}

/**
 * Applies deltas in order, at most nine: SQLite attaches ten databases.
 * @param target file with the state that the first one begins with; created if there is none
 */
export function applyDeltas(
  deltas: readonly string[],
  target: string,
  { rebuildsIndexes, isLast, part }: Applying,
): void {
  const db = openFor(target)
  try {
    if (rebuildsIndexes) dropIndexes(db)
    const attached = deltas.map((delta, number) => {
      const name = `delta${number}`
      attach(db, delta, name)
      return { name, tables: tableSqlIn(db, name), whole: wholeIn(db, name) }
    })
    const last = attached.at(-1)?.name as string
    db.exec('BEGIN')
    makeTables(db, last, part)
    // Table by table: the pages of one fit into the cache, and are written once.
    for (const table of tablesOf(db, 'main')) {
      const whole = attached.findLastIndex((delta) => delta.whole.has(table.name))
      if (whole >= 0) db.exec(`DELETE FROM main.${quoted(table.name)}`)
      for (const delta of attached.slice(Math.max(whole, 0))) applyRows(db, table, delta)
    }
    if (isLast) makeIndexes(db, last)
    db.exec('COMMIT')
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
    db.exec(`DELETE FROM main.${schemaTable}
      WHERE name NOT IN (SELECT name FROM delta.${schemaTable})`)
    db.exec(`INSERT INTO main.${schemaTable} SELECT * FROM delta.${schemaTable} WHERE true
      ON CONFLICT (name) DO UPDATE SET type = excluded.type, sql = excluded.sql,
        is_whole = is_whole OR excluded.is_whole`)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
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
         .filter(({ keyPlace }) => keyPlace === 0)
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
function makeTables(db: Database.Database, delta: string, part?: TablePart): void {
  const wanted = new Map(
    [...sqlIn(db, `${delta}.${schemaTable}`, 'table')].filter(([, sql]) => isIn(part, sql)),
  )
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

/** Makes the indexes of a file's tables those after a delta. */
function makeIndexes(db: Database.Database, delta: string): void {
  const wanted = sqlIn(db, `${delta}.${schemaTable}`, 'index')
  const existing = sqlIn(db, schemaOf('main'), 'index')
  const tables = tableSqlIn(db, 'main')
  for (const [name, sql] of existing)
    if (wanted.get(name) !== sql) db.exec(`DROP INDEX main.${quoted(name)}`)
  for (const [name, sql] of wanted)
    if (existing.get(name) !== sql && tables.has(indexedTable(sql))) db.exec(sql)
}

/** Returns the name of the table in the statement of an index. */
function indexedTable(sql: string): string {
  const [, name = ''] = /\sON\s+("(?:[^"]|"")+"|\w+)/i.exec(sql) ?? []
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}

const hasAny = (db: Database.Database, select: string): boolean =>
  db.prepare(`${select} LIMIT 1`).get() !== undefined
