import type { Database, Statement as Prepared } from 'better-sqlite3'
import { type RowReader, rowReaders } from './row-reader.ts'
import type { AnyBindings, Statement } from './statement.ts'

/** A value of a column; bigints of any size are written as decimal text where the column is TEXT. */
export type Value = string | number | bigint | Uint8Array | null

export type Row = Record<string, Value>

/** Where the makers of a world put their rows. */
export interface RowWriter {
  insert(table: string, row: Row): void
}

/** A world that is written: what the simulator reads its state from and puts its changes into. */
export interface WorldStore extends RowWriter {
  /** Changes columns of the row with this key, which exists. */
  update(table: string, key: Row, changes: Row): void
  /** Takes away the rows with this key. */
  remove(table: string, key: Row): void
  /** Every row, in the order of the statement. */
  all<Bindings extends AnyBindings, Found>(
    statement: Statement<Bindings, Found>,
    bindings: Bindings,
  ): Found[]
  /** The first row, if there is one. */
  get<Bindings extends AnyBindings, Found>(
    statement: Statement<Bindings, Found>,
    bindings: Bindings,
  ): Found | undefined
  /** Part of a transaction that is all or nothing: what `change` throws undoes what it wrote. */
  attempt<Result>(change: () => Result): Result
}

/**
 * A store over an open database; transactions are the caller's business.
 * @param beforeFirstUse told each statement that reads, before it is prepared
 */
export function worldStoreOver(
  db: Database,
  beforeFirstUse: (sql: string) => void = () => {},
): WorldStore {
  const statements = new Map<string, Prepared>()

  /** Kept until the database closes: a collected statement aborts some releases of Node. */
  const prepared = (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known) return known
    if (!sql.startsWith('INSERT')) beforeFirstUse(sql)
    const made = db.prepare(sql)
    statements.set(sql, made)
    return made
  }

  const readers = new Map<string, RowReader>()
  const makeReader = rowReaders(db)
  const readerOf = (sql: string): RowReader => {
    const known = readers.get(sql)
    if (known) return known
    const made = makeReader(sql)
    readers.set(sql, made)
    return made
  }

  const insertions = new Shapes((table, row) => {
    const columns = Object.keys(row)
    return prepared(
      `INSERT INTO ${table}(${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
    )
  })
  const updates = new Shapes((table, changes, key) =>
    prepared(`UPDATE ${table} SET ${marksOf(changes, ', ')} WHERE ${marksOf(key, ' AND ')}`),
  )
  const removals = new Shapes((table, key) =>
    prepared(`DELETE FROM ${table} WHERE ${marksOf(key, ' AND ')}`),
  )

  return {
    insert(table, row) {
      insertions.of(table, row).run(valuesOf(row))
    },
    update(table, key, changes) {
      const { changes: changed } = updates
        .of(table, changes, key)
        .run(valuesOf(changes), valuesOf(key))
      if (changed !== 1) throw new Error(`${changed} rows of ${table} have the key ${shown(key)}`)
    },
    remove(table, key) {
      removals.of(table, key).run(valuesOf(key))
    },
    all: <Bindings extends AnyBindings, Found>(
      statement: Statement<Bindings, Found>,
      bindings: Bindings,
    ) => readerOf(statement.sql).all(bindings) as Found[],
    get: <Bindings extends AnyBindings, Found>(
      statement: Statement<Bindings, Found>,
      bindings: Bindings,
    ) => readerOf(statement.sql).get(bindings) as Found | undefined,
    // Inside of a transaction this is a savepoint.
    attempt: (change) => db.transaction(change)(),
  }
}

const marksOf = (row: Row, separator: string) =>
  Object.keys(row)
    .map((column) => `${column} = ?`)
    .join(separator)

/** By a loop: this and what follows run for each row of a world. */
function valuesOf(row: Row): Exclude<Value, bigint>[] {
  const values: Exclude<Value, bigint>[] = []
  for (const column in row) values.push(asStored(row[column] ?? null))
  return values
}

const asStored = (value: Value): Exclude<Value, bigint> =>
  typeof value === 'bigint' ? value.toString() : value

const shown = (key: Row) => Object.values(key).join()

const noKey: Row = {}

interface Shape {
  readonly columns: readonly string[]
  readonly keyColumns: readonly string[]
  readonly statement: Prepared
}

/** Statements by table and columns. A table has few shapes of rows, so these are compared one by one. */
class Shapes {
  readonly #prepare: (table: string, row: Row, key: Row) => Prepared
  readonly #byTable = new Map<string, Shape[]>()

  constructor(prepare: (table: string, row: Row, key: Row) => Prepared) {
    this.#prepare = prepare
  }

  of(table: string, row: Row, key = noKey): Prepared {
    const shapes = this.#byTable.get(table) ?? []
    for (const { columns, keyColumns, statement } of shapes)
      if (hasColumns(row, columns) && hasColumns(key, keyColumns)) return statement
    const statement = this.#prepare(table, row, key)
    const shape = { columns: Object.keys(row), keyColumns: Object.keys(key), statement }
    this.#byTable.set(table, [...shapes, shape])
    return statement
  }
}

/** Whether a row has these columns in this order. */
function hasColumns(row: Row, columns: readonly string[]): boolean {
  let place = 0
  for (const column in row) if (column !== columns[place++]) return false
  return place === columns.length
}
