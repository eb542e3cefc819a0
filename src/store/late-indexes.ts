import Database from 'better-sqlite3'
import { tables } from './tables.ts'

/**
 * Tables of a base, with indexes created as late as possible. Sorting existing rows into an index
 * takes a third of the time of inserting each row while a world is built.
 */
interface LateIndexes {
  /** Creates the indexes that a statement reads by. */
  beforeFirstUse(sql: string): void
  /**
   * Creates the next missing index.
   * @returns whether there was one
   */
  makeNext(): boolean
}

/** Creates the tables in an empty database. */
export function createTables(db: Database.Database): LateIndexes {
  // Empty database with every index; its query plans show which indexes a statement uses.
  const model = new Database(':memory:')
  model.exec(tables)
  const declared = (type: 'table' | 'index') =>
    model
      .prepare<[string], [name: string, sql: string]>(
        'SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY rowid',
      )
      .raw()
      .all(type)
  for (const [, sql] of declared('table')) db.exec(sql)
  const waiting = new Map(declared('index'))

  const make = (name: string) => {
    const sql = waiting.get(name)
    if (sql) db.exec(sql)
    waiting.delete(name)
  }
  return {
    beforeFirstUse(sql) {
      const plan = model
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+|\?/g, '1')}`)
        .all()
      for (const { detail } of plan) {
        const [, name] = /USING (?:COVERING )?INDEX (\w+)/.exec(detail) ?? []
        if (name) make(name)
      }
    },
    makeNext() {
      const [name] = waiting.keys()
      if (name) make(name)
      return name !== undefined
    },
  }
}
