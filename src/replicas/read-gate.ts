import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import type { CurrentHeaders } from '../http/cache/fast-path.ts'
import { HttpError } from '../http/response/errors.ts'
import { EngineAwayError } from '../shared-log/errors.ts'
import { quote } from '../util/quote.ts'
import type { LogFollower } from './following/log-follower.ts'
import type { ReplicaMeters } from './replica-meters.ts'

/** Response: the position that it contains. */
const positionHeader = 'x-snowglobe-position'
/** Request: a position that the response has to contain. */
const afterHeader = 'x-snowglobe-after'
/** Request: `current` for a response with everything that was acknowledged before it. */
const readHeader = 'x-snowglobe-read'
/** Response: seconds since the replica has heard from the engine. */
const staleHeader = 'x-snowglobe-stale'

/** Milliseconds that a request waits for a position. */
const afterMs = 5_000

/** Milliseconds that a read waits for an engine that does not respond. */
const silentMs = 2_000

const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Lets a request read when the replica knows that it holds what the request has to see. */
export class ReadGate {
  readonly #follower: LogFollower
  readonly #reads: 'local' | 'current'
  readonly #meters: ReplicaMeters

  constructor(follower: LogFollower, reads: 'local' | 'current', meters: ReplicaMeters) {
    this.#follower = follower
    this.#reads = reads
    this.#meters = meters
  }

  /** Headers of a response from memory, as long as no record is applied. */
  #headers: readonly [name: string, value: string] = [positionHeader, '0']

  /** Tells whether what is applied has everything that a request has to see. */
  #sees({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    const isLocal = headers[afterHeader] === undefined && headers[readHeader] === undefined
    return isLocal && this.#reads === 'local' && this.#follower.membership.isTrusted
  }

  readonly headersFor: CurrentHeaders = (request) => {
    if (!this.#sees(request)) return undefined
    const position = String(this.#follower.position)
    if (this.#headers[1] !== position) this.#headers = [positionHeader, position]
    return this.#headers
  }

  readonly onRequest: onRequestHookHandler = (request, reply, done) => {
    // Most requests: the rest costs a tenth of what a response costs.
    if (isRead(request.method) && this.#sees(request)) {
      reply.header(positionHeader, this.#follower.position)
      return done()
    }
    const path = request.url.split('?', 1)[0] ?? ''
    if (/^\/_admin\/(live|ready)$/.test(path)) return done()
    const refusal = this.#refusalOf(request)
    if (refusal) return done(refusal)
    const after = request.headers[afterHeader]
    const isCurrent = this.#reads === 'current' || request.headers[readHeader] === 'current'
    if (after === undefined && !isCurrent && this.#follower.membership.isTrusted) {
      reply.header(positionHeader, this.#follower.position)
      return done()
    }
    this.#wait(reply, isCurrent, after === undefined ? 0 : Number(after)).then(() => done(), done)
  }

  /** Names the position that a change has reached. */
  readonly onSend: onSendHookHandler = (request, reply, _payload, done) => {
    if (!isRead(request.method) && reply.hasHeader(positionHeader))
      reply.header(positionHeader, this.#follower.position)
    done()
  }

  #refusalOf({ headers }: FastifyRequest): HttpError | undefined {
    const { refusal } = this.#follower
    if (refusal !== undefined) return new HttpError(503, refusal, 1)
    const after = headers[afterHeader]
    if (after !== undefined && !/^\d{1,15}$/.test(String(after)))
      return new HttpError(
        400,
        `${afterHeader} must be the ${positionHeader} of an earlier response, such as 42, found ${quote(after)}`,
      )
    const read = headers[readHeader]
    if (read !== undefined && read !== 'current' && read !== 'local')
      return new HttpError(400, `${readHeader} must be current or local, found ${quote(read)}`)
    return undefined
  }

  async #wait(reply: FastifyReply, isCurrent: boolean, after: number): Promise<void> {
    if (isCurrent || !this.#follower.membership.isTrusted)
      await this.#learnHead().catch(() => {
        if (isCurrent) throw new HttpError(503, 'the shared log cannot be reached; try again', 1)
        // The trust in what is applied has ended: others may have acknowledged more since.
        reply.header(staleHeader, Math.floor(this.#follower.contact.silentSeconds))
        this.#meters.stale++
      })
    if (after > 0 && !(await this.#follower.whenApplied(after, afterMs)))
      throw new HttpError(
        503,
        `this replica has not applied position ${after} of the shared log yet; try again`,
        1,
      )
    // It may have halted, or begun again, while the read was waiting.
    const { refusal } = this.#follower
    if (refusal !== undefined) throw new HttpError(503, refusal, 1)
    reply.header(positionHeader, this.#follower.position)
  }

  /** @throws EngineAwayError soon, also while the engine hangs */
  async #learnHead(): Promise<void> {
    const learned = this.#follower.learnHead()
    const late = sleep(silentMs, 'late', { ref: false })
    if ((await Promise.race([learned, late])) !== 'late') return
    if (this.#follower.contact.silentSeconds < silentMs / 1000) return learned
    learned.catch(() => {})
    throw new EngineAwayError('it does not respond')
  }
}
