import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../time/clock.ts'
import {
  type Beginning,
  type FromReader,
  type ReplicaState,
  type Report,
  readerArgument,
  type ToReader,
} from './messages.ts'
import { processState } from './process-state.ts'

/**
 * When a reader that owes the writer an answer counts as stuck and is killed: at once when somebody
 * has stopped it, after it has computed for so long, which on a busy machine takes longer than by
 * the clock, and after so long by the clock. docs/decisions/0014
 */
const patience = { lookMs: 50, computedMs: 2_000, clockMs: 10_000 } as const

/** A reader as the writer sees it: a process that answers what nobody has to decide. */
export class ReaderProcess {
  /** Resolves when it is ready; rejects when it ends before. */
  readonly ready: Promise<void>
  /** Resolves when it is no more, with what ended it. */
  readonly ended: Promise<string>
  readonly #child: ChildProcess
  /** Undefined: it has ended. */
  readonly #waiting = new Map<number, (answer: FromReader | undefined) => void>()
  #isReady = false
  #hasEnded = false
  #mayAnswer = false
  /** Since it may not answer. */
  #paused: Promise<unknown> = Promise.resolve()
  #count = 0

  constructor(beginning: Beginning) {
    // The same program, whichever way it was started.
    const [, program = ''] = process.argv
    this.#child = fork(program, [readerArgument], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('error', () => {})
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#hasEnded = true
        for (const tell of this.#waiting.values()) tell(undefined)
        resolve(signal ?? `exit code ${code}`)
      })
    })
    this.ready = new Promise((resolve, reject) => {
      this.#child.on('message', (message: FromReader) => {
        if (message.is !== 'ready') return this.#waiting.get(message.number)?.(message)
        this.#isReady = true
        resolve()
      })
      void this.ended.then((how) => reject(new Error(`a reader ended at its start: ${how}`)))
    })
    // Whoever does not wait for it hears of the end.
    this.ready.catch(() => {})
    this.#send(beginning)
  }

  get isReady(): boolean {
    return this.#isReady && !this.#hasEnded
  }

  /** Lets it answer by this moment of the world. */
  go(state: ReplicaState): void {
    if (!this.isReady) return
    this.#mayAnswer = true
    this.#send({ do: 'go', state })
  }

  /** Resolves when it answers nothing any more by itself. */
  pause(): Promise<unknown> {
    // Also for whoever comes while it has been asked and has not said so yet.
    if (this.#mayAnswer) this.#paused = this.#ask('pause')
    this.#mayAnswer = false
    return this.#paused
  }

  /** What it has met since the last time; undefined where it cannot say so any more. */
  async report(): Promise<Report | undefined> {
    if (!this.isReady) return undefined
    const answer = await this.#ask('report')
    return answer?.is === 'report' ? answer.report : undefined
  }

  /**
   * Gives it a connection, of which nothing has been read.
   * @returns whether it has it; else the connection is as it was
   */
  async take(socket: Socket): Promise<boolean> {
    // Else Node's server counts it until the reader says that it is over, also after its own end.
    Object.assign(socket, { server: null })
    const answer = await this.#ask('take', socket)
    if (answer) socket.destroy()
    return answer !== undefined
  }

  /** Lets it answer what has begun; then it is gone. */
  async end(graceMs: number): Promise<void> {
    // Before it is ready it listens to nothing else.
    if (!this.isReady) this.kill()
    this.#send({ do: 'end', graceMs })
    await Promise.race([this.ended, wait(graceMs + patience.clockMs, undefined, { ref: false })])
    this.kill()
    await this.ended
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** @returns undefined where it ended before it answered, as it does when it takes too long */
  async #ask(what: 'pause' | 'report' | 'take', socket?: Socket): Promise<FromReader | undefined> {
    if (this.#hasEnded) return undefined
    const number = this.#count++
    this.#send({ do: what, number }, socket)
    const watch = this.#killWhenStuck()
    const answer = await new Promise<FromReader | undefined>((resolve) => {
      this.#waiting.set(number, resolve)
    })
    clearInterval(watch)
    this.#waiting.delete(number)
    return answer
  }

  #killWhenStuck(): NodeJS.Timeout {
    const { pid = 0 } = this.#child
    const startedAt = monotonicMs()
    let computedAtFirst: number | undefined
    return setInterval(() => {
      const { isStopped = false, computedMs = 0 } = processState(pid) ?? {}
      computedAtFirst ??= computedMs
      if (
        isStopped ||
        computedMs - computedAtFirst > patience.computedMs ||
        monotonicMs() - startedAt > patience.clockMs
      )
        this.kill()
    }, patience.lookMs)
  }

  #send(message: ToReader, socket?: Socket): void {
    // A message to a process that has just ended fails: what matters is the end.
    if (this.#child.connected) this.#child.send(message, socket, { keepOpen: true }, () => {})
  }
}
