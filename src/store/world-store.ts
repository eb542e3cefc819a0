import type { Database, Statement as Prepared } from 'better-sqlite3'
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
}

/** A store over an open database; transactions are the caller's business. */
export function worldStoreOver(db: Database): WorldStore {
  const statements = new Map<string, Prepared>()

  /** Kept until the database closes: a collected statement aborts some releases of Node. */
  const prepared = (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known) return known
    const made = db.prepare(sql)
    statements.set(sql, made)
    return made
  }

  /** By table and columns, so that the text of an insertion is made once and not for each row. */
  const insertions = new Map<string, Prepared>()
  const insertion = (table: string, columns: readonly string[]): Prepared => {
    const shape = `${table}(${columns.join()})`
    const known = insertions.get(shape)
    if (known) return known
    const made = prepared(`INSERT INTO ${shape} VALUES (${columns.map(() => '?').join()})`)
    insertions.set(shape, made)
    return made
  }

  return {
    insert(table, row) {
      insertion(table, Object.keys(row)).run(valuesOf(row))
    },
    update(table, key, changes) {
      const sql = `UPDATE ${table} SET ${marksOf(changes, ', ')} WHERE ${marksOf(key, ' AND ')}`
      const { changes: changed } = prepared(sql).run(valuesOf(changes), valuesOf(key))
      if (changed !== 1) throw new Error(`${changed} rows of ${table} have the key ${shown(key)}`)
    },
    remove(table, key) {
      prepared(`DELETE FROM ${table} WHERE ${marksOf(key, ' AND ')}`).run(valuesOf(key))
    },
    all: <Bindings extends AnyBindings, Found>(
      statement: Statement<Bindings, Found>,
      bindings: Bindings,
    ) => prepared(statement.sql).all(bindings) as Found[],
    get: <Bindings extends AnyBindings, Found>(
      statement: Statement<Bindings, Found>,
      bindings: Bindings,
    ) => prepared(statement.sql).get(bindings) as Found | undefined,
  }
}

const marksOf = (row: Row, separator: string) =>
  Object.keys(row)
    .map((column) => `${column} = ?`)
    .join(separator)

const valuesOf = (row: Row) => Object.values(row).map(asStored)

const asStored = (value: Value) => (typeof value === 'bigint' ? value.toString() : value)

const shown = (key: Row) => Object.values(key).join()
