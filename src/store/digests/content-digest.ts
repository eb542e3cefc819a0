import { createHash, type Hash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Value } from '../world-store.ts'

/**
 * Digest over every row of a world. It adds some rows at a time, so that requests are served in
 * between.
 */
export interface ContentDigest {
  /**
   * Adds the next rows.
   * @returns whether more rows follow
   */
  add(): boolean
  /** Returns 64 hex digits, after all rows are added. */
  hex(): string
  /** Releases the rows, whether or not all are added. */
  close(): void
}

/** Tables that describe how a world was made, not its content. */
const apart = ['meta', 'own']
/** Characters added in one step, which takes some milliseconds. */
const textAtOnce = 200_000

/**
 * Returns a digest of the rows in an open database, which must not change until `close` is called.
 */
export function contentDigest(db: Database.Database): ContentDigest {
  const hash = createHash('sha256')
  const parts = addTables(db, hash)
  return {
    add: () => !parts.next().done,
    hex: () => hash.digest('hex'),
    close: () => void parts.return(),
  }
}

/**
 * Returns a digest of the commits in a file at the time of the call, regardless of later writes.
 */
export function contentDigestOf(path: string): ContentDigest {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  db.exec('BEGIN')
  const digest = contentDigest(db)
  return {
    ...digest,
    close() {
      digest.close()
      db.close()
    },
  }
}

// It lives as long as the database: a collected statement aborts some releases of Node.
const statements = new WeakMap<Database.Database, Map<string, Database.Statement<[], Value[]>>>()

function rowsOf(db: Database.Database, sql: string): IterableIterator<Value[]> {
  const known = statements.get(db) ?? new Map()
  statements.set(db, known)
  const statement = known.get(sql) ?? db.prepare<[], Value[]>(sql).raw()
  known.set(sql, statement)
  return statement.iterate()
}

/** Adds table by table, in SQLite's reading order. The log entries do not count as content. */
function* addTables(db: Database.Database, hash: Hash): Generator<undefined, void> {
  const tables = [...rowsOf(db, selectTables)].map(([name]) => String(name))
  for (const table of tables.filter((name) => !apart.includes(name))) {
    hash.update(`${table}\n`)
    if (table === 'log') continue
    let text = ''
    let added = 0
    // Iterated one by one: the tables of a large world do not fit into memory.
    for (const row of rowsOf(db, `SELECT * FROM ${table}`)) {
      for (const value of row) {
        if (value instanceof Uint8Array) {
          hash.update(text).update(value)
          added += text.length + value.length
          text = ''
        } else text += `${value}\n`
      }
      if (added + text.length < textAtOnce) continue
      hash.update(text)
      text = ''
      added = 0
      yield
    }
    hash.update(text)
    yield
  }
}

const selectTables = `
  SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
