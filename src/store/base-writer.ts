import Database from 'better-sqlite3'
import { contentDigest } from './content-digest.ts'
import { tables } from './tables.ts'
import { type WorldStore, worldStoreOver } from './world-store.ts'

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
      const digest = contentDigest(db)
      while (digest.add());
      const fingerprint = digest.hex()
      store.insert('meta', {
        id: meta.id,
        generator_version: meta.generatorVersion,
        seed: meta.seed,
        size: meta.size,
        now: meta.now,
        fingerprint,
      })
      // No ANALYZE: what it counts misleads in a world of another size, and a statement is planned
      // by the tables alone without it, so that tests see the plan that every world has.
      db.exec('COMMIT')
      const broken = db.prepare('PRAGMA foreign_key_check').all()
      if (broken.length > 0)
        throw new Error(`the built world has dangling references: ${JSON.stringify(broken[0])}`)
      db.close()
      return fingerprint
    },
    discard: () => void db.close(),
  }
}
