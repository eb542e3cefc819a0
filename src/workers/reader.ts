import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UsageCounts } from '../accounts/usage-counts.ts'
import { buildApp } from '../app.ts'
import { cacheFolders } from '../config/cache-folders.ts'
import type { Config } from '../config/config.ts'
import { measured } from '../control/groups/metrics.ts'
import { isControlRoute } from '../control/http/route-config.ts'
import { createResponseCache } from '../http/cache/response-cache.ts'
import { createFaultRules } from '../http/faults/fault-rules.ts'
import { apiKeyOf } from '../http/guards/api-key.ts'
import { createAuth } from '../http/guards/auth.ts'
import { createRateLimiter } from '../http/guards/rate-limit.ts'
import { createJournal } from '../http/journal/journal.ts'
import { journalReporter } from '../http/journal/journal-reporter.ts'
import { createJournalSpace } from '../http/journal/journal-space.ts'
import { contractInterface } from '../http/request/interfaces.ts'
import { routeConfigOf } from '../http/request/route-config.ts'
import { undelayedIndexer } from '../http/scenarios/undelayed-indexer.ts'
import { connectionLimit } from '../http/server/connection-limit.ts'
import { drain } from '../http/server/drain.ts'
import { createInternalErrors } from '../http/server/internal-errors.ts'
import { startMeters } from '../http/server/process-meters.ts'
import { mainWorldName, type RequestWorld } from '../http/worlds/world-handle.ts'
import { namesWorld } from '../http/worlds/world-of-request.ts'
import { quote } from '../util/quote.ts'
import { yieldToEventLoop } from '../util/yield-to-event-loop.ts'
import { openCachedBase } from '../world/base-cache/cache.ts'
import { repairedBase } from '../world/base-cache/repaired-base.ts'
import { handOver } from './hand-over.ts'
import type { Beginning, FromReader, Report, ToReader } from './messages.ts'
import { Replica } from './replica.ts'

/** Both ends of a connection that is handed over are files of this process. */
const filesOfConnection = 2

/**
 * Answers the requests that depend on the world alone, while the writer guarantees that it does not
 * change. Hands all other requests over. Ends with the writer, or on its message.
 */
export function runReader(): void {
  // A signal to the process group is meant for the writer, which tells its readers when to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.channel?.ref()
  process.once('message', (message: Beginning) => void begin(message))
}

/** Tells whether a request is for a chain, which the writer answers. */
const isOfChain = ({ url }: FastifyRequest): boolean => contractInterface('node', url) === 'chain'

/**
 * Sends a message to the writer. A missing writer is ignored here: its end closes the connection.
 */
const send = (message: FromReader): void => {
  process.send?.(message, undefined, undefined, () => {})
}

async function begin({ config, settings, writerSocket }: Beginning): Promise<void> {
  process.on('disconnect', () => {
    // After a kill of the writer, no other process removes its folder.
    rmSync(dirname(writerSocket), { recursive: true, force: true })
    process.exit(0)
  })
  const openBase = () => openCachedBase(cacheFolders(), settings)
  const base = repairedBase(await openBase(), openBase, (text) => {
    process.stderr.write(`snowglobe: warning: ${text}\n`)
  })
  const replica = new Replica(base, config)
  const cache = config.cacheMb === 0 ? undefined : createResponseCache(config.cacheMb * 1_000_000)
  const errors = createInternalErrors((error) => send({ is: 'exception', stack: stackOf(error) }))
  const meters = startMeters(cache, undefined, errors)
  const usage = new UsageCounts()
  const handle = handleOf(replica, config, usage)
  /** Requests whose responses take more than a turn of the loop, such as signatures. */
  const late = new Set<FastifyReply>()

  const { app, connections } = buildApp({
    config,
    meters,
    worlds: { main: handle, find: servedByWriter, loaded: () => [] },
    controls: { of: servedByWriter },
    before(request, reply, next) {
      if (!replica.isCurrent || !isOfDefaultWorld(request) || isOfChain(request)) {
        handOver(writerSocket, request, reply)
        return
      }
      next()
      if (reply.raw.headersSent) return
      late.add(reply)
      reply.raw.once('close', () => late.delete(reply))
    },
  })
  await app.ready()
  const { server } = app
  // The server checks for slow requests from then on; it gets its connections from the writer.
  server.emit('listening')

  const max = Math.floor((connectionLimit() ?? Number.POSITIVE_INFINITY) / filesOfConnection)
  const reportJournal = journalReporter(handle.journal)
  const report = (): Report => ({
    journal: reportJournal(),
    metrics: measured({ all: () => [] }, meters),
    usage: usage.report(),
  })

  async function pause(): Promise<void> {
    replica.hide()
    while ([...late].some(({ raw }) => !raw.headersSent && !raw.destroyed)) await yieldToEventLoop()
    replica.release()
  }

  async function end(graceMs: number): Promise<void> {
    if (graceMs > 0) await drain(server, connections, graceMs, () => {})
    process.exit(0)
  }

  async function receive(message: ToReader, socket?: Socket): Promise<void> {
    if (message.do === 'take') {
      send({ is: 'taken', number: message.number })
      if (socket) take(server, socket, connections.count.open < max)
    } else if (message.do === 'go') replica.follow(message.state)
    else if (message.do === 'pause') {
      await pause()
      send({ is: 'paused', number: message.number })
    } else if (message.do === 'report')
      send({ is: 'report', number: message.number, report: report() })
    else if (message.do === 'end') await end(message.graceMs)
  }

  process.on('message', (message: ToReader, socket?: Socket) => {
    receive(message, socket).catch((error) => {
      // A reader that has missed a message could show a state that is over.
      process.stderr.write(
        `snowglobe: reader ${process.pid} ends, because it cannot apply the message ${quote(message.do)} of the writer: ${stackOf(error)}\n`,
      )
      process.exit(1)
    })
  })
  // An error in one request must not affect the other clients.
  process.on('uncaughtException', errors.report)
  send({ is: 'ready' })
}

const stackOf = (error: unknown): string =>
  (error instanceof Error ? error.stack : undefined) ?? String(error)

/** Adopts a connection that another process has accepted. */
function take(server: Server, socket: Socket, hasRoom: boolean): void {
  if (!hasRoom) {
    socket.destroy()
    return
  }
  // The options match a server's own connections: a client may end its side, and wait for
  // responses.
  socket.allowHalfOpen = true
  socket.setNoDelay(true)
  server.emit('connection', socket)
}

/** Builds guards that let every request through. When they would not, this process answers none. */
function handleOf(world: Replica, config: Config, usage: UsageCounts): RequestWorld {
  return {
    name: mainWorldName,
    world,
    auth: createAuth('off', { keys: [] }),
    rateLimiter: createRateLimiter('off'),
    faults: createFaultRules(() => world.seed),
    scenarios: { indexer: undelayedIndexer(world), node: world },
    journal: createJournal(config.journal, createJournalSpace(1 + config.journal)),
    usage,
  }
}

/** Tells whether a request needs the main world and has fully arrived. G-138 */
const isOfDefaultWorld = (request: FastifyRequest): boolean =>
  request.raw.complete &&
  !request.is404 &&
  !routeConfigOf(request).needsWriter &&
  !isControlRoute(request) &&
  !namesWorld(request, apiKeyOf(request))

function servedByWriter(): never {
  throw new Error('internal error: only the writer can serve this request')
}
