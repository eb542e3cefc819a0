import type { Database, Statement } from 'better-sqlite3'
import type { AnyBindings } from './statement.ts'

/** Reader of the rows of one prepared statement as objects, with a member for each column. */
export interface RowReader {
  all(bindings: AnyBindings): unknown[]
  get(bindings: AnyBindings): unknown
}

/**
 * Creates the readers of a database's statements. better-sqlite3 sets each member of a row
 * separately, for objects and for arrays. That takes two to five times as long as passing all
 * values of a row to a function. Each statement is therefore wrapped in another one, which calls
 * such a function with each row, in SQLite's order.
 */
export function rowReaders(db: Database): (sql: string) => RowReader {
  // It lives as long as the database: a collected statement aborts some releases of Node.
  const described: Statement[] = []
  let toRow: RowMaker
  let rows: unknown[]
  db.function('take_row', { varargs: true }, (...values) => {
    rows.push(toRow(values))
    return null
  })
  return (sql) => {
    const statement = db.prepare<[AnyBindings]>(sql)
    const names = statement.columns().map(({ name }) => name)
    const toRowOfThese = rowMaker(names)
    if (names.length === 1) return valueReader(statement.pluck(), toRowOfThese)
    described.push(statement)
    const taking = db.prepare<[AnyBindings]>(takingRows(sql, names.length)).pluck()
    const begin = () => {
      toRow = toRowOfThese
      rows = []
    }
    return {
      all(bindings) {
        begin()
        taking.all(bindings)
        return rows
      },
      get(bindings) {
        begin()
        taking.get(bindings)
        return rows[0]
      },
    }
  }
}

/** Returns a reader for a statement with one column, for which better-sqlite3 creates no rows. */
const valueReader = (values: Statement<[AnyBindings]>, toRow: RowMaker): RowReader => ({
  all: (bindings) => values.all(bindings).map((value) => toRow([value])),
  get(bindings) {
    const value = values.get(bindings)
    return value === undefined ? undefined : toRow([value])
  },
})

/** Wraps a statement in one that calls `take_row` with the columns of each row. */
export function takingRows(sql: string, columns: number): string {
  const places = Array.from({ length: columns }, (_, place) => `c${place}`).join()
  return `WITH row_of_statement(${places}) AS (${sql}) SELECT take_row(${places}) FROM row_of_statement`
}

type RowMaker = (values: readonly unknown[]) => object

/**
 * Compiles a row constructor for the columns: all rows of a statement have one shape, created at
 * once.
 */
function rowMaker(names: readonly string[]): RowMaker {
  const members = names.map((name, place) => `${JSON.stringify(name)}:values[${place}]`)
  return new Function('values', `return {${members.join()}}`) as RowMaker
}
