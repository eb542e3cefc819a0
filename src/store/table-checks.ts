import type Database from 'better-sqlite3'
import type { Statement } from 'better-sqlite3'
import type { AnyBindings } from './statement.ts'

/** Looks at a table and its indexes before anything of them is read. @throws for a damaged one */
export type TableCheck = (table: string) => void

/** Checks of the tables that statements read, each table once, just before it is needed. */
export interface TableChecks {
  /** @throws what the check of a table of this statement throws */
  beforeFirstUse(sql: string, bindings: AnyBindings): void
  /** Checks whatever was not checked yet. @throws as above */
  all(): void
  /** Checks one table that was not checked yet. @returns false when there is none @throws as above */
  next(): boolean
  /** @throws when a table failed before: then nothing of the base is to be believed */
  beforeUse(): void
}

/**
 * A table is checked with all of its indexes, since SQLite may choose another one of them for
 * other bindings.
 */
export function createTableChecks(db: Database.Database, check: TableCheck): TableChecks {
  const tableOfRoot = new Map(
    db
      .prepare<[], [root: number, table: string]>('SELECT rootpage, tbl_name FROM sqlite_schema')
      .raw()
      .all(),
  )
  const checked = new Set<string>()
  // Kept until the world closes: a collected statement aborts some releases of Node.
  const explained: Statement[] = []
  let failure: unknown

  const tablesOf = (sql: string, bindings: AnyBindings) => {
    const statement = db.prepare<[AnyBindings], { opcode: string; p2: number }>(`EXPLAIN ${sql}`)
    explained.push(statement)
    return statement
      .all(bindings)
      .filter(({ opcode }) => opcode === 'OpenRead' || opcode === 'ReopenIdx')
      .flatMap(({ p2: root }) => tableOfRoot.get(root) ?? [])
  }

  const checkEach = (tables: Iterable<string>) => {
    for (const table of tables) {
      if (checked.has(table)) continue
      try {
        check(table)
      } catch (error) {
        failure = error
        throw error
      }
      checked.add(table)
    }
  }

  return {
    beforeFirstUse: (sql, bindings) => checkEach(new Set(tablesOf(sql, bindings))),
    all: () => checkEach(new Set(tableOfRoot.values())),
    next() {
      for (const table of tableOfRoot.values()) {
        if (checked.has(table)) continue
        checkEach([table])
        return true
      }
      return false
    },
    beforeUse() {
      if (failure !== undefined) throw failure
    },
  }
}
