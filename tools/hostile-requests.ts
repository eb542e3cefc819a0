import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildSources } from '../test/support/built-sources.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../test/support/command.ts'
import { exchangeOf, type HostileRun, sendHostile } from '../test/support/hostile/run.ts'
import {
  canonicalResponses,
  cleanUp,
  differing,
  setRules,
} from '../test/support/hostile/server-state.ts'
import { send } from '../test/support/send.ts'

// Sends hostile requests to every interface of a server, over many connections at once. Every
// second round has fault rules. It checks that the server lives, responds as before and to every
// client, gives no unrequested 5xx, and has its memory back:
// tsx tools/hostile-requests.ts [--requests 200000] [--seed snowglobe] [--workers 1]
//   [--connections 64] [--rounds 10] [--print NUMBER]
//
// The option --print shows the exchange of a number as it is sent, and ends.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: 'snowglobe' },
    workers: { type: 'string', default: '1' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '10' },
    print: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
/** Megabytes by which the memory of the processes may exceed that after the first round. */
const largestGrowth = 150
/** Milliseconds for an exchange; the limits allow for other load on the machine. */
const timeouts = { responseMs: 30_000, arrivalMs: 45_000 }

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Returns the megabytes of a process and of all its descendants. */
function residentMegabytes(id: number): number {
  try {
    const own = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]
    const children = readdirSync(`/proc/${id}/task`).flatMap((thread) =>
      readFileSync(`/proc/${id}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return children.reduce(
      (sum, child) => sum + residentMegabytes(Number(child)),
      Number(own) / 1024,
    )
  } catch {
    return 0
  }
}

/** Observes the server during the attack, on connections of its own. */
function watch({ url, child }: RunningServer) {
  const seen = { peakMegabytes: 0, maxWaitMs: 0, failures: 0 }
  let isOver = false
  const looks = (async () => {
    while (!isOver) {
      seen.peakMegabytes = Math.max(seen.peakMegabytes, residentMegabytes(child.pid ?? 0))
      const began = performance.now()
      const status = await send(url, { path: '/_admin/live' }).then(
        (response) => response.status,
        () => 0,
      )
      seen.maxWaitMs = Math.max(seen.maxWaitMs, performance.now() - began)
      if (status !== 200) seen.failures++
      await wait(100)
    }
  })()
  return {
    async end() {
      isOver = true
      await looks
      return seen
    },
  }
}

const added = (into: Map<string, number>, from: ReadonlyMap<string | number, number>) => {
  for (const [name, count] of from) into.set(String(name), (into.get(String(name)) ?? 0) + count)
}

function printCounts(runs: readonly HostileRun[]): void {
  const transports = [...new Set(runs.flatMap(({ statuses }) => [...statuses.keys()]))].sort()
  for (const transport of transports) {
    const counts = new Map<string, number>()
    for (const { statuses } of runs) added(counts, statuses.get(transport) ?? new Map())
    const texts = [...counts].sort().map(([status, count]) => `${status}: ${count}`)
    print(`${transport}: ${texts.join(', ')}`)
  }
  const unanswered = new Map<string, number>()
  for (const run of runs) added(unanswered, run.unanswered)
  print(`without an answer: ${[...unanswered].map(([kind, n]) => `${kind}: ${n}`).join(', ')}`)
}

/**
 * Runs the attack.
 * @returns whether the server held
 */
async function attack(): Promise<boolean> {
  const server = await startServerProcess(['--workers', values.workers, '--journal', '1000'])
  const { url, port, child } = server
  const idle = async () => {
    await wait(2000)
    return residentMegabytes(child.pid ?? 0)
  }
  const before = await canonicalResponses(url)
  print(`begins with ${(await idle()).toFixed(0)} MB`)
  const runs: HostileRun[] = []
  const growth: number[] = []
  let from = 0
  const problems: string[] = []
  for (let round = 0; round < rounds && child.exitCode === null; round++) {
    const mayBreak = round % 2 === 1
    const watching = watch(server)
    const began = performance.now()
    try {
      await setRules(url, mayBreak)
      const run = await sendHostile({
        ...{ port, seed: values.seed, from, timeouts, mayBreak, mayBeSlow: true },
        requests: Number(values.requests) / rounds,
        connections: Number(values.connections),
      })
      runs.push(run)
      from += run.exchanges
      problems.push(...run.problems)
      await setRules(url, false)
      await cleanUp(url)
      for (const request of differing(before, await canonicalResponses(url)))
        problems.push(`round ${round}: answered otherwise than before: ${request}`)
    } catch (error) {
      problems.push(`round ${round}: ${error}`)
    }
    const took = (performance.now() - began) / 1000
    const { peakMegabytes, maxWaitMs, failures } = await watching.end()
    if (failures > 0) problems.push(`round ${round}: /_admin/live failed ${failures} times`)
    growth.push(await idle())
    const { requests = 0, maxMs = 0 } = runs.at(-1) ?? {}
    print(
      `round ${round}${mayBreak ? ' with faults' : ''}: ${requests} requests in ${took.toFixed(0)} s, the longest exchange took ${maxMs.toFixed(0)} ms, a probe waited ${maxWaitMs.toFixed(0)} ms at most, ${peakMegabytes.toFixed(0)} MB at most, ${growth.at(-1)?.toFixed(0)} MB afterwards`,
    )
  }
  printCounts(runs)
  if (child.exitCode !== null || child.signalCode !== null)
    problems.push(`the process ended with ${child.exitCode ?? child.signalCode}`)
  const grown = (growth.at(-1) ?? 0) - (growth[0] ?? 0)
  if (grown > largestGrowth) problems.push(`${grown.toFixed(0)} MB more than after the first round`)
  const log = server.stderr()
  if (log !== '') problems.push(`the log: ${log.slice(0, 2000)}`)
  for (const problem of problems.slice(0, 40)) print(problem)
  print(
    `${runs.reduce((sum, run) => sum + run.requests, 0)} requests in ${from} exchanges, ${problems.length} problems`,
  )
  return problems.length === 0
}

if (values.print !== undefined) {
  const { kind, ending, parts } = exchangeOf(values.seed, Number(values.print), true)
  print(`${kind}, ${ending}\n${parts.map((part) => JSON.stringify(part)).join('\n')}`)
} else {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-hostile-'))
  process.env.SNOWGLOBE_CACHE ??= folder
  const removeSources = await buildSources()
  try {
    process.exitCode = (await attack()) ? 0 : 1
  } finally {
    await stopCommands()
    removeSources()
    rmSync(folder, { recursive: true })
  }
}
