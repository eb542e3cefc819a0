import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { tables } from './tables.ts'
import { type Value, type WorldStore, worldStoreOver } from './world-store.ts'

/** A base that is being built: one transaction, no journal file, finished or thrown away. */
export interface BaseWriter extends WorldStore {
  /** @returns the fingerprint of all rows */
  finish(meta: {
    id: string
    generatorVersion: number
    seed: string
    size: string
    now: number
  }): string
  discard(): void
}

/** @param file a path that no other process opens before `finish` returned */
export function createBase(file: string): BaseWriter {
  const db = new Database(file)
  // References are checked once, when all rows are there: their order is the simulator's business.
  db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
  db.exec('PRAGMA foreign_keys = OFF')
  db.exec(tables)
  db.exec('BEGIN')
  const store = worldStoreOver(db)

  return {
    ...store,
    finish(meta) {
      const fingerprint = digestOf(db)
      store.insert('meta', {
        id: meta.id,
        generator_version: meta.generatorVersion,
        seed: meta.seed,
        size: meta.size,
        now: meta.now,
        fingerprint,
      })
      db.exec('COMMIT; ANALYZE')
      const broken = db.prepare('PRAGMA foreign_key_check').all()
      if (broken.length > 0)
        throw new Error(`the built world has dangling references: ${JSON.stringify(broken[0])}`)
      db.close()
      return fingerprint
    },
    discard: () => void db.close(),
  }
}

/** Digest over every row of every table but `meta`, in the order of their keys. */
function digestOf(db: Database.Database): string {
  const hash = createHash('sha256')
  const names = db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .filter(({ name }) => name !== 'meta')
  for (const { name } of names) {
    hash.update(`${name}\n`)
    let text = ''
    // One after the other: the tables of a large world do not fit into memory.
    for (const row of db.prepare<[], Value[]>(`SELECT * FROM ${name}`).raw().iterate()) {
      for (const value of row) {
        if (value instanceof Uint8Array) {
          hash.update(text).update(value)
          text = ''
        } else text += `${value}\n`
      }
      if (text.length > 16_384) {
        hash.update(text)
        text = ''
      }
    }
    hash.update(text)
  }
  return hash.digest('hex')
}
