import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { CheckedWorld } from '../../../src/check/rule.ts'
import { smallWorld } from '../../support/small-world.ts'
import { breakers } from './breakers.ts'

/** A copy of the small world in memory, to be broken and mended again. */
export interface BreakableWorld {
  /**
   * Runs a statement with what `pick` selects, hands the broken world over, and mends it.
   * @returns what `inspect` gives, and the `id` that `pick` selected
   */
  broken<Result>(
    breakage: { readonly pick: string; readonly change: string },
    inspect: (world: CheckedWorld) => Result,
  ): { readonly id: string; readonly result: Result }
  close(): void
}

type Picked = Record<string, string | number | null>

export async function openBreakableWorld(): Promise<BreakableWorld> {
  const {
    file,
    meta: { now },
  } = await smallWorld()
  const db = new Database(readFileSync(file))
  // Values that the tables forbid would not have to be found.
  db.exec('PRAGMA foreign_keys = OFF')
  for (const [name, breaker] of Object.entries(breakers)) db.function(name, breaker)
  return {
    broken({ pick, change }, inspect) {
      const picked = db.prepare<[], Picked>(pick).get()
      if (!picked) throw new Error(`the world has nothing that fits: ${pick}`)
      const { id, ...bindings } = picked
      db.exec('BEGIN')
      try {
        const { changes } = db.prepare(change).run(bindings)
        if (changes === 0) throw new Error(`nothing is broken by: ${change}`)
        const result = inspect({
          now,
          all: (query, values) => db.prepare(query.sql).all(values) as never[],
        })
        return { id: String(id), result }
      } finally {
        db.exec('ROLLBACK')
      }
    },
    close: () => void db.close(),
  }
}
