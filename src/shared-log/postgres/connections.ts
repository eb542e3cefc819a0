import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import type pg from 'pg'
import type { Client, ClientConfig, Pool, PoolClient } from 'pg'
import { monotonicMs } from '../../time/clock.ts'
import { errorText } from '../../util/error-text.ts'
import { EngineAwayError, UnknownOutcomeError } from '../errors.ts'
import { statementTimeoutMs } from '../shared-log.ts'

/** The package `pg`, which a program without a shared log never loads. */
type Postgres = typeof pg

/** Place of a database. */
export interface DatabaseAddress {
  /** `postgres://user@host/database`, without `sslmode`. */
  readonly url: string
  /**
   * Certificates, as PEM, that the server's one is verified with; absent: those of the system.
   * `false`: no encryption.
   */
  readonly tls?: { readonly ca?: string } | false
}

/** Milliseconds of the server's own limit for a statement: below ours, so that it ends first. */
const serverTimeoutMs = 2_000

/** Milliseconds after a failed contact during which further statements fail at once. */
const retryMs = 500

/**
 * Returns a client whose broken connection ends its statements and not the process: it also emits an
 * error, which nothing else listens to while a statement is running or a connection begins.
 */
const quietClient = ({ Client }: Postgres): typeof Client =>
  class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      this.on('error', () => {})
    }
  }

/** Connections of one replica to its database: four, and others on request. */
export class Connections {
  readonly #pg: Postgres
  readonly #config: ClientConfig
  readonly #pool: Pool
  readonly #sockets = new Set<Socket>()
  /** Monotonic time before which the engine is not tried again, after a failed contact. */
  #awayUntil = Number.NEGATIVE_INFINITY
  /** Whether connections keep prepared statements: those of a pooler may not. */
  #prepares = true
  #isClosed = false

  constructor(postgres: Postgres, { url, tls = false }: DatabaseAddress) {
    this.#pg = postgres
    this.#config = {
      connectionString: url,
      connectionTimeoutMillis: statementTimeoutMs,
      statement_timeout: serverTimeoutMs,
      keepAlive: true,
      application_name: 'snowglobe',
      stream: () => this.#socket(),
      ssl: tls && { ...tls, rejectUnauthorized: true },
    }
    this.#pool = new postgres.Pool({
      ...{ ...this.#config, max: 4, allowExitOnIdle: true },
      Client: quietClient(postgres),
    })
    // An idle connection that breaks is replaced when the next statement needs one.
    this.#pool.on('error', () => {})
  }

  /**
   * Runs a statement that may be repeated.
   * @param lock name of a lock that it takes first; absent: none
   * @throws EngineAwayError, and errors of the statement as they are
   */
  async run<Row extends object>(
    text: string,
    values: readonly unknown[],
    lock?: string,
  ): Promise<Row[]> {
    try {
      return await this.#runOnce<Row>(text, values, lock)
    } catch (error) {
      if (!(error instanceof UnknownOutcomeError)) throw error
    }
    // A pooled connection of an engine that has restarted fails once.
    try {
      return await this.#runOnce<Row>(text, values, lock)
    } catch (error) {
      if (!(error instanceof UnknownOutcomeError)) throw error
      throw new EngineAwayError('its database did not respond in time', { cause: error })
    }
  }

  /**
   * Runs a statement that must not be repeated.
   * @throws EngineAwayError when it has certainly had no effect
   * @throws UnknownOutcomeError when contact was lost after it was sent
   */
  runOnly<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#runOnce<Row>(text, values)
  }

  /** Runs statements in one transaction, sent at once. */
  async transaction(statements: readonly string[]): Promise<void> {
    const client = await this.#connect()
    try {
      await client.query(['BEGIN', ...statements, 'COMMIT'].join(';\n'))
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Opens a connection of its own, for example one that listens. The caller ends it. */
  async connectAlone(): Promise<Client> {
    const client = new (quietClient(this.#pg))(this.#config)
    await client.connect()
    return client
  }

  /** Ends all connections at once, whether the engine responds or not. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const ended = this.#pool.end()
    const cut = setTimeout(() => this.#cut(), 500)
    await ended.catch(() => {})
    clearTimeout(cut)
    this.#cut()
  }

  async #runOnce<Row extends object>(
    text: string,
    values: readonly unknown[],
    lock?: string,
  ): Promise<Row[]> {
    const client = await this.#connect()
    const prepared = this.#named(text)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new UnknownOutcomeError('its database did not respond in time')),
        statementTimeoutMs,
      )
    })
    try {
      const query =
        lock === undefined
          ? client.query<Row>({ text, values: [...values], ...prepared })
          : underLock<Row>(client, lock, text, values)
      query.catch(() => {})
      const { rows } = await Promise.race([query, late])
      client.release()
      this.#awayUntil = Number.NEGATIVE_INFINITY
      return rows
    } catch (error) {
      client.release(true)
      if (!prepared || !this.#isNotPrepared(error)) throw this.#failureOf(error)
      this.#prepares = false
    } finally {
      clearTimeout(timer)
    }
    return await this.#runOnce<Row>(text, values, lock)
  }

  /**
   * Returns the name under which a connection prepares a statement on its first use: planning takes
   * a third of the time of a short one.
   */
  #named(text: string): { readonly name: string } | undefined {
    if (!this.#prepares) return undefined
    let name = names.get(text)
    if (name === undefined) {
      // One text for one name: behind a pooler, processes of several versions share connections.
      name = `snowglobe_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
      names.set(text, name)
    }
    return { name }
  }

  /** Returns whether a statement had no effect, because a connection did not keep it prepared. */
  #isNotPrepared(error: unknown): boolean {
    return error instanceof this.#pg.DatabaseError && ['26000', '42P05'].includes(error.code ?? '')
  }

  /** Returns the error of a statement that was sent. */
  #failureOf(error: unknown): unknown {
    if (error instanceof this.#pg.DatabaseError && error.severity === 'ERROR') {
      // The server has ended the statement: it waited too long for a lock, or for the disk.
      if (error.code === '57014')
        return new EngineAwayError('its database ended a statement that took too long', {
          cause: error,
        })
      if (readOnlyCodes.includes(error.code ?? ''))
        return new EngineAwayError('its database takes no changes, as a standby', { cause: error })
      return error
    }
    if (error instanceof UnknownOutcomeError) this.#failed()
    return error instanceof UnknownOutcomeError
      ? error
      : new UnknownOutcomeError('the connection to its database broke', { cause: error })
  }

  async #connect(): Promise<PoolClient> {
    if (this.#isClosed) throw new EngineAwayError('the server is stopping')
    if (monotonicMs() < this.#awayUntil)
      throw new EngineAwayError('the last attempt has just failed')
    try {
      return await this.#pool.connect()
    } catch (error) {
      this.#failed()
      throw new EngineAwayError(errorText(error), {
        cause: error,
      })
    }
  }

  #failed(): void {
    this.#awayUntil = monotonicMs() + retryMs
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #socket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }
}

/** Codes of errors of a standby: a transaction that may only read, and a table that it does not have. */
const readOnlyCodes = ['25006', '0A000']

/** Names of prepared statements, by their text. */
const names = new Map<string, string>()

/** Runs a statement in a transaction that waits for a lock first, so that it sees what came before. */
async function underLock<Row extends object>(
  client: PoolClient,
  lock: string,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: Row[] }> {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [lock])
  const result = await client.query<Row>(text, [...values])
  await client.query('COMMIT')
  return result
}
