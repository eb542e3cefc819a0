import { createHash } from 'node:crypto'
import type { Database, Statement } from 'better-sqlite3'
import type { Value } from './world-store.ts'

/** A digest over every row of a world, table by table, so that others are answered in between. */
export interface ContentDigest {
  /** In the order in which they are to be added. */
  readonly tables: readonly string[]
  add(table: string): void
  /** 64 hex digits. */
  hex(): string
}

/** What says how a world came to be, and nothing of what it holds. */
const apart = ['meta', 'own']

/** Digests of the rows in a database in the order of their keys; entries of the log are no content. */
export function contentDigests(db: Database): () => ContentDigest {
  // Kept until the database closes: a collected statement aborts some releases of Node.
  const statements = new Map<string, Statement<[], Value[]>>()
  const names = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
  return () => {
    const hash = createHash('sha256')
    return {
      tables: names.all().filter((name) => !apart.includes(name)),
      add(table) {
        hash.update(`${table}\n`)
        if (table === 'log') return
        const rows =
          statements.get(table) ?? db.prepare<[], Value[]>(`SELECT * FROM ${table}`).raw()
        statements.set(table, rows)
        let text = ''
        // One after the other: the tables of a large world do not fit into memory.
        for (const row of rows.iterate()) {
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
      },
      hex: () => hash.digest('hex'),
    }
  }
}
