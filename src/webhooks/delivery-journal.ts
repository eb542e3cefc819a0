import type { AttemptOutcome, AttemptRequest } from './attempt.ts'

/** State of an attempt: under way or due later, answered, failed, or the last that failed. */
const deliveryStates = ['waiting', 'delivered', 'failed', 'given-up'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Attempt to deliver a message. */
export interface Delivery {
  /** Number of the message and of the attempt. */
  readonly id: string
  readonly webhookId: string
  readonly messageId: string
  /** `seq` of the message. */
  readonly message: number
  readonly eventType: string
  readonly event: string
  readonly attempt: number
  /** Milliseconds of the world's clock. */
  readonly dueMs: number
  /** Milliseconds of the machine's clock. */
  readonly sentMs: number
  readonly request: AttemptRequest
  outcome: AttemptOutcome | undefined
  state: DeliveryState
}

/** Attempts that have ended, and how many there were before the last of them, as a value for JSON. */
export interface StoredJournal {
  readonly count: number
  readonly ended: readonly { readonly place: number; readonly delivery: Delivery }[]
}

/** Bytes of all deliveries that a world remembers. */
const maxBytes = 16 * 1024 * 1024

/** Latest attempts of a world, in memory. */
export class DeliveryJournal {
  readonly #size: number
  #entries: { readonly place: number; readonly delivery: Delivery; bytes: number }[] = []
  #bytes = 0
  #count = 0

  /** @param size attempts that it remembers */
  constructor(size: number) {
    this.#size = size
  }

  begin(delivery: Delivery): void {
    const bytes = delivery.request.body.length + 500
    this.#entries.push({ place: ++this.#count, delivery, bytes })
    this.#bytes += bytes
    this.#shrink()
  }

  /** Adds what came of an attempt. */
  end(delivery: Delivery, state: DeliveryState, outcome: AttemptOutcome): void {
    delivery.state = state
    delivery.outcome = outcome
    const entry = this.#entries.find((one) => one.delivery === delivery)
    if (!entry) return
    const bytes = outcome.body?.length ?? 0
    entry.bytes += bytes
    this.#bytes += bytes
    this.#shrink()
  }

  find(id: string): Delivery | undefined {
    return this.#entries.findLast(({ delivery }) => delivery.id === id)?.delivery
  }

  /** Returns the body of a message, if it has an attempt of it. */
  bodyOf(messageId: string): string | undefined {
    return this.#entries.findLast(({ delivery }) => delivery.messageId === messageId)?.delivery
      .request.body
  }

  /** Returns attempts before a place, newest first, each with its place. */
  before(place: number): { readonly place: number; readonly delivery: Delivery }[] {
    return this.#entries.filter((entry) => entry.place < place).reverse()
  }

  clear(): void {
    this.#entries = []
    this.#bytes = 0
    this.#count = 0
  }

  stored(): StoredJournal {
    const ended = this.#entries.map(({ place, delivery }) => ({ place, delivery }))
    return { count: this.#count, ended }
  }

  restore({ count, ended }: StoredJournal): void {
    this.clear()
    for (const { place, delivery } of ended) {
      this.#count = place - 1
      const restored = { ...delivery }
      this.begin(restored)
      if (delivery.outcome) this.end(restored, delivery.state, delivery.outcome)
    }
    this.#count = count
  }

  #shrink(): void {
    while (this.#entries.length > this.#size || this.#bytes > maxBytes)
      this.#bytes -= this.#entries.shift()?.bytes ?? 0
  }
}
