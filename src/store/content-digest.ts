import { createHash, type Hash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Value } from './world-store.ts'

/** A digest over every row of a world, some rows at a time, so that others are answered in between. */
export interface ContentDigest {
  /** Adds the next rows. @returns whether there are more */
  add(): boolean
  /** 64 hex digits, when all is added. */
  hex(): string
  /** Lets go of the rows, whether or not all is added. */
  leave(): void
}

/** What says how a world came to be, and nothing of what it holds. */
const apart = ['meta', 'own']
/** Characters that are added at a time: some milliseconds. */
const textAtOnce = 200_000

/** A digest of the rows in an open database; nobody writes it until the digest is left. */
export function contentDigest(db: Database.Database): ContentDigest {
  const hash = createHash('sha256')
  const parts = addTables(db, hash)
  return {
    add: () => !parts.next().done,
    hex: () => hash.digest('hex'),
    leave: () => void parts.return(),
  }
}

/** A digest of what is committed in a file when it begins, whoever writes there meanwhile. */
export function contentDigestOf(path: string): ContentDigest {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  db.exec('BEGIN')
  const digest = contentDigest(db)
  return {
    ...digest,
    leave() {
      digest.leave()
      db.close()
    },
  }
}

// Kept as long as the database: a collected statement aborts some releases of Node.
const statements = new WeakMap<Database.Database, Map<string, Database.Statement<[], Value[]>>>()

function rowsOf(db: Database.Database, sql: string): IterableIterator<Value[]> {
  const known = statements.get(db) ?? new Map()
  statements.set(db, known)
  const statement = known.get(sql) ?? db.prepare<[], Value[]>(sql).raw()
  known.set(sql, statement)
  return statement.iterate()
}

/** Table by table, in the order in which SQLite reads each; entries of the log are no content. */
function* addTables(db: Database.Database, hash: Hash): Generator<undefined, void> {
  const tables = [...rowsOf(db, selectTables)].map(([name]) => String(name))
  for (const table of tables.filter((name) => !apart.includes(name))) {
    hash.update(`${table}\n`)
    if (table === 'log') continue
    let text = ''
    let added = 0
    // One after the other: the tables of a large world do not fit into memory.
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
