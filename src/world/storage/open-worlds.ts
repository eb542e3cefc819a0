import { Semaphore } from '../serial-queue.ts'

/** What holds files and memory, lets go of them, and takes them again when it is asked. */
export interface Evictable {
  /** @returns false while it cannot, because it is changed */
  evict(): boolean
}

/**
 * Keeps the files of few of many worlds open: the least recently used one is closed. What is changed
 * cannot rest, so fewer than that are changed at once.
 */
export class OpenWorlds {
  /** Where their changes are made. */
  readonly changes: Semaphore
  readonly #most: number
  /** Who was used for longest ago comes first. */
  readonly #open = new Set<Evictable>()

  constructor(most: number) {
    this.#most = most
    this.changes = new Semaphore(most / 2)
  }

  /** Told by whoever has taken files or memory. */
  opened(one: Evictable): void {
    this.#open.delete(one)
    this.#open.add(one)
    for (const other of this.#open) {
      if (this.#open.size <= this.#most) return
      if (other !== one && other.evict()) this.#open.delete(other)
    }
  }

  touch(one: Evictable): void {
    if (this.#open.delete(one)) this.#open.add(one)
  }

  /** It is no more. */
  remove(one: Evictable): void {
    this.#open.delete(one)
  }
}
