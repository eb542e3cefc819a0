import { hash } from 'node:crypto'
import type { WebhookRequest } from '../../schemas/data/webhooks.ts'
import type { AccountDatabase } from '../accounts/account-database.ts'
import { uuidOf } from '../accounts/uuid.ts'
import type { Message, Webhook } from './webhook.ts'

/** Message that waits for an attempt. */
export interface QueuedMessage extends Omit<Message, 'of'> {
  /** Grows in the order in which messages arose. */
  readonly seq: number
  /** Milliseconds of the world's clock. */
  readonly dueMs: number
  /** Attempts so far. */
  readonly attempts: number
}

/** Height of the last block whose messages are made, by chain such as `mainnet P`. */
export type Cursor = ReadonlyMap<string, number>

/** Webhooks, secrets and waiting messages of a world, in the file of its accounts. */
export class WebhookStore {
  readonly #file: AccountDatabase
  readonly #seed: () => string

  constructor(file: AccountDatabase, seed: () => string) {
    this.#file = file
    this.#seed = seed
  }

  atomically<Result>(change: () => Result): Result {
    return this.#file.atomically(change)
  }

  /** Adds a webhook. Its id follows from the seed and the number of webhooks. */
  add(owner: string, prefix: string | null, createdMs: number, request: WebhookRequest): Webhook {
    return this.atomically(() => {
      this.#file.run('INSERT OR IGNORE INTO owner (id, prefix) VALUES (?, ?)', owner, prefix)
      const id = uuidOf(this.#seed(), 'webhook', this.#file.next('webhook'))
      this.#file.run(
        "INSERT INTO webhook (id, owner, status, created_ms, request) VALUES (?, ?, 'active', ?, ?)",
        ...[id, owner, createdMs, JSON.stringify(request)],
      )
      return this.find(id) as Webhook
    })
  }

  find(id: string): Webhook | undefined {
    const row = this.#file.get<WebhookRow>('SELECT * FROM webhook WHERE id = ?', id)
    return row && toWebhook(row)
  }

  /** Returns all webhooks, oldest first. */
  all(): Webhook[] {
    return this.#file.all<WebhookRow>('SELECT * FROM webhook ORDER BY seq').map(toWebhook)
  }

  active(): Webhook[] {
    return this.#file
      .all<WebhookRow>("SELECT * FROM webhook WHERE status = 'active' ORDER BY seq")
      .map(toWebhook)
  }

  /** Returns webhooks of an owner after a seq, oldest first. */
  list(owner: string, after: number, limit: number, status?: Webhook['status']): Webhook[] {
    return this.#file
      .all<WebhookRow>(
        `SELECT * FROM webhook WHERE owner = ? AND seq > ? AND status = coalesce(?, status)
         ORDER BY seq LIMIT ?`,
        ...[owner, after, status ?? null, limit],
      )
      .map(toWebhook)
  }

  /** Changes a webhook; one that becomes active begins with no failures. */
  update(id: string, change: Partial<Pick<Webhook, 'status' | 'request'>>): void {
    const { status, request } = change
    if (request)
      this.#file.run('UPDATE webhook SET request = ? WHERE id = ?', JSON.stringify(request), id)
    if (!status) return
    this.#file.run('UPDATE webhook SET status = ?, retried = 0 WHERE id = ?', status, id)
    if (status === 'inactive') this.#file.run('DELETE FROM message WHERE webhook = ?', id)
  }

  /** Counts the end of a message, or its failure in the first attempts. */
  count(id: string, what: 'delivered' | 'failed' | 'retried'): void {
    this.#file.run(`UPDATE webhook SET ${what} = ${what} + 1 WHERE id = ?`, id)
  }

  /** Returns how often messages of a webhook were replayed, this time included. */
  nextReplay(id: string): number {
    return this.#file.next(`replay ${id}`)
  }

  prefixOf(owner: string): string | null {
    return (
      this.#file.get<{ prefix: string | null }>('SELECT prefix FROM owner WHERE id = ?', owner)
        ?.prefix ?? null
    )
  }

  secretOf(owner: string): string | undefined {
    return (
      this.#file.get<{ secret: string | null }>('SELECT secret FROM owner WHERE id = ?', owner)
        ?.secret ?? undefined
    )
  }

