import type Database from 'better-sqlite3'
import type { Statement } from 'better-sqlite3'
import type { AnyBindings } from './statement.ts'

/**
 * Checks a table and its indexes before any of it is read.
 * @throws for a damaged one
 */
export type TableCheck = (table: string) => void

/**
 * Checks of the tables that statements read. Each table is checked once, just before its first use.
 */
export interface TableChecks {
  /**
   * Checks the tables of this statement.
   * @throws the error of a failed check
   */
  beforeFirstUse(sql: string, bindings: AnyBindings): void
  /**
   * Checks all remaining tables.
   * @throws as above
   */
  all(): void
  /**
   * Checks one table that was not checked yet.
   * @returns false when there is none
   * @throws as above
   */
  next(): boolean
  /**
   * Refuses a base with a damaged table.
   * @throws when a table failed before: then no data of the base is trusted
   */
  beforeUse(): void
}

/**
 * Creates the checks. A table is checked with all of its indexes, since SQLite may choose another
 * index for other bindings.
 */
export function createTableChecks(db: Database.Database, check: TableCheck): TableChecks {
  const tableOfRoot = new Map(
    db
      .prepare<[], [root: number, table: string]>('SELECT rootpage, tbl_name FROM sqlite_schema')
      .raw()
      .all(),
  )
  const checked = new Set<string>()
  // It lives until the world closes: a collected statement aborts some releases of Node.
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
