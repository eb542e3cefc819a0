import Database from 'better-sqlite3'
import { afterAll, inject } from 'vitest'

/** Prepares the mutated statement in place of the original; loaded before every test file. */

declare module 'vitest' {
  interface ProvidedContext {
    swap: { readonly sql: string; readonly mutated: string } | null
  }
  interface TaskMeta {
    prepared?: string[]
  }
}

const swap = inject('swap')
const prepared = new Set<string>()
const prepare = Database.prototype.prepare

Database.prototype.prepare = function (this: Database.Database, sql: string) {
  prepared.add(sql)
  // The store wraps a statement of several columns in another one.
  return prepare.call(this, swap ? sql.replace(swap.sql, () => swap.mutated) : sql)
} as typeof prepare

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a destructured first argument.
afterAll(({}, suite) => {
  suite.meta.prepared = [...prepared]
  Database.prototype.prepare = prepare
})
