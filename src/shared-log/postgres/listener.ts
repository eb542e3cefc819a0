import type { Client } from 'pg'
import type { Connections } from './connections.ts'

/** Milliseconds between two looks while notifications arrive: a connection can die silently. */
const listeningMs = 1_000

/** Milliseconds between two looks while none has arrived, for example behind a pooler. */
const pollingMs = 50

/** Milliseconds until the first attempt to connect again, and the longest wait between attempts. */
const reconnect = { first: 300, max: 5_000 }

/** Calls a function after each notification of a channel, and regularly without one. */
export class Listener {
  readonly #connections: Connections
  readonly #channel: string
  readonly #look: () => void
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #retryMs = reconnect.first
  #isEnded = false

  /**
   * Creates the listener.
   * @param channel name that needs no quotes
   */
  constructor(connections: Connections, channel: string, look: () => void) {
    this.#connections = connections
    this.#channel = channel
    this.#look = look
  }

  /** Begins; resolves after the first attempt to connect, whether it succeeded or not. */
  async begin(): Promise<void> {
    this.#lookEvery(listeningMs)
    await this.#connect()
  }

  async end(): Promise<void> {
    this.#isEnded = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    // The sockets are cut with the other connections if the engine does not respond.
    void client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    if (this.#isEnded) return
    try {
      const client = await this.#connections.connectAlone()
      if (this.#isEnded) return void client.end().catch(() => {})
      this.#client = client
      client.once('end', () => this.#lost(client))
      client.on('notification', () => {
        this.#lookEvery(listeningMs)
        this.#look()
      })
      this.#lookEvery(pollingMs)
      await client.query(`LISTEN ${this.#channel}`)
      // Where it arrives, notifications arrive.
      await client.query(`SELECT pg_notify('${this.#channel}', '')`)
      this.#retryMs = reconnect.first
      this.#look()
    } catch {
      if (this.#client) this.#lost(this.#client)
      else this.#retry()
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    void client.end().catch(() => {})
    this.#lookEvery(listeningMs)
    this.#retry()
  }

  #retry(): void {
    if (this.#isEnded) return
    setTimeout(() => void this.#connect(), this.#retryMs).unref()
    this.#retryMs = Math.min(2 * this.#retryMs, reconnect.max)
  }

  #lookEvery(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#isEnded) return
    this.#timer = setInterval(this.#look, ms).unref()
  }
}
