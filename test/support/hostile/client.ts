import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Exchange, HostileRequest } from './exchange.ts'
import { type ReadResponse, ResponseReader } from './response-reader.ts'

/** Outcome of an exchange. */
export interface Outcome {
  /** Responses in order; those after the complete requests refuse the incomplete ones. */
  readonly responses: readonly ReadResponse[]
  readonly isClosed: boolean
  /** Violation by the server; undefined without one. */
  readonly problem: string | undefined
}

export interface Timeouts {
  /** Milliseconds for an exchange whose requests arrive. */
  readonly responseMs: number
  /** Milliseconds for an exchange whose request never arrives. */
  readonly arrivalMs: number
}

/** Client that keeps its connection as long as the server does. */
export class HostileClient {
  readonly #port: number
  readonly #timeouts: Timeouts
  #socket: Socket | undefined
  /** Previous exchange on the connection. */
  #previous = 'a new connection'

  constructor(port: number, timeouts: Timeouts) {
    this.#port = port
    this.#timeouts = timeouts
  }

  /**
   * Sends an exchange and waits for its outcome.
   * @param mayBreak whether rules of the server break connections off
   */
  async run(exchange: Exchange, mayBreak: boolean): Promise<Outcome> {
    this.#socket ??= connect(this.#port, '127.0.0.1').setNoDelay(true)
    const outcome = await converse(this.#socket, exchange, mayBreak, this.#timeouts)
    const problem = outcome.problem && `${outcome.problem} (on ${this.#previous})`
    this.#previous = `a connection behind ${exchange.kind}, ${exchange.ending}, of which the last was ${exchange.requests.at(-1)?.text.slice(0, 200)}`
    if (outcome.isClosed || problem !== undefined) this.close()
    return { ...outcome, problem }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
    this.#previous = 'a new connection'
  }
}

/** Listens to a connection from the first byte of an exchange to its end. */
function converse(
  socket: Socket,
  exchange: Exchange,
  mayBreak: boolean,
  { responseMs, arrivalMs }: Timeouts,
): Promise<Outcome> {
  const { requests, ending } = exchange
  const responses: ReadResponse[] = []
  let broken: string | undefined
  let isSent = false

  return new Promise((resolve) => {
    const reader = new ResponseReader(
      (response) => {
        responses.push(response)
        endWhenDone()
      },
      () => requestOf(exchange, responses.length),
    )
    const deadline = setTimeout(
      () => end(false, `${responses.length} of ${requests.length} answered, then nothing`),
      ending === 'timed out' ? arrivalMs : responseMs,
    )

    /** Ends when all is answered, and sent: some responses come before the rest of their request. */
    function endWhenDone(): void {
      const isComplete = responses.length === requests.length && responses.at(-1)?.isLast !== true
      if (ending === 'kept' && isSent && isComplete) end(false)
    }

    function end(isClosed: boolean, problem?: string): void {
      clearTimeout(deadline)
      socket.off('data', read).off('close', closed)
      resolve({ responses, isClosed, problem: problem ?? problemOf(responses, requests) })
    }

    function read(bytes: Buffer): void {
      try {
        reader.push(bytes)
      } catch (error) {
        broken ??= (error as Error).message
        if (!mayBreak) end(false, broken)
      }
    }

    function closed(): void {
      reader.close()
      const isCut = reader.unfinished !== undefined
      end(
        true,
        mayBreak || ending === 'left' ? undefined : problemOfEnd(exchange, responses, isCut),
      )
    }

    socket.on('data', read).on('close', closed)
    // A reset connection is closed, too.
    if (socket.listenerCount('error') === 0) socket.on('error', () => {})
    if (socket.destroyed) closed()
    else
      void send(socket, exchange).then(() => {
        isSent = true
        endWhenDone()
      })
  })
}

/**
 * Returns the request that a response belongs to. One without a whole head has no method: its
 * refusal has a body.
 */
function requestOf({ requests, incomplete = '' }: Exchange, place: number) {
  const [method = ''] = incomplete.includes('\r\n\r\n') ? incomplete.split(' ', 1) : []
  return requests[place] ?? { method, text: incomplete }
}

async function send(socket: Socket, { parts, pauseMs, ending }: Exchange): Promise<void> {
  for (const part of parts) {
    if (socket.destroyed) return
    socket.write(part, 'latin1')
    if (pauseMs > 0) await wait(pauseMs)
  }
  if (ending === 'half closed') socket.end()
  // The data has usually arrived by then.
  if (ending === 'left') setTimeout(() => socket.destroy(), 5)
}

/** Returns the problem with the end that the server made. */
function problemOfEnd(
  { requests, ending }: Exchange,
  responses: readonly ReadResponse[],
  isCut: boolean,
): string | undefined {
  if (ending === 'closed') return undefined
  const isAnnounced = responses.at(-1)?.isLast === true
  const isLarge = requests.at(-1)?.isTooLarge === true
  if (isCut) return 'closed within an answer'
  if (ending === 'refused' || ending === 'timed out') {
    if (responses.length !== requests.length + 1) return `${responses.length} answers, then closed`
    // A request without an operation is refused before its body has arrived.
    return [400, 404].includes(responses.at(-1)?.status ?? 0)
      ? undefined
      : `refused with ${responses.at(-1)?.status}`
  }
  const mayMiss = isAnnounced || isLarge || ending === 'half closed'
  if (responses.length < requests.length && !mayMiss)
    return `closed after ${responses.length} of ${requests.length} answers`
  return undefined
}

/** Returns the problem with the responses, independent of the requests. */
function problemOf(
  responses: readonly ReadResponse[],
  requests: readonly HostileRequest[],
): string | undefined {
  for (const [place, { status, head, body, length }] of responses.entries()) {
    const isRequested = requests[place]?.requestsFault || /^x-snowglobe-fault: /im.test(head)
    if (status >= 500 && !isRequested) return `${status}: ${body.slice(0, 200)}`
    if (status >= 400 && length > maxErrorLength)
      return `an error of ${length} bytes: ${body.slice(0, 200)}`
    if (/\bat .{0,80}\.[jt]s:\d+/.test(body)) return `a stack trace: ${body.slice(0, 200)}`
  }
  return undefined
}

/** Maximum bytes of an error, which names the mistake and does not repeat it. */
const maxErrorLength = 2048
