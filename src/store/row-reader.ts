import type { Database, Statement } from 'better-sqlite3'
import type { AnyBindings } from './statement.ts'

/** Reads the rows of one prepared statement as objects, a member for each column. */
export interface RowReader {
  all(bindings: AnyBindings): unknown[]
  get(bindings: AnyBindings): unknown
}

/**
 * Makes the readers of a database's statements. Their rows are not those of better-sqlite3, which
 * sets member by member, of an object as of an array: that takes two to five times as long as
 * handing all values of a row to a function. So each statement is asked for by another one around
 * it, which calls such a function with each row, in the order in which SQLite finds them.
 */
export function rowReaders(db: Database): (sql: string) => RowReader {
  // Kept as long as the database: a collected statement aborts some releases of Node.
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

/** Of a statement that gives the one column of its rows: there better-sqlite3 makes none. */
const valueReader = (values: Statement<[AnyBindings]>, toRow: RowMaker): RowReader => ({
  all: (bindings) => values.all(bindings).map((value) => toRow([value])),
  get(bindings) {
    const value = values.get(bindings)
    return value === undefined ? undefined : toRow([value])
  },
})

/** A statement that calls `take_row` with the columns of each row of another one. */
export function takingRows(sql: string, columns: number): string {
  const places = Array.from({ length: columns }, (_, place) => `c${place}`).join()
  return `WITH row_of_statement(${places}) AS (${sql}) SELECT take_row(${places}) FROM row_of_statement`
}

type RowMaker = (values: readonly unknown[]) => object

/** Compiled for its columns: all rows of a statement have one shape, made at once. */
function rowMaker(names: readonly string[]): RowMaker {
  const members = names.map((name, place) => `${JSON.stringify(name)}:values[${place}]`)
  return new Function('values', `return {${members.join()}}`) as RowMaker
}
