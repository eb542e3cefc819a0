import { setMaxListeners } from 'node:events'
import type { ClockFace } from '../time/clock.ts'
import { wallMs } from '../time/clock.ts'
import { type AttemptOutcome, type AttemptRequest, attempt } from './attempt.ts'
import type { AttemptSlots } from './attempt-slots.ts'
import type { Delivery, DeliveryJournal, DeliveryState } from './delivery-journal.ts'
import { attemptsUntilRetried, maxRetried, nextDue } from './schedule.ts'
import type { MadeAttempt, SharedDeliveries } from './shared-deliveries.ts'
import { signatureOf, type WebhookKey } from './signature.ts'
import type { WebhookHosts } from './url-hosts.ts'
import type { Webhook } from './webhook.ts'
import type { QueuedMessage, WebhookStore } from './webhook-store.ts'

/** Attempts of one webhook that run at once. */
const maxOfWebhook = 4

/** Settings of all deliveries of a server. */
export interface DeliverySettings {
  readonly hosts: WebhookHosts
  readonly key: WebhookKey
  readonly slots: AttemptSlots
}

/** Attempts that ended, by their state. */
type DeliveryCounts = Record<'delivered' | 'failed' | 'given-up', number>

/** Attempts that ended. */
export type EndedAttempts = Record<'delivered' | 'failed', number>

/** Running attempts of a webhook. */
interface Running {
  count: number
  /** Whether one of them is a first attempt: those of a webhook run one after the other. */
  hasFirst: boolean
}

/**
 * Makes the attempts that are due by the world's clock. First attempts of a webhook are made one
 * after the other, in the order of the messages; retries beside them, four attempts in all.
 */
export class Dispatcher {
  /** Attempts of this process that ended. */
  readonly counts: DeliveryCounts = { delivered: 0, failed: 0, 'given-up': 0 }
  readonly #store: WebhookStore
  readonly #clock: () => ClockFace
  readonly #settings: DeliverySettings
  readonly #journal: DeliveryJournal
  readonly #deactivated: () => void
  readonly #ready = new Set<string>()
  readonly #running = new Map<string, Running>()
  readonly #inFlight = new Set<number>()
  #closing = newClosing()
  #shared: SharedDeliveries | undefined
  /** Attempts that ended since {@link endedSince} was last set. */
  endedSince: EndedAttempts = { delivered: 0, failed: 0 }

  constructor(options: {
    readonly store: WebhookStore
    readonly clock: () => ClockFace
    readonly settings: DeliverySettings
    readonly journal: DeliveryJournal
    /** Called when failures have made a webhook inactive. */
    readonly deactivated: () => void
  }) {
    this.#store = options.store
    this.#clock = options.clock
    this.#settings = options.settings
    this.#journal = options.journal
    this.#deactivated = options.deactivated
  }

  /** Whether an attempt is under way. */
  get isBusy(): boolean {
    return this.#inFlight.size > 0
  }

  /** Whether this process is sending a message. */
  isInFlight(seq: number): boolean {
    return this.#inFlight.has(seq)
  }

  /** Whether the journal has an attempt of a message that is under way. */
  isInJournal(seq: number): boolean {
    return !this.#shared && this.#inFlight.has(seq)
  }

  /** Makes attempts known to other processes. */
  share(shared: SharedDeliveries): void {
    this.#shared = shared
  }

