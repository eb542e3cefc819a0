import { hash } from 'node:crypto'
import type { WebhookRequest } from '../../schemas/data/webhooks.ts'
import type { AccountDatabase } from '../accounts/account-database.ts'
import { uuidOf } from '../accounts/uuid.ts'
import { bodyOf, type Message, messageIdOf, type WebhookEvent } from './message.ts'
import type { Webhook } from './webhook.ts'

/** Message that waits for an attempt. */
export interface QueuedMessage {
  /** Grows in the order in which messages arose. */
  readonly seq: number
  readonly id: string
  readonly webhookId: string
  /** Name of its event. */
  readonly event: string
  /** Canonical JSON. */
  readonly body: string
  /** Milliseconds of the world's clock. */
  readonly dueMs: number
  /** Attempts so far. */
  readonly attempts: number
}

/** Height of the last block whose messages are made, by chain such as `mainnet P`. */
type Cursor = ReadonlyMap<string, number>

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
    if (status === 'inactive')
      this.#file.run(
        'DELETE FROM message WHERE webhook_seq = (SELECT seq FROM webhook WHERE id = ?)',
        id,
      )
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

  /** Forgets all chains of the cursor. */
  clearCursor(): void {
    this.#file.run('DELETE FROM cursor')
  }

  /** Adds messages that are due at once; those of one event share its row. */
  enqueue(messages: readonly Message[]): void {
    const seqs = new Map<WebhookEvent, number | bigint>()
    for (let from = 0; from < messages.length; ) {
      const { event } = messages[from] as Message
      // Successive messages of an event are one statement, which costs far less than one for each.
      const webhooks: number[] = []
      for (; messages[from]?.event === event; from++)
        webhooks.push((messages[from] as Message).webhook.seq)
      const seq = seqs.get(event) ?? this.#addEvent(event)
      seqs.set(event, seq)
      this.#file.run(
        `INSERT INTO message (event_seq, webhook_seq, due_ms, attempts)
         SELECT ?, value, ?, 0 FROM json_each(?)`,
        ...[seq, event.timeMs, JSON.stringify(webhooks)],
      )
    }
  }

  /** Returns the next message of a webhook whose first attempt has not been made. */
  first(webhookId: string, nowMs: number): QueuedMessage | undefined {
    return this.#messages(
      `${ofWebhook} AND m.attempts = 0 AND m.due_ms <= ? ORDER BY m.seq LIMIT 1`,
      ...[webhookId, nowMs],
    )[0]
  }

  /** Returns messages of a webhook whose next attempt is due, the earliest first. */
  due(webhookId: string, nowMs: number, limit: number): QueuedMessage[] {
    return this.#messages(
      `${ofWebhook} AND m.attempts > 0 AND m.due_ms <= ? ORDER BY m.due_ms, m.seq LIMIT ?`,
      ...[webhookId, nowMs, limit],
    )
  }

  /** Returns the webhooks with a message that is due. */
  dueWebhooks(nowMs: number): string[] {
    return this.#file
      .all<{ id: string }>(
        `${firstMessages}
         SELECT id FROM webhook WHERE seq IN (
           SELECT webhook_seq FROM first_message WHERE due_ms <= ?
           UNION SELECT webhook_seq FROM message WHERE attempts > 0 AND due_ms <= ?)`,
        ...[nowMs, nowMs],
      )
      .map(({ id }) => id)
  }

  /** Earliest time at which a message is due; undefined without one. */
  get oldestDue(): number | undefined {
    return (
      this.#file.get<{ due: number | null }>(
        `${firstMessages}
         SELECT min(due_ms) AS due FROM (
           SELECT due_ms FROM first_message
           UNION ALL SELECT min(due_ms) FROM message WHERE attempts > 0)`,
      )?.due ?? undefined
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
        `SELECT count(*) AS count FROM message
         WHERE webhook_seq = (SELECT seq FROM webhook WHERE id = ?)`,
        webhookId,
      )?.count ?? 0
    )
  }

  /** Returns waiting messages, newest first, before a seq. */
  waitingBefore(before: number, limit: number): QueuedMessage[] {
    return this.#messages('m.seq < ? ORDER BY m.seq DESC LIMIT ?', before, limit)
  }

  message(seq: number): QueuedMessage | undefined {
    return this.#messages('m.seq = ?', seq)[0]
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

  #addEvent({ name, of, about, replay, text }: WebhookEvent): number | bigint {
    return this.#file.run(
      'INSERT INTO webhook_event (name, of_id, about, replay, body) VALUES (?, ?, ?, ?, ?)',
      ...[name, of, about, replay ?? null, text],
    ).lastInsertRowid
  }

  #messages(condition: string, ...bindings: unknown[]): QueuedMessage[] {
    return this.#file
      .all<MessageRow>(`${selectMessages} WHERE ${condition}`, ...bindings)
      .map((row) => toMessage(this.#seed(), row))
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

const ofWebhook = 'm.webhook_seq = (SELECT seq FROM webhook WHERE id = ?)'

/**
 * The first message of each webhook whose first attempt has not been made: one look into the index
 * for a webhook, however many messages wait.
 */
const firstMessages = `
  WITH RECURSIVE waiting (webhook_seq) AS (
    SELECT min(webhook_seq) FROM message
    UNION ALL
    SELECT (SELECT min(webhook_seq) FROM message m WHERE m.webhook_seq > waiting.webhook_seq)
    FROM waiting WHERE waiting.webhook_seq IS NOT NULL),
  first_message (webhook_seq, due_ms) AS (
    SELECT webhook_seq, (SELECT due_ms FROM message m
      WHERE m.webhook_seq = waiting.webhook_seq AND m.attempts = 0 ORDER BY m.seq LIMIT 1)
    FROM waiting WHERE webhook_seq IS NOT NULL)`

interface MessageRow extends Pick<WebhookEvent, 'name' | 'about' | 'text'> {
  seq: number
  webhook_id: string
  event_type: Webhook['request']['eventType']
  of_id: string
  replay: number | null
  due_ms: number
  attempts: number
}

const selectMessages = `
  SELECT m.seq, w.id AS webhook_id, w.request ->> 'eventType' AS event_type, e.name, e.of_id,
         e.about, e.replay, e.body AS text, m.due_ms, m.attempts
  FROM message m
  CROSS JOIN webhook w ON w.seq = m.webhook_seq
  CROSS JOIN webhook_event e ON e.seq = m.event_seq`

function toMessage(seed: string, row: MessageRow): QueuedMessage {
  const { seq, webhook_id: webhookId, name, of_id: of, about, replay } = row
  const id = messageIdOf(seed, webhookId, {
    ...{ name, of, about },
    ...(replay !== null && { replay }),
  })
  return {
    seq,
    id,
    webhookId,
    event: name,
    body: bodyOf(id, webhookId, row.event_type, row.text),
    dueMs: row.due_ms,
    attempts: row.attempts,
  }
}
