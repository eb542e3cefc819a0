import { toHex } from '../../formats/ids.ts'
import type { StateList, StateSlot } from '../../store/simulator-state.ts'

/** A message on its way to this chain, which a relayer may deliver. */
export interface Underway {
  /** 32 bytes, 0x hex. */
  readonly id: string
  /** The unsigned Warp message that carries it, 0x hex. */
  readonly unsigned: string
  /** Epoch seconds. */
  readonly sentAt: number
  /** Requested delivery time, epoch seconds; null: on request. */
  readonly due?: number | null
}

/** What is remembered of a messenger; decimal texts represent big numbers. */
interface MessengerState {
  readonly nonce: StateSlot<string>
  /** Messages to this chain, the oldest first. */
  readonly arriving: StateList<Underway>
}

/** Nonce of one chain's TeleporterMessenger, and the messages on their way to it. */
export class Messenger {
  readonly #state: MessengerState

  constructor(state: MessengerState) {
    this.#state = state
  }

  /** Nonce of the next message. */
  get nextNonce(): bigint {
    return BigInt(this.#state.nonce.get('') ?? 0) + 1n
  }

  /** Records that a message with this nonce was sent. */
  sent(nonce: bigint): void {
    if (nonce >= this.nextNonce) this.#state.nonce.set('', String(nonce))
  }

  /** Messages on their way to this chain, the oldest first. */
  get arriving(): readonly Underway[] {
    return [...this.#state.arriving.entries().values()]
  }

  comes(message: Underway): void {
    this.#state.arriving.add(message)
  }

  /** Sets the delivery time of a message on its way. */
  schedule(id: Uint8Array, due: number | null): void {
    const found = this.#entryOf(id)
    if (found) this.#state.arriving.set(found.key, { ...found.message, due })
  }

  /** Records a delivered message. */
  arrived(id: Uint8Array): void {
    const found = this.#entryOf(id)
    if (found) this.#state.arriving.remove(found.key)
  }

  #entryOf(id: Uint8Array): { readonly key: string; readonly message: Underway } | undefined {
    const text = toHex(id)
    for (const [key, message] of this.#state.arriving.entries())
      if (message.id === text) return { key, message }
    return undefined
  }
}
