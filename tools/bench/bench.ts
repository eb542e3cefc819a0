/**
 * Compares the cost of responses with that of a server that only sends the same bytes: a bare
 * Fastify, and node:http below it. The results are ratios only, since the machine may be busy. All
 * servers are loaded in turns, and the processor time of their processes counts.
 *
 *   npm run build && npm run bench [-- --short] [--only TEXT] [--before OTHER/dist/bin/main.js]
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Load, load, type Sent } from './load.ts'
import { fullStore } from './memory.ts'
import { median, table } from './numbers.ts'
import { type Server, startBare, startSnowglobe } from './process.ts'
import { startRatio } from './start.ts'
import { workersTable } from './workers.ts'
import { findDeepLists, findWorks, type Work } from './works.ts'

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    before: { type: 'string' },
  },
})
const main = 'dist/bin/main.js'
const rounds = options.short ? 3 : 7
/** Processor time of one load: short ones are noisy, long ones take long. */
const loadMicroseconds = options.short ? 60_000 : 300_000
const warmingLoads = options.short ? 3 : 6
const print = (text: string) => process.stdout.write(`${text}\n`)

const fastify = await startBare('fastify')
const http = await startBare('http')
const cached = await startSnowglobe(main, [])
const cold = await startSnowglobe(main, ['--cache-mb', '0'])
const before = options.before === undefined ? undefined : await startSnowglobe(options.before, [])
const servers = [fastify, http, cached, cold, ...(before ? [before] : [])]

const bytesOf = async ({ method, path, body }: Work['hot']) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(cached.url + path, { method, ...(body && { body, headers }) })
  return { status: response.status, body: await response.text() }
}

/** Server with its requests. */
type Contestant = readonly [server: Server, requests: readonly Sent[]]

/** Loads contestants in turns. @returns loads of the counted rounds for each */
async function alternate(contestants: readonly Contestant[], status: number): Promise<Load[][]> {
  const amounts: number[] = []
  for (const [server, requests] of contestants) {
    // V8 compiles the ways of a request during its first thousands. After that the number of
    // requests is set to fill the wanted time.
    let amount = 64
    for (let warming = 0; warming < warmingLoads; warming++)
      amount = amountFor((await load(server, requests, amount, status)).cpuMicroseconds)
    amounts.push(amount)
  }
  const loads = contestants.map((): Load[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [i, [server, requests]] of contestants.entries())
      loads[i]?.push(await load(server, requests, amounts[i] ?? 64, status))
  return loads
}

const amountFor = (cpuMicroseconds: number) =>
  Math.max(64, Math.round(loadMicroseconds / cpuMicroseconds))

/**
 * Returns the median over the rounds of a figure, relative to the bare Fastify in the same round.
 */
const ratio = (
  loads: readonly Load[] = [],
  bare: readonly Load[] = [],
  of: (load: Load) => number,
) => median(loads.map((one, i) => of(one) / of(bare[i] ?? one))).toFixed(2)

const cpu = (one: Load) => one.cpuMicroseconds

try {
  const works = await findWorks(cached.url, options.short ? 1000 : 5000)
  const rows: string[][] = []
  const isSelected = ({ name }: Work) => name.includes(options.only)
  for (const work of works.filter(isSelected)) {
    const response = await bytesOf(work.hot)
    for (const bare of [fastify, http]) await bare.respondWith(response)
    const repeated = (server: Server): Contestant => [server, [work.hot]]
    const warm = [fastify, http, cached, ...(before ? [before] : [])].map(repeated)
    const [bare, node, hot, old] = await alternate(warm, work.status)
    // The cold server is loaded apart: its garbage collector threads still work during the next
    // load.
    const [bareAgain, unkept] = await alternate([fastify, cold].map(repeated), work.status)
    let spread = ''
    if (work.spread) {
      // Every request is sent once to fill the cache.
      await load(cached, work.spread, work.spread.length, work.status)
      const spreadLoads = [fastify, cached].map((server): Contestant => [server, work.spread ?? []])
      const [bareSpread, cachedSpread] = await alternate(spreadLoads, work.status)
      spread = ratio(cachedSpread, bareSpread, cpu)
    }
    rows.push([
      work.name,
      ratio(hot, bare, cpu),
      spread,
      ratio(unkept, bareAgain, cpu),
      ...(before ? [ratio(old, bare, cpu)] : []),
      ratio(node, bare, cpu),
      ratio(hot, bare, ({ perSecond }) => perSecond),
      ratio(hot, bare, ({ p99Ms }) => p99Ms),
      `${median((unkept ?? []).map(cpu)).toFixed(0)} µs`,
    ])
  }
  print(
    table(
      [
        'times a bare Fastify',
        'hot',
        'spread',
        'cold',
        ...(before ? ['before'] : []),
        'node:http',
        'throughput',
        'p99',
        'cold takes',
      ],
      rows,
    ),
  )

  const deep: string[][] = []
  for (const { name, first, last } of await findDeepLists(cold.url)) {
    const contestants: Contestant[] = [
      [cold, [first]],
      [cold, [last]],
    ]
    const [beginning, end] = await alternate(contestants, 200)
    deep.push([name, ratio(end, beginning, cpu)])
  }
  print(`\n${table(['cold page of 10, last against first', ''], deep)}`)

  const { residentBytes } = await cached.usage()
  const bareResident = (await fastify.usage()).residentBytes
  print(
    `\nmemory after all this: ${Math.round(residentBytes / 1e6)} MB, ` +
      `${(residentBytes / bareResident).toFixed(2)} times the bare Fastify`,
  )
  print(`\n${await workersTable(main, works.filter(isSelected), rounds)}\n`)
  print(`start to the first 200: ${(await startRatio(main, rounds, false)).toFixed(2)} times`)
  if (!options.short) {
    const { megabytes, renewals } = await fullStore(main)
    print(`memory with a full store of answers: ${megabytes} MB, renewed ${renewals} times`)
    execFileSync(process.execPath, ['scripts/pack-worlds.mjs', 'medium'])
    print(
      `the first start of a machine: ${(await startRatio(main, rounds, true)).toFixed(2)} times`,
    )
  }
} finally {
  for (const server of servers) await server.close()
}
