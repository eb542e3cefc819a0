import { Room } from '../turns.ts'

/** What holds files and memory, lets go of them, and takes them again when it is asked. */
export interface Rester {
  /** @returns false while it cannot, because it is changed */
  rest(): boolean
}

/**
 * Keeps few of many worlds awake: who was used for longest ago is put to rest. What is changed
 * cannot rest, so fewer than that are changed at once.
 */
export class Awake {
  /** Where their changes are made. */
  readonly room: Room
  readonly #most: number
  /** Who was used for longest ago comes first. */
  readonly #awake = new Set<Rester>()

  constructor(most: number) {
    this.#most = most
    this.room = new Room(most / 2)
  }

  /** Told by whoever has taken files or memory. */
  woke(one: Rester): void {
    this.#awake.delete(one)
    this.#awake.add(one)
    for (const other of this.#awake) {
      if (this.#awake.size <= this.#most) return
      if (other !== one && other.rest()) this.#awake.delete(other)
    }
  }

  used(one: Rester): void {
    if (this.#awake.delete(one)) this.#awake.add(one)
  }

  /** It is no more. */
  left(one: Rester): void {
    this.#awake.delete(one)
  }
}
