import { createRandomStreams } from '../../../src/simulator/random.ts'
import { monotonicMs } from '../../../src/time/clock.ts'
import { HostileClient, type Outcome, type Timeouts } from './client.ts'
import type { Exchange } from './exchange.ts'
import { anyExchange } from './exchanges.ts'

export interface HostileWish {
  readonly port: number
  readonly seed: string
  /** Number of the first exchange: each number is one exchange of the seed. */
  readonly from: number
  /** Approximate number of requests. */
  readonly requests: number
  readonly connections: number
  readonly timeouts: Timeouts
  /** Whether some clients wait until the time for a request to arrive is over. */
  readonly mayBeSlow: boolean
  /** Whether rules of the server break connections off. */
  readonly mayBreak: boolean
}

/** Result of hostile requests on a server. */
export interface HostileRun {
  readonly exchanges: number
  readonly requests: number
  /** Number of responses by intended target and status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Requests whose connection ended before their response, by the kind of exchange. */
  readonly unanswered: ReadonlyMap<string, number>
  /** Violations by the server, with the number of the exchange. */
  readonly problems: readonly string[]
  /** Milliseconds of the longest exchange whose requests arrived. */
  readonly maxMs: number
}

/** Returns the exchange of a number, which is the same on every call. */
export const exchangeOf = (seed: string, place: number, mayBeSlow: boolean): Exchange =>
  anyExchange(createRandomStreams(seed).at('hostile exchange', place), mayBeSlow)

/** Sends hostile requests over many connections at once. */
export async function sendHostile(wish: HostileWish): Promise<HostileRun> {
  const { port, seed, from, connections, timeouts, mayBeSlow, mayBreak } = wish
  const statuses = new Map<string, Map<number, number>>()
  const unanswered = new Map<string, number>()
  const problems: string[] = []
  let place = from
  let requests = 0
  let maxMs = 0

  function count(exchange: Exchange, outcome: Outcome): void {
    for (const [i, { status }] of outcome.responses.entries()) {
      const transport = exchange.requests[i]?.transport ?? 'broken'
      const byStatus = statuses.get(transport) ?? new Map<number, number>()
      statuses.set(transport, byStatus.set(status, (byStatus.get(status) ?? 0) + 1))
    }
    const missing = exchange.requests.length - outcome.responses.length
    if (missing > 0) unanswered.set(exchange.kind, (unanswered.get(exchange.kind) ?? 0) + missing)
  }

  async function runOne(client: HostileClient): Promise<void> {
    const own = place++
    const exchange = exchangeOf(seed, own, mayBeSlow)
    requests += Math.max(exchange.requests.length, 1)
    const began = monotonicMs()
    const outcome = await client.run(exchange, mayBreak)
    if (exchange.ending !== 'timed out') maxMs = Math.max(maxMs, monotonicMs() - began)
    count(exchange, outcome)
    if (outcome.problem !== undefined)
      problems.push(`exchange ${own}, ${exchange.kind}: ${outcome.problem}`)
  }

  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new HostileClient(port, timeouts)
      while (requests < wish.requests) await runOne(client)
      client.close()
    }),
  )
  return { exchanges: place - from, requests, statuses, unanswered, problems, maxMs }
}
