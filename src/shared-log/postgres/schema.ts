/**
 * Statements that make the tables of shared logs, in the first schema of the search path. A row of
 * `snowglobe_sandbox` is the head of a log and the lock of its appends. Tables that are not logged are
 * empty after a crash. For beats, `snowglobe_beats` then says so.
 *
 * No sequence numbers the records: its numbers become visible in another order than they were
 * given, and a reader would step over the late ones.
 */
export const schemaStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS snowglobe_sandbox (
     name text PRIMARY KEY,
     position bigint NOT NULL DEFAULT 0,
     chain bytea NOT NULL DEFAULT decode(repeat('0', 64), 'hex'),
     at_ms bigint NOT NULL DEFAULT 0,
     compacted bigint NOT NULL DEFAULT 0
   )`,
  `CREATE TABLE IF NOT EXISTS snowglobe_record (
     sandbox text NOT NULL REFERENCES snowglobe_sandbox,
     position bigint NOT NULL,
     at_ms bigint NOT NULL,
     chain bytea NOT NULL,
     body text NOT NULL,
     PRIMARY KEY (sandbox, position)
   )`,
  `CREATE TABLE IF NOT EXISTS snowglobe_body (
     sandbox text NOT NULL REFERENCES snowglobe_sandbox,
     name text COLLATE "C" NOT NULL,
     id uuid NOT NULL,
     parts integer NOT NULL,
     digest bytea NOT NULL,
     PRIMARY KEY (sandbox, name)
   )`,
  `CREATE TABLE IF NOT EXISTS snowglobe_part (
     id uuid NOT NULL,
     number integer NOT NULL,
     sandbox text NOT NULL REFERENCES snowglobe_sandbox,
     at_ms bigint NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (id, number)
   )`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS snowglobe_replica (
     sandbox text NOT NULL,
     name text COLLATE "C" NOT NULL,
     at_ms bigint NOT NULL,
     position bigint NOT NULL,
     version text NOT NULL,
     options text NOT NULL,
     is_ended boolean NOT NULL,
     PRIMARY KEY (sandbox, name)
   )`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS snowglobe_beats (
     sandbox text PRIMARY KEY,
     since_ms bigint NOT NULL
   )`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS snowglobe_count (
     sandbox text NOT NULL,
     counter text NOT NULL,
     began bigint NOT NULL,
     used bigint NOT NULL,
     is_taken boolean NOT NULL,
     PRIMARY KEY (sandbox, counter)
   )`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS snowglobe_report (
     sandbox text NOT NULL,
     list text NOT NULL,
     generation bigint NOT NULL,
     replica text COLLATE "C" NOT NULL,
     number bigint NOT NULL,
     at_ms double precision NOT NULL,
     id bigint,
     item text NOT NULL,
     PRIMARY KEY (sandbox, list, generation, replica, number)
   )`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS snowglobe_lease (
     sandbox text NOT NULL,
     name text NOT NULL,
     holder text NOT NULL,
     until_ms bigint NOT NULL,
     PRIMARY KEY (sandbox, name)
   )`,
]

/**
 * Returns statements that an administrator runs once in a database: they make a role that owns a
 * schema of its own and needs nothing else. A start makes the tables too.
 * @param name name of the role and of its schema
 */
export function roleStatements(name: string): string[] {
  const quoted = `"${name.replaceAll('"', '""')}"`
  return [
    `CREATE ROLE ${quoted} LOGIN`,
    `CREATE SCHEMA ${quoted} AUTHORIZATION ${quoted}`,
    `ALTER ROLE ${quoted} SET search_path = ${quoted}`,
    `SET ROLE ${quoted}`,
    `SET search_path = ${quoted}`,
    ...schemaStatements,
    'RESET ROLE',
    'RESET search_path',
  ]
}

/** Lets several first starts at once wait for each other, on a slow disk too. */
export const waitForSchema = "SET LOCAL statement_timeout = '60s'"

/** Takes the lock under which tables are made, until the end of the transaction. */
export const lockSchema = "SELECT pg_advisory_xact_lock(hashtext('snowglobe shared log'))"
