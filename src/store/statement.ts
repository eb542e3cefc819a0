/**
 * A statement as a typed constant. It stands beside the handler that runs it; a world prepares
 * its text on first use and keeps the statement until the world is closed. A bound limit is written
 * `LIMIT :limit + 0`: SQLite would look at the value of a bare one when it plans, and plan again for
 * each that is bound.
 */
export interface Statement<Bindings, Row> {
  readonly sql: string
  /** Only for types: what is bound and what a row holds. */
  readonly types?: { bindings: Bindings; row: Row }
}

/** Bindings by name (`:chainId`) or none. Values that may pass 2^53 are bound and read as text. */
export type AnyBindings = Record<string, string | number | Uint8Array | null>

const everyStatement: { readonly sql: string }[] = []

/** Declares a statement; it is prepared against the tables by a start-up test. */
export function statement<Bindings extends AnyBindings, Row>(
  sql: string,
): Statement<Bindings, Row> {
  const declared: Statement<Bindings, Row> = { sql }
  everyStatement.push(declared)
  return declared
}

/** All statements declared so far, for the test that prepares each one. */
export const declaredStatements = (): readonly { readonly sql: string }[] => everyStatement
