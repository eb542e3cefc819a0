import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountDatabase } from '../accounts/account-database.ts'
import { monotonicMs } from '../time/clock.ts'
import { yieldToEventLoop } from '../util/yield-to-event-loop.ts'
import type { Readable } from '../world/readable.ts'
import type { World } from '../world/world.ts'
import { hasNewBlock, lastBlocks, makeSomeMessages, skipBlocks, sliceMs } from './block-messages.ts'
import { DeliveryJournal, type StoredJournal } from './delivery-journal.ts'
import { type DeliverySettings, Dispatcher, type EndedAttempts } from './dispatcher.ts'
import type { Message, WebhookEvent } from './message.ts'
import type { CreateMessageMaker, MessageMaker } from './message-maker.ts'
import type { SharedDeliveries } from './shared-deliveries.ts'
import { anyHost, type WebhookHosts } from './url-hosts.ts'
import type { BlockOfWorld, Webhook } from './webhook.ts'
import { WebhookStore } from './webhook-store.ts'

/** Milliseconds between two looks at a clock that runs, or at a copy that follows later. */
const lookAgainMs = 1_000

/** Parts of a world that its webhooks need. */
interface WebhookWorld {
  /** World that the Data API shows; its blocks give messages. */
  readonly indexer: Readable & { readonly view: World }
  /** World itself: its clock drives the deliveries. */
  readonly world: Pick<World, 'clock'>
  /** Calls a listener after each change of the rows, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** Settings of the webhooks of a server. */
export interface WebhookSettings extends DeliverySettings {
  /** Attempts that a world remembers. */
  readonly journal: number
  readonly createMaker: CreateMessageMaker
}

/** What webhooks hold in memory, as a value for JSON. */
export interface StoredDeliveries {
  readonly journal: StoredJournal
  readonly endedSince: EndedAttempts
}

/**
 * Webhooks of a world. Messages arise from committed blocks: a cursor says up to which block they
 * are made, and moves in the transaction that stores them. So a process that was killed in between
 * makes them at its next start, from the same rows. No webhook changes before all committed blocks
 * are done. Without an active webhook, nothing follows the world.
 */
export class Webhooks {
  readonly store: WebhookStore
  readonly dispatcher: Dispatcher
  readonly journal: DeliveryJournal
  readonly #around: WebhookWorld
  readonly #settings: WebhookSettings
  readonly #file: AccountDatabase
  #maker: MessageMaker | undefined
  #unsubscribe: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #making: Promise<void> | undefined
  #isPoked = false
  #isClosed = false
  /** Times that the world was replaced or reset. */
  #replacements = 0
  #shared: SharedDeliveries | undefined

  constructor(
    file: AccountDatabase,
    seed: () => string,
    around: WebhookWorld,
    settings: WebhookSettings,
  ) {
    this.#file = file
    this.#around = around
    this.#settings = settings
    this.store = new WebhookStore(file, seed)
    this.journal = new DeliveryJournal(settings.journal)
    this.dispatcher = new Dispatcher({
      store: this.store,
      clock: () => around.world.clock,
      settings,
      journal: this.journal,
      deactivated: () => this.#follow(),
    })
  }

  /** Hosts that a URL may have. An ordered change was checked where it was requested. */
  get hosts(): WebhookHosts {
    return this.#shared?.isApplying ? anyHost : this.#settings.hosts
  }

  /** Whether a webhook is active. */
  get isActive(): boolean {
    return this.#maker !== undefined
  }

  /** Has the same messages as other processes. */
  share(shared: SharedDeliveries): void {
    this.#shared = shared
    this.dispatcher.share(shared)
  }

  /** Returns what it holds in memory. */
  stored(): StoredDeliveries {
    return { journal: this.journal.stored(), endedSince: { ...this.dispatcher.endedSince } }
  }

  /** Goes on with the state of another process, whose file has taken the place of the own one. */
  restore({ journal, endedSince }: StoredDeliveries): void {
    this.journal.restore(journal)
    this.dispatcher.endedSince = { ...endedSince }
    this.#follow()
  }

  /** Seconds of the world's clock for which the oldest due message has waited; 0 without any. */
  get oldestDueSeconds(): number {
    const nowMs = this.#around.world.clock.nowMs()
    const dueMs = this.store.oldestDue
    return dueMs === undefined ? 0 : Math.max(0, (nowMs - dueMs) / 1000)
  }

