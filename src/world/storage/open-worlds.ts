import { Semaphore } from '../serial-queue.ts'

/** An object that holds files and memory, releases them, and reacquires them on demand. */
export interface Evictable {
  /**
   * Releases files and memory.
   * @returns false while a change prevents it
   */
  evict(): boolean
}

/**
 * Limits the number of worlds with open files: the least recently used one is closed. A changing
 * world cannot be evicted, so fewer worlds than the limit change at once.
 */
export class OpenWorlds {
  /** Semaphore of their changes. */
  readonly changes: Semaphore
  readonly #max: number
  /** Open worlds, the least recently used one first. */
  readonly #open = new Set<Evictable>()

  constructor(max: number) {
    this.#max = max
    this.changes = new Semaphore(max / 2)
  }

  /** Records that a world has acquired files or memory. */
  opened(one: Evictable): void {
    this.#open.delete(one)
    this.#open.add(one)
    for (const other of this.#open) {
      if (this.#open.size <= this.#max) return
      if (other !== one && other.evict()) this.#open.delete(other)
    }
  }

  touch(one: Evictable): void {
    if (this.#open.delete(one)) this.#open.add(one)
  }

  /** Removes a world. */
  remove(one: Evictable): void {
    this.#open.delete(one)
  }
}
