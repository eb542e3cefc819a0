import type { SerialQueue } from '../serial-queue.ts'
import type { DiskSpace } from '../storage/disk-space.ts'
import type { WorldStorage } from '../storage/world-storage.ts'
import type { WorldClock } from './world-clock.ts'

/** Interval between two writes of the time, milliseconds. */
const intervalMs = 1000

interface StoredTimeOf {
  readonly clock: WorldClock
  readonly storage: WorldStorage
  /** Queue of all changes of the world, each of which stores the time itself. */
  readonly queue: SerialQueue
  readonly disk: DiskSpace
}

/**
 * Time of a running clock in the world's file. It passes without changes, so it is stored once a
 * second: a killed process loses no more than its last second.
 */
export class StoredTime {
  readonly #of: StoredTimeOf
  readonly #timer: NodeJS.Timeout
  #storedTime: string | undefined

  constructor(of: StoredTimeOf) {
    this.#of = of
    this.#timer = setInterval(() => this.store(), intervalMs).unref()
  }

  /** Stores the present time, unless a change is running or the file is closed. */
  store(): void {
    const { clock, storage, queue, disk } = this.#of
    if (clock.mode !== 'running' || queue.pending || disk.isFull) return
    const setting = clock.knownSetting
    if (!setting || setting.now === this.#storedTime) return
    try {
      storage.opened?.noteTime(setting)
      this.#storedTime = setting.now
    } catch (error) {
      // The next change reports any other problem than lack of space to its caller.
      storage.failed(error)
    }
  }

  /** Ends it without a last write. */
  close(): void {
    clearInterval(this.#timer)
  }
}