  /** Replaces the secret of an owner: 64 hex digits that follow from the seed. */
  rotate(owner: string, prefix: string | null): string {
    return this.atomically(() => {
      this.#file.run('INSERT OR IGNORE INTO owner (id, prefix) VALUES (?, ?)', owner, prefix)
      const number = this.#file.next(`secret ${owner}`)
      const secret = hash('sha256', JSON.stringify([this.#seed(), 'secret', owner, number]), 'hex')
      this.#file.run('UPDATE owner SET secret = ? WHERE id = ?', secret, owner)
      return secret
    })
  }

  get cursor(): Cursor {
    return new Map(
      this.#file
        .all<{ chain: string; height: number }>('SELECT chain, height FROM cursor')
        .map(({ chain, height }) => [chain, height]),
    )
  }

  moveCursor(chain: string, height: number): void {
    this.#file.run('INSERT OR REPLACE INTO cursor VALUES (?, ?)', chain, height)
  }

  /** Adds messages that are due at once. */
  enqueue(messages: readonly Message[]): void {
    for (const { id, webhookId, event, body, timeMs } of messages)
      this.#file.run(
        'INSERT INTO message (id, webhook, event, body, time_ms, due_ms, attempts) VALUES (?, ?, ?, ?, ?, ?, 0)',
        ...[id, webhookId, event, body, timeMs, timeMs],
      )
  }

  /** Returns the next message of a webhook whose first attempt has not been made. */
  first(webhookId: string, nowMs: number): QueuedMessage | undefined {
    const row = this.#file.get<MessageRow>(
      `SELECT * FROM message WHERE webhook = ? AND attempts = 0 AND due_ms <= ?
       ORDER BY seq LIMIT 1`,
      ...[webhookId, nowMs],
    )
    return row && toMessage(row)
  }

  /** Returns messages of a webhook whose next attempt is due, the earliest first. */
  due(webhookId: string, nowMs: number, limit: number): QueuedMessage[] {
    return this.#file
      .all<MessageRow>(
        `SELECT * FROM message WHERE webhook = ? AND attempts > 0 AND due_ms <= ?
         ORDER BY due_ms, seq LIMIT ?`,
        ...[webhookId, nowMs, limit],
      )
      .map(toMessage)
  }

  /** Returns the webhooks with a message that is due. */
  dueWebhooks(nowMs: number): string[] {
    return this.#file
      .all<{ webhook: string }>('SELECT DISTINCT webhook FROM message WHERE due_ms <= ?', nowMs)
      .map(({ webhook }) => webhook)
  }

  /** Earliest time at which a message is due; undefined without one. */
  get oldestDue(): number | undefined {
    return (
      this.#file.get<{ due: number | null }>('SELECT min(due_ms) AS due FROM message')?.due ??
      undefined
    )
  }

  /** Returns the number of messages that are due, and of those that are due later. */
  waiting(nowMs: number): { readonly due: number; readonly later: number } {
    const row = this.#file.get<{ due: number; later: number }>(
      `SELECT count(*) FILTER (WHERE due_ms <= ?) AS due,
              count(*) FILTER (WHERE due_ms > ?) AS later FROM message`,
      ...[nowMs, nowMs],
    )
    return row ?? { due: 0, later: 0 }
  }

  waitingOf(webhookId: string): number {
    return (
      this.#file.get<{ count: number }>(
        'SELECT count(*) AS count FROM message WHERE webhook = ?',
        webhookId,
      )?.count ?? 0
    )
  }

  /** Returns waiting messages, newest first, before a seq. */
  waitingBefore(before: number, limit: number): QueuedMessage[] {
    return this.#file
      .all<MessageRow>(
        'SELECT * FROM message WHERE seq < ? ORDER BY seq DESC LIMIT ?',
        ...[before, limit],
      )
      .map(toMessage)
  }

  message(seq: number): QueuedMessage | undefined {
    const row = this.#file.get<MessageRow>('SELECT * FROM message WHERE seq = ?', seq)
    return row && toMessage(row)
  }

  /** Notes a failed attempt; the next one is due then. */
  delay(seq: number, attempts: number, dueMs: number): void {
    this.#file.run(
      'UPDATE message SET attempts = ?, due_ms = ? WHERE seq = ?',
      ...[attempts, dueMs, seq],
    )
  }

  drop(seq: number): void {
    this.#file.run('DELETE FROM message WHERE seq = ?', seq)
  }

  dropAll(): void {
    if (this.#file.exists) this.#file.run('DELETE FROM message')
  }
}

interface WebhookRow {
  seq: number
  id: string
  owner: string
  status: Webhook['status']
  created_ms: number
  request: string
  retried: number
  delivered: number
  failed: number
}

const toWebhook = ({ created_ms: createdMs, request, ...row }: WebhookRow): Webhook => ({
  ...row,
  createdMs,
  request: JSON.parse(request),
})

interface MessageRow {
  seq: number
  id: string
  webhook: string
  event: string
  body: string
  time_ms: number
  due_ms: number
  attempts: number
}

const toMessage = (row: MessageRow): QueuedMessage => ({
  seq: row.seq,
  id: row.id,
  webhookId: row.webhook,
  event: row.event,
  body: row.body,
  timeMs: row.time_ms,
  dueMs: row.due_ms,
  attempts: row.attempts,
})
