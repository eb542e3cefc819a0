/**
 * A statement as a typed constant. It is declared beside the handler that runs it. A world prepares
 * its text on first use and keeps the statement until the world is closed. A bound limit is written
 * `LIMIT :limit + 0`. SQLite looks at the value of a bare limit when it plans, and plans again for
 * each new value.
 */
export interface Statement<Bindings, Row> {
  readonly sql: string
  /** Type information only: the bindings and the row. */
  readonly types?: { bindings: Bindings; row: Row }
}

/**
 * Bindings by name (`:chainId`) or none. Values that may exceed 2^53 are bound and read as text.
 */
export type AnyBindings = Record<string, string | number | Uint8Array | null>

const everyStatement: { readonly sql: string }[] = []

/** Declares a statement. A start-up test prepares it against the tables. */
export function statement<Bindings extends AnyBindings, Row>(
  sql: string,
): Statement<Bindings, Row> {
  const declared: Statement<Bindings, Row> = { sql }
  everyStatement.push(declared)
  return declared
}

/** Returns all statements declared so far, for the test that prepares each one. */
export const declaredStatements = (): readonly { readonly sql: string }[] => everyStatement
