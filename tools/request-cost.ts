import { setImmediate } from 'node:timers/promises'
import type { Snowglobe } from '../src/snowglobe.ts'
import { median } from './bench/numbers.ts'
import type { PageRequest } from './page-requests.ts'

/** Request to a server. */
export interface MeasuredRequest {
  readonly server: Snowglobe
  readonly request: PageRequest
}

/** Mean milliseconds of each of the two in a round: cheap requests are repeated more often. */
const roundMilliseconds = 20
const warmingRounds = 4

/**
 * Measures the milliseconds of processor time of two requests. They take turns, so that other load
 * on the machine disturbs both. A round counts by the medians of its requests. A garbage collection
 * takes as long as thirty requests and may hit the same one of the two repeatedly. The result is
 * the median of the rounds.
 */
export async function costsOf(
  pair: readonly [MeasuredRequest, MeasuredRequest],
  rounds: number,
): Promise<[number, number]> {
  // First requests read from the disk, and frequent ones trigger compilation.
  for (let round = 0; round < warmingRounds; round++) await costsOfRound(pair)
  const measured: [number, number][] = []
  while (measured.length < rounds) measured.push(await costsOfRound(pair))
  return [median(measured.map(([cost]) => cost)), median(measured.map(([, cost]) => cost))]
}

async function costsOfRound([first, second]: readonly [MeasuredRequest, MeasuredRequest]): Promise<
  [number, number]
> {
  const costs: [number[], number[]] = [[], []]
  for (let spent = 0; spent < 2 * roundMilliseconds; ) {
    const [a, b] = [await costOf(first), await costOf(second)]
    costs[0].push(a)
    costs[1].push(b)
    spent += a + b
    // Injected responses are freed in the next turn of the event loop.
    await setImmediate()
  }
  return [median(costs[0]), median(costs[1])]
}

/** Returns the sizes of two responses that differ by more than a tenth, as the end of a line. */
export async function sizesOf(pair: readonly [MeasuredRequest, MeasuredRequest]): Promise<string> {
  const [first, second] = [await bytesOf(pair[0]), await bytesOf(pair[1])]
  return Math.abs(second / first - 1) > 0.1 ? `, ${first} and ${second} bytes` : ''
}

const bytesOf = async (measured: MeasuredRequest) =>
  Buffer.byteLength((await responseTo(measured)).payload)

/** Returns the response to a request. */
export function responseTo({ server, request: { url, body } }: MeasuredRequest) {
  const headers = { 'content-type': 'application/json' }
  return body
    ? server.inject({ method: 'POST', url, headers, payload: body })
    : server.inject({ method: 'GET', url })
}

/** Returns the milliseconds of processor time. */
async function costOf(measured: MeasuredRequest): Promise<number> {
  const before = process.cpuUsage()
  await responseTo(measured)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
