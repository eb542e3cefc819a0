import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { monotonicMs } from '../src/time/clock.ts'

/*
 * Lets 30 days pass at pace busy and reads the world meanwhile. Checks that each response shows one
 * whole state: its blocks are linked by hash, responses of one state are equal, and states never go
 * back. Prints the durations of the reads, and when the slowest ones began. On a busy machine reads
 * also wait for the machine, so it also prints `held`: the processor time of the server's thread
 * during a read (on Linux). The exit code is 1 for a
 * response that is not whole, or not within the bound. Usage, after `npm run build`:
 *
 *   npx tsx tools/measure-reads-while-time-passes.ts [--in OTHER_CHECKOUT] [--reads 1000] [--days 30]
 */

const { values } = parseArgs({
  options: {
    in: { type: 'string', default: '.' },
    reads: { type: 'string', default: '1000' },
    days: { type: 'string', default: '30' },
  },
})

/** Maximum milliseconds of a read. */
const bound = 250
const paths = [
  '/v1/chains/43114/blocks?pageSize=25',
  '/v1/chains/930114/blocks?pageSize=25',
  '/v1/networks/mainnet/blockchains/p-chain/transactions?pageSize=10',
]

const child = spawn(
  process.execPath,
  [join(resolve(values.in), 'dist/bin/main.js'), '--port', '0', '--log-level', 'error'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
let url = ''
for await (const line of createInterface({ input: child.stdout })) {
  url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0] ?? ''
  if (url) break
}

const threadTimes = `/proc/${child.pid}/task/${child.pid}/schedstat`
/** Returns the milliseconds that the server's thread has worked; 0 on other systems than Linux. */
const workedMs = existsSync(threadTimes)
  ? () => Number(readFileSync(threadTimes, 'utf8').split(' ')[0]) / 1_000_000
  : () => 0

const agent = new Agent({ keepAlive: true })

interface Received {
  readonly status: number | undefined
  /** Time that the world had reached, where the response shows a state before the end. */
  readonly reached: string | undefined
  readonly body: string
}

const read = (path: string) =>
  new Promise<Received>((done, fail) => {
    get(url + path, { agent }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      done({
        status: response.statusCode,
        reached: response.headers['x-snowglobe-passing']?.toString(),
        body: Buffer.concat(parts).toString(),
      })
    }).on('error', fail)
  })

const change = (method: string, path: string, body: unknown) =>
  new Promise<number | undefined>((done, fail) => {
    const headers = { 'content-type': 'application/json' }
    request(url + path, { method, agent, headers }, (response) => {
      response.resume().on('end', () => done(response.statusCode))
    })
      .on('error', fail)
      .end(JSON.stringify(body))
  })

/** Returns why a response is not one whole state; undefined: it is. */
function problemOf(path: string, { status, reached, body }: Received): string | undefined {
  if (status !== 200) return `status ${status}`
  const { blocks = [] } = JSON.parse(body) as {
    blocks?: { blockHash: string; parentHash: string }[]
  }
  const isLinked = blocks.every(
    ({ parentHash }, index) =>
      index === blocks.length - 1 || parentHash === blocks[index + 1]?.blockHash,
  )
  if (!isLinked) return 'blocks are not linked'
  if (reached === undefined) return undefined
  const latest = latestReached.get(path) ?? ''
  if (reached < latest) return `${reached} after ${latest}`
  latestReached.set(path, reached)
  // The token of the next page names the second of its issue.
  const state = body.replace(/"nextPageToken":"[^"]*"/, '')
  const other = states.get(`${path} ${reached}`) ?? state
  states.set(`${path} ${reached}`, state)
  return other === state ? undefined : `two bodies of the state at ${reached}`
}

const states = new Map<string, string>()
const latestReached = new Map<string, string>()

try {
  for (const path of paths) await read(path)
  await change('PUT', '/_admin/clock', { pace: 'busy' })
  const began = monotonicMs()
  await change('POST', '/_admin/clock/advance', { by: `${values.days}d`, wait: false })
  const measured: { path: string; at: number; ms: number; held: number; isDuring: boolean }[] = []
  const problems: string[] = []
  while (measured.length < Number(values.reads)) {
    const path = paths[measured.length % paths.length] as string
    const worked = workedMs()
    const at = monotonicMs()
    const received = await read(path)
    const isDuring = received.reached !== undefined
    measured.push({
      path,
      at: at - began,
      ms: monotonicMs() - at,
      held: workedMs() - worked,
      isDuring,
    })
    const problem = problemOf(path, received)
    if (problem) problems.push(`${path}: ${problem}`)
  }
  const line = (name: 'ms' | 'held') => {
    const sorted = measured.map((each) => each[name]).sort((one, other) => one - other)
    const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
    return `${name}: median ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)} (bound ${bound})`
  }
  const slowest = measured.toSorted((one, other) => other.ms - one.ms)
  process.stdout.write(
    [
      `${measured.length} reads in ${Math.round((monotonicMs() - began) / 1000)} s, ` +
        `${measured.filter(({ isDuring }) => isDuring).length} during the advance, of ${states.size} states`,
      line('ms'),
      line('held'),
      ...slowest
        .slice(0, 5)
        .map(
          ({ path, at, ms, held }) =>
            `  ${Math.round(ms)} (held ${Math.round(held)}) at ${Math.round(at)}: ${path}`,
        ),
      `not whole: ${problems.length}`,
      ...problems.slice(0, 10),
      '',
    ].join('\n'),
  )
  if (problems.length > 0 || (slowest[0]?.ms ?? 0) >= bound) process.exitCode = 1
} finally {
  agent.destroy()
  child.kill()
}
