import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Controls } from '../control/controls.ts'
import type { Journal, JournalReader } from '../http/journal/journal.ts'
import type { InternalErrors } from '../http/server/internal-errors.ts'
import type { Metric } from '../http/server/metric.ts'
import { isUnguarded, type WorldHandle } from '../http/worlds/world-handle.ts'
import type { Coordinator } from '../open-snowglobe.ts'
import { monotonicMs, processStartMs } from '../time/clock.ts'
import { noScenarios } from '../world/scenario-view.ts'
import type { Beginning, ReplicaState, Report } from './messages.ts'
import { ReaderProcess } from './reader-process.ts'
import { type SharedJournal, sharedJournal } from './shared-journal.ts'
import { openWriterSocket, type WriterSocket } from './writer-socket.ts'

/** Minimum milliseconds between the starts of a reader and of its replacement. */
const minUptimeMs = 1_000

/** Operations that show or reset requests, including those of the readers. */
const needsReports = /^\/_admin\/(requests|metrics|reset)(\/|$)/

/** Parts of the server that the readers use. */
interface Served {
  readonly writerSocket: WriterSocket
  readonly main: WorldHandle
  readonly errors: InternalErrors
}

/**
 * Readers of a server, as its writer sees them. They answer requests by a state of the main world
 * that the writer has sent, and only while it is valid. Before any change, each of them has
 * confirmed that it answers no more requests. Until it gets the next state, it hands all requests
 * over.
 */
export class Readers implements Coordinator {
  readonly sharesConnections = true
  readonly #count: number
  readonly #all = new Set<ReaderProcess>()
  #served: Served | undefined
  #journal: SharedJournal | undefined
  /** Connections in transit to a reader. */
  readonly #sharing = new Set<Promise<void>>()
  /** Number of running changes, during which no reader answers requests. */
  #pauses = 0
  #metrics: readonly (readonly Metric[])[] = []
  #ended: Promise<void> | undefined

  constructor(count: number) {
    this.#count = count
  }

  readonly meters = (): readonly (readonly Metric[])[] => this.#metrics

  async run<Result>(change: () => Promise<Result>): Promise<Result> {
    this.#pauses++
    try {
      await Promise.all([...this.#all].map((reader) => reader.pause()))
      return await change()
    } finally {
      this.#pauses--
      for (const reader of this.#all) this.#letGo(reader)
    }
  }

  journalOver(own: Journal, size: number): JournalReader {
    this.#journal = sharedJournal(own, size)
    return this.#journal
  }

  inFrontOf(controls: Controls): Controls {
    return {
      of: (name) => {
        const control = controls.of(name)
        return {
          perform: (operation, input, caller) => {
            const perform = () => control.perform(operation, input, caller)
            // Health operations have to respond whatever the state of the readers is.
            if (operation.isPublic) return perform()
            return this.run(async () => {
              if (needsReports.test(operation.path)) await this.#collect()
              return perform()
            })
          },
        }
      },
    }
  }

  async begin({
    server,
    main,
    errors,
    config,
    settings,
  }: Parameters<Coordinator['begin']>[0]): Promise<void> {
    const writerSocket = await openWriterSocket(server)
    this.#served = { writerSocket, main, errors }
    main.accounts.collectUsage = () => this.#collect()
    main.accounts.collectLogs = () => this.#collect()
    this.#share(server, writerSocket)
    const beginning: Beginning = { do: 'begin', config, settings, writerSocket: writerSocket.path }
    const first = Array.from({ length: this.#count }, () => this.#start(beginning, errors))
    await Promise.all(first.map(({ ready }) => ready))
  }

  shared(): Promise<unknown> {
    return Promise.all(this.#sharing)
  }

  close(graceMs: number): Promise<void> {
    this.#ended ??= Promise.all([...this.#all].map((reader) => reader.end(graceMs))).then(() =>
      this.#served?.writerSocket.close(),
    )
    return this.#ended
  }

  /**
   * Gives the connections of a server to readers, except for those that the readers open
   * themselves.
   */
  #share(server: Server, writerSocket: WriterSocket): void {
    // Node's own listener is the first; listeners that track connections see the given ones too.
    const [serve] = server.listeners('connection') as ((socket: Socket) => void)[]
    if (!serve) throw new Error('internal error: the server is not an HTTP server of Node')
    server.off('connection', serve)
    const giveAway = async (socket: Socket): Promise<void> => {
      if (await this.#next()?.take(socket)) return
      serve.call(server, socket)
      socket.resume()
    }
    server.prependListener('connection', (socket: Socket) => {
      if (writerSocket.has(socket)) {
        serve.call(server, socket)
        return
      }
      const given = giveAway(socket).finally(() => this.#sharing.delete(given))
      this.#sharing.add(given)
    })
  }

  #start(beginning: Beginning, errors: InternalErrors): ReaderProcess {
    const startedAt = monotonicMs()
    const reader = new ReaderProcess(beginning, errors)
    this.#all.add(reader)
    reader.ready.then(
      () => this.#letGo(reader),
      () => {},
    )
    void reader.ended.then(async (how) => {
      this.#all.delete(reader)
      if (this.#ended) return
      process.stderr.write(
        `snowglobe: warning: a reader process has ended (${how}); another one replaces it\n`,
      )
      await wait(Math.max(0, minUptimeMs - (monotonicMs() - startedAt)))
      if (!this.#ended) this.#start(beginning, errors)
    })
    return reader
  }

  /** Returns the readers in turn; the least recently used one comes first. */
  #next(): ReaderProcess | undefined {
    for (const reader of this.#all) {
      if (!reader.isReady) continue
      this.#all.delete(reader)
      this.#all.add(reader)
      return reader
    }
    return undefined
  }

  /**
   * Lets a reader answer requests, unless a change is running or guards have to check each request.
   */
  #letGo(reader: ReaderProcess): void {
    const { main } = this.#served ?? {}
    if (this.#pauses > 0 || !main) return
    // G-138
    if (isUnguarded(main) && main.scenarios.active === noScenarios) reader.go(stateOf(main))
  }

  /** Adds the readers' requests, metrics and counts of usage since the last time. */
  async #collect(): Promise<void> {
    const reports: { from: ReaderProcess; report: Report }[] = []
    await Promise.all(
      [...this.#all].map(async (reader) => {
        const report = await reader.report()
        if (report) reports.push({ from: reader, report })
      }),
    )
    this.#journal?.take(reports.map(({ from, report }) => ({ from, report: report.journal })))
    for (const { report } of reports) this.#served?.main.accounts.usage.add(report.usage)
    this.#metrics = reports.map(({ report }) => report.metrics)
  }
}

function stateOf({ world }: WorldHandle): ReplicaState {
  const { id, seed, revision, head, now, worldFile = null, clock } = world
  const { currentUntil } = clock
  return {
    ...{ id, seed, revision, head, now },
    file: worldFile,
    clock: { ...clock.lastSet, tickMs: clock.lastSet.tickMs + processStartMs },
    until: Number.isFinite(currentUntil) ? currentUntil : null,
  }
}