  /** Goes on with what an earlier process has left. */
  begin(): void {
    if (!this.#file.exists) return
    const lasts = lastBlocks(this.#around.indexer.view)
    // The file of a world that was replaced or lost commits ends before the cursor.
    const isReplaced = [...this.store.cursor].some(
      ([chain, height]) => height > (lasts.get(chain)?.height ?? -1),
    )
    if (isReplaced) this.replaced()
    this.#follow()
    this.poke()
  }

  /**
   * Runs a change when the messages of all committed blocks are made, so that they are those of the
   * webhooks before it.
   */
  async changed<Result>(change: (store: WebhookStore) => Result): Promise<Result> {
    await this.makeAllMessages()
    const result = this.store.atomically(() => {
      // The first active webhook begins with the next block.
      if (!this.#maker) skipBlocks(this.#around.indexer.view, this.store)
      return change(this.store)
    })
    this.#follow()
    return result
  }

  /** Makes the messages of the blocks so far. @returns whether there are no others by now */
  async makeMessages(): Promise<boolean> {
    if (!this.#maker) return true
    // What is being applied has brought the world where it has to be.
    if (!this.#shared?.isApplying) await this.#around.indexer.readable()?.catch(() => {})
    // Processes with equal messages make them behind the changes alone.
    if (this.#shared?.isApplying === false) return true
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined
    })
    await this.#making
    return this.#isClosed || !hasNewBlock(this.#around.indexer.view, this.store)
  }

  /** Makes messages until there are no others. */
  async makeAllMessages(): Promise<void> {
    while (!(await this.makeMessages())) await yieldToEventLoop()
  }

  /** Looks for new blocks and due attempts soon. */
  poke(): void {
    if (this.#isPoked || !this.#maker) return
    this.#isPoked = true
    const look = () => {
      this.#isPoked = false
      if (this.#isClosed || this.#shared?.sends === false) return
      // A failure here, such as a full disk, is tried again with the next look.
      this.makeMessages()
        .then(() => this.dispatcher.poll())
        .catch(() => {})
    }
    if (this.#shared) this.#shared.outside(() => void setImmediate(look))
    else setImmediate(look)
  }

  /**
   * Waits until nothing is due that has not been sent.
   * @returns attempts that ended since the last call, and messages that are due later; `due` is the
   *   number of those that are still due when the time is over
   */
  async settle(
    timeoutMs: number,
  ): Promise<{ delivered: number; failed: number; waiting: number; due: number }> {
    const until = monotonicMs() + timeoutMs
    for (;;) {
      const isDone = await this.makeMessages()
      this.dispatcher.poll()
      const { due, later } = this.store.waiting(this.#around.world.clock.nowMs())
      // Attempts of other processes are not known here, and their messages are still due.
      const isIdle = isDone && due === 0 && (this.#shared || !this.dispatcher.isBusy)
      if (!isIdle && monotonicMs() < until) {
        await sleep(5)
        continue
      }
      const ended = this.dispatcher.endedSince
      if (isIdle) this.dispatcher.endedSince = { delivered: 0, failed: 0 }
      return { ...ended, waiting: later, due: isIdle ? 0 : Math.max(due, 1) }
    }
  }

  /**
   * Sends messages of blocks that are on the chain already, as if they happened now.
   * @param max maximum number of messages
   * @returns number of messages, or the first height that is left out, or that another world took
   *   the place of this one meanwhile
   */
  async replay(
    webhook: Webhook,
    blocks: readonly BlockOfWorld[],
    isWanted: (event: WebhookEvent) => boolean,
    max: number,
  ): Promise<{ readonly messages: number } | { readonly tooManyFrom: number } | 'replaced'> {
    const maker = this.#settings.createMaker([webhook])
    const nowMs = this.#around.world.clock.nowMs()
    const replay = this.store.nextReplay(webhook.id)
    const messages: Message[] = []
    const replacements = this.#replacements
    let until = monotonicMs() + sliceMs
    for (const block of blocks) {
      const world = this.#around.indexer.view
      const found = maker.messagesOf(world, block).filter(({ event }) => isWanted(event))
      if (messages.length + found.length > max) return { tooManyFrom: block.height }
      messages.push(
        ...found.map(({ event }) => ({ webhook, event: { ...event, timeMs: nowMs, replay } })),
      )
      if (monotonicMs() < until) continue
      await yieldToEventLoop()
      if (this.#replacements !== replacements || this.#isClosed) return 'replaced'
      until = monotonicMs() + sliceMs
    }
    this.store.atomically(() => this.store.enqueue(messages))
    this.dispatcher.poll()
    return { messages: messages.length }
  }

  /** Forgets what waits: the world was replaced, and its blocks so far give no messages. G-231 */
  replaced(): void {
    this.#replacements++
    if (!this.#file.exists) return
    this.dispatcher.restart()
    this.store.atomically(() => {
      this.store.dropAll()
      // It may have fewer chains than the one before.
      this.store.clearCursor()
      skipBlocks(this.#around.indexer.view, this.store)
    })
  }

  /** Forgets everything, when the file of the accounts is removed. */
  reset(): void {
    this.#replacements++
    this.dispatcher.restart()
    this.dispatcher.endedSince = { delivered: 0, failed: 0 }
    this.journal.clear()
    this.#unfollow()
  }

  close(): void {
    this.#isClosed = true
    this.dispatcher.close()
    this.#unfollow()
  }

  /** Follows the world while a webhook is active. */
  #follow(): void {
    const active = this.#isClosed ? [] : this.store.active()
    if (active.length === 0) {
      this.#unfollow()
      return
    }
    this.#maker = this.#settings.createMaker(active)
    this.#unsubscribe ??= this.#around.subscribe(() => this.poke())
    this.#timer ??= setInterval(() => this.poke(), lookAgainMs).unref()
  }

  #unfollow(): void {
    this.#maker = undefined
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #make(): Promise<void> {
    const isDone = () =>
      !this.#maker || makeSomeMessages(this.#around.indexer.view, this.store, this.#maker)
    while (!this.#isClosed && !isDone()) await yieldToEventLoop()
  }
}
