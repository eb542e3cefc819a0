import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { InternalErrors } from '../http/server/internal-errors.ts'
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
 * Limits after which a reader that owes the writer a response counts as stuck and is killed. A
 * reader that was stopped is killed at once. The limit of processor time is low; on a busy machine
 * it takes longer by the clock. The third limit is clock time. docs/decisions/0014
 */
const limits = { lookMs: 50, computedMs: 2_000, clockMs: 10_000 } as const

/**
 * Reader as the writer sees it: a process that answers requests without a decision by the writer.
 */
export class ReaderProcess {
  /** Resolves when it is ready; rejects when it ends before. */
  readonly ready: Promise<void>
  /** Resolves after its end, with the reason. */
  readonly ended: Promise<string>
  readonly #child: ChildProcess
  /** Callbacks by message number; undefined means that the reader has ended. */
  readonly #waiting = new Map<number, (reply: FromReader | undefined) => void>()
  #isReady = false
  #hasEnded = false
  #mayServe = false
  /** Resolved at first, because a new reader may not answer requests. */
  #paused: Promise<unknown> = Promise.resolve()
  #count = 0

  /**
   * Starts the process.
   * @param errors sink for the exceptions of the reader
   */
  constructor(beginning: Beginning, errors: Pick<InternalErrors, 'report'>) {
    // The reader runs the same program, whichever way it was started.
    const [, program = ''] = process.argv
    this.#child = fork(program, [readerArgument], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('error', () => {})
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#hasEnded = true
        for (const resolve of this.#waiting.values()) resolve(undefined)
        resolve(signal ?? `exit code ${code}`)
      })
    })
    this.ready = new Promise((resolve, reject) => {
      this.#child.on('message', (message: FromReader) => {
        if (message.is === 'exception')
          errors.report(new Error(`error in a reader process: ${message.stack}`))
        else if (message.is === 'ready') {
          this.#isReady = true
          resolve()
        } else this.#waiting.get(message.number)?.(message)
      })
      void this.ended.then((how) =>
        reject(new Error(`a reader process ended during its start: ${how}`)),
      )
    })
    // A rejection without a waiting caller must not end the process; `ended` reports the end.
    this.ready.catch(() => {})
    this.#send(beginning)
  }

  get isReady(): boolean {
    return this.#isReady && !this.#hasEnded
  }

  /** Lets it answer requests by this state of the world. */
  go(state: ReplicaState): void {
    if (!this.isReady) return
    this.#mayServe = true
    this.#send({ do: 'go', state })
  }

  /** Resolves when it answers no more requests by itself. */
  pause(): Promise<unknown> {
    // A second caller gets the same promise while the first request is pending.
    if (this.#mayServe) this.#paused = this.#ask('pause')
    this.#mayServe = false
    return this.#paused
  }

  /**
   * Returns its requests and metrics since the last report; undefined if it cannot send them any
   * more.
   */
  async report(): Promise<Report | undefined> {
    if (!this.isReady) return undefined
    const reply = await this.#ask('report')
    return reply?.is === 'report' ? reply.report : undefined
  }

  /**
   * Gives it a connection, of which nothing has been read.
   * @returns whether it has the connection; if not, the connection is unchanged
   */
  async take(socket: Socket): Promise<boolean> {
    // Otherwise Node's server counts the connection until the reader reports its end, even after
    // the reader's own end.
    Object.assign(socket, { server: null })
    const reply = await this.#ask('take', socket)
    if (reply) socket.destroy()
    return reply !== undefined
  }

  /** Lets it finish started requests, and ends it. */
  async end(graceMs: number): Promise<void> {
    // Before it is ready it accepts no other message.
    if (!this.isReady) this.kill()
    this.#send({ do: 'end', graceMs })
    await Promise.race([this.ended, wait(graceMs + limits.clockMs, undefined, { ref: false })])
    this.kill()
    await this.ended
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /**
   * Sends a message and waits for its response.
   * @returns undefined if the reader ended before its response, as it does when it takes too long
   */
  async #ask(
    purpose: 'pause' | 'report' | 'take',
    socket?: Socket,
  ): Promise<FromReader | undefined> {
    if (this.#hasEnded) return undefined
    const number = this.#count++
    this.#send({ do: purpose, number }, socket)
    const watch = this.#killWhenStuck()
    const reply = await new Promise<FromReader | undefined>((resolve) => {
      this.#waiting.set(number, resolve)
    })
    clearInterval(watch)
    this.#waiting.delete(number)
    return reply
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
        computedMs - computedAtFirst > limits.computedMs ||
        monotonicMs() - startedAt > limits.clockMs
      )
        this.kill()
    }, limits.lookMs)
  }

  #send(message: ToReader, socket?: Socket): void {
    // A message to a process that has just ended fails: only the end matters.
    if (this.#child.connected) this.#child.send(message, socket, { keepOpen: true }, () => {})
  }
}
