import type { Database, Statement as Prepared } from 'better-sqlite3'
import { type RowReader, rowReaders } from './row-reader.ts'
import type { AnyBindings, Statement } from './statement.ts'

/** Value of a column. Bigints of any size are written as decimal text to a TEXT column. */
export type Value = string | number | bigint | Uint8Array | null

export type Row = Record<string, Value>

/** Receiver of the rows of a world. */
export interface RowWriter {
  insert(table: string, row: Row): void
}

/** A writable world: the simulator reads its state from it and writes its changes to it. */
export interface WorldStore extends RowWriter {
  /** Changes columns of the existing row with this key. */
  update(table: string, key: Row, changes: Row): void
  /** Deletes the rows with this key. */
  remove(table: string, key: Row): void
  /** Returns every row, in the order of the statement. */
  all<Bindings extends AnyBindings, Found>(
    statement: Statement<Bindings, Found>,
    bindings: Bindings,
  ): Found[]
  /** Returns the first row, if one exists. */
  get<Bindings extends AnyBindings, Found>(
    statement: Statement<Bindings, Found>,
    bindings: Bindings,
  ): Found | undefined
  /** Runs a part of a transaction atomically: when `change` throws, its writes are undone. */
  attempt<Result>(change: () => Result): Result
}

/**
 * Creates a store over an open database; the caller manages transactions.
 * @param beforeFirstUse function that receives each reading statement before it is prepared
 */
export function worldStoreOver(
  db: Database,
  beforeFirstUse: (sql: string) => void = () => {},
): WorldStore {
  const statements = new Map<string, Prepared>()

  /**
   * Prepares a statement and keeps it until the database closes: a collected statement aborts some
   * releases of Node.
   */
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
    beforeFirstUse(sql)
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
      if (changed !== 1)
        throw new Error(
          `internal error: ${changed} rows of ${table} have the key ${keyText(key)}, expected one`,
        )
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
    // Inside a transaction this is a savepoint.
    attempt: (change) => db.transaction(change)(),
  }
}

const marksOf = (row: Row, separator: string) =>
  Object.keys(row)
    .map((column) => `${column} = ?`)
    .join(separator)

/** Converts a row with a loop for speed: this and the next function run for each row of a world. */
function valuesOf(row: Row): Exclude<Value, bigint>[] {
  const values: Exclude<Value, bigint>[] = []
  for (const column in row) values.push(asStored(row[column] ?? null))
  return values
}

const asStored = (value: Value): Exclude<Value, bigint> =>
  typeof value === 'bigint' ? value.toString() : value

const keyText = (key: Row) => Object.values(key).join()

const noKey: Row = {}

interface Shape {
  readonly columns: readonly string[]
  readonly keyColumns: readonly string[]
  readonly statement: Prepared
}

/** Statements by table and columns. A table has few row shapes, so they are compared one by one. */
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

/** Returns whether a row has these columns in this order. */
function hasColumns(row: Row, columns: readonly string[]): boolean {
  let place = 0
  for (const column in row) if (column !== columns[place++]) return false
  return place === columns.length
}
