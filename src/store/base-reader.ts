import Database, { type Statement as PreparedStatement } from 'better-sqlite3'
import type { AnyBindings, Statement } from './statement.ts'

/** The one row of `meta`. */
export interface BaseMeta {
  /** 64 hex digits: definition, seed, size and generator version. */
  id: string
  generator_version: number
  seed: string
  size: string
  /** Epoch seconds. */
  now: number
  fingerprint: string
}

/** A built world, read-only; any number of processes may share the file. */
export interface BaseReader {
  readonly file: string
  readonly meta: BaseMeta
  all<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row[]
  get<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row | undefined
  close(): void
}

/**
 * Opens a built base.
 * @throws when the file is missing, unfinished or no base
 */
export function openBase(file: string): BaseReader {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  const known = new Map<string, PreparedStatement<[AnyBindings]>>()

  /** Kept until the world closes: a collected statement aborts some releases of Node. */
  const prepared = (sql: string): PreparedStatement<[AnyBindings]> => {
    let statement = known.get(sql)
    if (!statement) {
      statement = db.prepare<[AnyBindings]>(sql)
      known.set(sql, statement)
    }
    return statement
  }

  try {
    db.exec('PRAGMA mmap_size = 1073741824; PRAGMA query_only = ON')
    const meta = prepared('SELECT * FROM meta').get({}) as BaseMeta | undefined
    if (meta === undefined) throw new Error(`${file} holds no finished world`)
    return {
      file,
      meta,
      all: <Bindings extends AnyBindings, Row>(
        statement: Statement<Bindings, Row>,
        bindings: Bindings,
      ) => prepared(statement.sql).all(bindings) as Row[],
      get: <Bindings extends AnyBindings, Row>(
        statement: Statement<Bindings, Row>,
        bindings: Bindings,
      ) => prepared(statement.sql).get(bindings) as Row | undefined,
      close: () => {
        known.clear()
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}