  /** Begins what is due now. */
  poll(): void {
    if (!this.#mayBegin) return
    for (const id of this.#store.dueWebhooks(this.#clock().nowMs())) this.#ready.add(id)
    this.#pump()
  }

  /**
   * Makes an attempt now, out of turn; a success ends the message, a failure changes nothing.
   * @returns undefined when the server stops, or the world is replaced, before there is a slot for it
   */
  async retry(message: QueuedMessage, webhook: Webhook): Promise<Delivery | undefined> {
    const { signal } = this.#closing
    // It counts as under way while it waits for a slot, so that there is no second attempt beside it.
    this.#inFlight.add(message.seq)
    while (!signal.aborted && !this.#settings.slots.take())
      await new Promise<void>((resolve) => {
        this.#settings.slots.whenFree(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    if (signal.aborted) {
      this.#inFlight.delete(message.seq)
      return undefined
    }
    try {
      const made = await this.#attempt(message, webhook, wallMs())
      await this.#report(made, signal)
      return made.delivery
    } finally {
      // Only now: until then the message must not be sent beside it.
      this.#free(message.seq)
      this.#pump()
    }
  }

  /** Ends all attempts; their messages stay, and are sent again by the next process. */
  close(): void {
    this.#closing.abort(new Error('the server is stopping'))
  }

  /** Ends all attempts and gives their messages up, and goes on with what comes later. */
  restart(): void {
    this.#closing.abort(new ReplacedWorldError())
    this.#closing = newClosing()
    this.#ready.clear()
  }

  /** Stores what came of an attempt, unless its message has ended otherwise meanwhile. */
  conclude(made: MadeAttempt): DeliveryState {
    const { delivery, outcome } = made
    if (this.#shared) this.#journal.begin(delivery)
    let state: DeliveryState = 'failed'
    try {
      state = made.isInTurn ? this.#judge(made) : this.#judgeRetry(made)
      return state
    } finally {
      this.#countEnded(state)
      this.#journal.end(delivery, state, outcome)
    }
  }

  get #mayBegin(): boolean {
    return !this.#closing.signal.aborted && this.#shared?.sends !== false
  }

  /** The same function each time, so that it waits for a slot once. */
  readonly #pumpAgain = () => this.#pump()

  #pump(): void {
    const nowMs = this.#clock().nowMs()
    for (const id of [...this.#ready]) {
      for (;;) {
        const message = this.#next(id, nowMs)
        if (!message) {
          this.#ready.delete(id)
          break
        }
        if (!this.#settings.slots.take()) {
          this.#settings.slots.whenFree(this.#pumpAgain)
          return
        }
        // A result that could not be stored is due again with the next look at the queue.
        void this.#send(message).catch(() => {})
      }
    }
  }

  #next(id: string, nowMs: number): QueuedMessage | undefined {
    if (!this.#mayBegin) return undefined
    const { count, hasFirst } = this.#running.get(id) ?? { count: 0, hasFirst: false }
    if (count >= maxOfWebhook) return undefined
    const first = hasFirst ? undefined : this.#store.first(id, nowMs)
    if (first && !this.#inFlight.has(first.seq)) return first
    return this.#store.due(id, nowMs, maxOfWebhook + 1).find(({ seq }) => !this.#inFlight.has(seq))
  }

  async #send(message: QueuedMessage): Promise<void> {
    const { seq, webhookId: id, attempts } = message
    const running = this.#running.get(id) ?? { count: 0, hasFirst: false }
    this.#running.set(id, running)
    const isFirst = attempts === 0
    running.count++
    running.hasFirst ||= isFirst
    this.#inFlight.add(seq)
    try {
      await this.#deliver(message)
    } finally {
      this.#free(seq)
      running.count--
      if (isFirst) running.hasFirst = false
      if (running.count === 0) this.#running.delete(id)
    }
    if (this.#closing.signal.aborted) return
    this.#ready.add(id)
    this.#pump()
  }

  async #deliver(message: QueuedMessage): Promise<void> {
    const webhook = this.#store.find(message.webhookId)
    if (!webhook) return
    const { signal } = this.#closing
    await this.#report(await this.#attempt(message, webhook), signal)
  }

  /** Concludes an attempt of this process. @param signal aborted when its message is gone */
  async #report(made: MadeAttempt, signal: AbortSignal): Promise<void> {
    const { delivery, outcome } = made
    let state: DeliveryState = 'failed'
    try {
      // The messages of a world that was closed or replaced meanwhile are not this one's.
      if (signal.aborted) {
        if (signal.reason instanceof ReplacedWorldError) {
          state = isSuccess(outcome) ? 'delivered' : 'given-up'
          // A reset has cleared the journal, and counts from the start.
          if (this.#journal.find(delivery.id) === delivery) this.#countEnded(state)
        }
        this.#journal.end(delivery, state, outcome)
      } else state = this.#shared ? await this.#shared.report(made) : this.conclude(made)
      Object.assign(delivery, { state, outcome })
    } finally {
      if (state !== 'waiting') this.counts[state]++
    }
  }

  async #attempt(
    message: QueuedMessage,
    webhook: Webhook,
    outOfTurn?: number,
  ): Promise<MadeAttempt> {
    const { seq, id, event, body, dueMs, attempts } = message
    const { hosts, key } = this.#settings
    const secret = this.#store.secretOf(webhook.owner)
    const request: AttemptRequest = {
      url: webhook.request.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'snowglobe-webhooks',
        ...(secret !== undefined && { 'x-signature': signatureOf(body, secret, key) }),
      },
      body,
    }
    const number = attempts + 1
    const delivery: Delivery = {
      id: `${seq}-${number}${outOfTurn === undefined ? '' : `-${outOfTurn}`}`,
      webhookId: webhook.id,
      messageId: id,
      message: seq,
      eventType: webhook.request.eventType,
      event,
      attempt: number,
      dueMs,
      sentMs: wallMs(),
      request,
      outcome: undefined,
      state: 'waiting',
    }
    if (!this.#shared) this.#journal.begin(delivery)
    const outcome = await attempt(request, hosts, this.#closing.signal)
    return { delivery, outcome, isInTurn: outOfTurn === undefined }
  }

  /** Stores what came of an attempt in turn. */
  #judge({ delivery, outcome }: MadeAttempt): DeliveryState {
    const { message: seq, webhookId, dueMs, attempt: number } = delivery
    // A frozen clock that jumped counts from when the attempt was due, so that each jump that leads
    // to a time makes the same attempts. G-225
    const clock = this.#clock()
    const endedMs = clock.mode === 'frozen' ? dueMs : clock.nowMs()
    let isEnded = false
    const state = this.#store.atomically((): DeliveryState => {
      const isDelivered = isSuccess(outcome)
      const message = this.#store.message(seq)
      if (message?.id !== delivery.messageId || message.attempts !== number - 1)
        return isDelivered ? 'delivered' : 'given-up'
      const due = isDelivered ? undefined : nextDue(number, endedMs)
      if (due === undefined) {
        this.#store.drop(seq)
        this.#store.count(webhookId, isDelivered ? 'delivered' : 'failed')
        isEnded = !isDelivered
      } else {
        this.#store.delay(seq, number, due)
        if (number === attemptsUntilRetried) {
          this.#store.count(webhookId, 'retried')
          isEnded = (this.#store.find(webhookId)?.retried ?? 0) >= maxRetried
        }
      }
      if (isEnded) this.#store.update(webhookId, { status: 'inactive' })
      if (isDelivered) return 'delivered'
      return due === undefined || isEnded ? 'given-up' : 'failed'
    })
    if (isEnded) this.#deactivated()
    return state
  }

  /** Stores what came of an attempt out of turn: a success ends the message. */
  #judgeRetry({ delivery, outcome }: MadeAttempt): DeliveryState {
    if (!isSuccess(outcome)) return 'failed'
    const { message: seq, messageId, webhookId } = delivery
    if (this.#store.message(seq)?.id === messageId)
      this.#store.atomically(() => {
        this.#store.drop(seq)
        this.#store.count(webhookId, 'delivered')
      })
    return 'delivered'
  }

  #countEnded(state: DeliveryState): void {
    this.endedSince[state === 'delivered' ? 'delivered' : 'failed']++
  }

  #free(seq: number): void {
    this.#inFlight.delete(seq)
    this.#settings.slots.release()
  }
}

/** Another world has replaced the one of the message, which is not sent again. */
class ReplacedWorldError extends Error {
  override readonly name = 'ReplacedWorldError'

  constructor() {
    super('the world was replaced')
  }
}

const isSuccess = ({ status = 0 }: AttemptOutcome): boolean => status >= 200 && status < 300

/** Returns what ends all attempts. Each of them listens to it, so it takes more than ten listeners. */
function newClosing(): AbortController {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  return closing
}
