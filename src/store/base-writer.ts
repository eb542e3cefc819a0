import Database from 'better-sqlite3'
import { contentDigest } from './digests/content-digest.ts'
import { createTables } from './late-indexes.ts'
import { type WorldStore, worldStoreOver } from './world-store.ts'

/** A base under construction: one transaction, no journal file, finished or discarded. */
export interface BaseWriter extends WorldStore {
  /**
   * Completes the base.
   * @param pause awaited repeatedly; it may let other work run
   * @returns the fingerprint of all rows
   */
  finish(
    meta: { id: string; generatorVersion: number; seed: string; size: string; now: number },
    pause: () => Promise<void>,
  ): Promise<string>
  discard(): void
}

/**
 * Creates a base.
 * @param file a path that no other process opens before `finish` has returned
 */
export function createBase(file: string): BaseWriter {
  const db = new Database(file)
  // References are checked once, after all rows are written: the simulator decides their order.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA cache_size = -65536')
  db.exec('BEGIN')
  const indexes = createTables(db)
  const store = worldStoreOver(db, indexes.beforeFirstUse)

  return {
    ...store,
    async finish(meta, pause) {
      while (indexes.makeNext()) await pause()
      const digest = contentDigest(db)
      while (digest.add()) await pause()
      const fingerprint = digest.hex()
      store.insert('meta', {
        id: meta.id,
        generator_version: meta.generatorVersion,
        seed: meta.seed,
        size: meta.size,
        now: meta.now,
        fingerprint,
      })
      // No ANALYZE: its statistics mislead in a world of another size. Without it, a statement's
      // plan depends on the tables alone, so tests see the plan that every world has.
      db.exec('COMMIT')
      for (const table of db.prepare<[], string>(selectTables).pluck().all()) {
        const [broken] = db.prepare(`PRAGMA foreign_key_check(${table})`).all()
        if (broken)
          throw new Error(
            `internal error: the world that was built has dangling references: ${JSON.stringify(broken)}`,
          )
        await pause()
      }
      db.close()
      return fingerprint
    },
    discard: () => void db.close(),
  }
}

const selectTables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
