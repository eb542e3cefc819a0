import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { asNoSpace } from '../store/no-space.ts'
import { removeDatabase } from '../store/world-database.ts'
import type { WorldDir } from '../world/storage/world-dirs.ts'

/** Name of the file in the directory of a world. */
const fileName = 'accounts.sqlite'

/**
 * State of the callers of a world, beside its log. Owners are known by a digest of their API key. A
 * message lies in the table until it is delivered or given up, and its event, which webhooks share,
 * as long as one of its messages. Times are milliseconds of the world's clock since 1970.
 */
const tables = `
CREATE TABLE IF NOT EXISTS owner (
  id TEXT PRIMARY KEY,
  prefix TEXT,
  secret TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counter (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS usage (
  owner TEXT NOT NULL,
  minute INTEGER NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  chain TEXT NOT NULL,
  requests INTEGER NOT NULL,
  units INTEGER NOT NULL,
  durations TEXT NOT NULL,
  PRIMARY KEY (owner, minute, path, status, chain)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS webhook (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  owner TEXT NOT NULL,
  status TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  request TEXT NOT NULL,
  retried INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS webhook_by_owner ON webhook (owner, seq);
CREATE TABLE IF NOT EXISTS webhook_event (
  seq INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  of_id TEXT NOT NULL,
  about TEXT NOT NULL,
  replay INTEGER,
  body TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS message (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  event_seq INTEGER NOT NULL,
  webhook_seq INTEGER NOT NULL,
  due_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS message_by_webhook ON message (webhook_seq, attempts, seq);
CREATE INDEX IF NOT EXISTS message_by_event ON message (event_seq);
CREATE INDEX IF NOT EXISTS message_by_due ON message (due_ms, webhook_seq) WHERE attempts > 0;
CREATE TRIGGER IF NOT EXISTS last_message_of_event AFTER DELETE ON message
WHEN NOT EXISTS (SELECT 1 FROM message WHERE event_seq = OLD.event_seq)
BEGIN
  DELETE FROM webhook_event WHERE seq = OLD.event_seq;
END;
CREATE TABLE IF NOT EXISTS cursor (
  chain TEXT PRIMARY KEY,
  height INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS export_job (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  finished_ms INTEGER,
  request TEXT NOT NULL,
  ends TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`

/** File with the state of a world's callers, opened on first use. */
export class AccountDatabase {
  readonly #dir: WorldDir
  #db: Database.Database | undefined
  readonly #statements = new Map<string, Database.Statement>()

  constructor(dir: WorldDir) {
    this.#dir = dir
  }

  /** Whether it outlives the process. */
  get isPersistent(): boolean {
    return this.#dir.isPersistent
  }

  /** Whether anything was stored: reads before that would only create an empty file. */
  get exists(): boolean {
    if (this.#db) return true
    return this.isPersistent && existsSync(this.#path)
  }

  all<Row>(sql: string, ...bindings: unknown[]): Row[] {
    return this.exists ? (this.#prepared(sql).all(...bindings) as Row[]) : []
  }

  get<Row>(sql: string, ...bindings: unknown[]): Row | undefined {
    return this.exists ? (this.#prepared(sql).get(...bindings) as Row | undefined) : undefined
  }

  /** Writes, and creates the file if needed. @throws NoSpaceError */
  run(sql: string, ...bindings: unknown[]): Database.RunResult {
    try {
      return this.#prepared(sql).run(...bindings)
    } catch (error) {
      throw asNoSpace(error, this.#dir.folder)
    }
  }

  /** Runs several writes, all of them or none. */
  atomically<Result>(change: () => Result): Result {
    const db = this.#open()
    if (db.inTransaction) return change()
    try {
      return db.transaction(change).immediate()
    } catch (error) {
      throw asNoSpace(error, this.#dir.folder)
    }
  }

  /** Returns the next number of a counter, from 1. */
  next(name: string): number {
    const row = this.#prepared(
      `INSERT INTO counter VALUES (?, 1)
       ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
    ).get(name) as { value: number }
    return row.value
  }

  /** Raises a counter to a number. @returns whether it was lower */
  raise(name: string, value: number): boolean {
    const { changes } = this.run(
      `INSERT INTO counter VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value < excluded.value`,
      ...[name, value],
    )
    return changes > 0
  }

  /** Returns rows that differ where webhooks, messages, exports or counts of two states do. */
  summary(): unknown {
    return [
      this.all('SELECT name, value FROM counter ORDER BY name'),
      this.all('SELECT id, status, retried, delivered, failed FROM webhook ORDER BY seq'),
      this.all('SELECT seq, due_ms, attempts FROM message ORDER BY seq DESC LIMIT 100'),
    ]
  }

  /** Copies all state to a new file, if there is any. @returns whether there is */
  copyTo(path: string): boolean {
    if (this.exists) this.run('VACUUM INTO ?', path)
    return this.exists
  }

  /** Replaces all state by that of a file, which it takes. */
  takeOver(path: string): void {
    this.clear()
    renameSync(path, this.#path)
    this.#open()
  }

  /** Removes all state. */
  clear(): void {
    const existed = this.exists
    this.close()
    if (existed) removeDatabase(this.#path)
  }

  close(): void {
    this.#statements.clear()
    this.#db?.close()
    this.#db = undefined
  }

  get #path(): string {
    return join(this.#dir.folder, fileName)
  }

  #prepared(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    const made = this.#open().prepare(sql)
    this.#statements.set(sql, made)
    return made
  }

  #open(): Database.Database {
    if (this.#db) return this.#db
    const db = new Database(this.#path)
    try {
      // This is as for the world's own file: a commit survives any end of the process.
      db.exec(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${this.isPersistent ? 'NORMAL' : 'OFF'}`,
      )
      db.exec(`PRAGMA cache_size = -4000; ${tables}`)
    } catch (error) {
      db.close()
      throw asNoSpace(error, this.#dir.folder)
    }
    this.#db = db
    return db
  }
}
