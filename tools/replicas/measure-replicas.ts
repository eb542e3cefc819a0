/*
 * Measures what replicas cost, with a PostgreSQL of its own: changes and reads beside a server by
 * itself, the start of a new replica, how far running clocks differ, and what a busy week leaves in
 * the database. Each figure is printed with what is wanted.
 *
 * Needs the package postgresql. Usage: `npm run build`, then
 * `npx tsx tools/replicas/measure-replicas.ts [changes] [reads] [starts] [clocks] [week]`
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/control/client/connect.ts'
import { startPostgres } from '../../test/replicas/postgres.ts'
import { median } from '../bench/numbers.ts'

const token = 'a-token'
const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** A server, by itself or a replica. */
interface Server {
  readonly url: string
  readonly child: ChildProcess
  /** Milliseconds from the start of the process until it was ready. */
  readonly startMs: number
  readonly client: ReturnType<typeof connect>
}

const servers = new Set<Server>()
const postgres = await startPostgres()

async function start(...flags: string[]): Promise<Server> {
  const began = performance.now()
  const command = [
    'dist/bin/main.js',
    '--port',
    '0',
    '--log-level',
    'error',
    '--admin-token',
    token,
  ]
  const child = spawn(process.execPath, [...command, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout)
    for await (const line of createInterface(child.stdout)) {
      const url = /^snowglobe ready: (\S+)/.exec(line)?.[1]
      if (url === undefined) continue
      child.stdout.resume()
      const startMs = performance.now() - began
      const server = { url, child, startMs, client: connect(url, { token }) }
      servers.add(server)
      return server
    }
  throw new Error('the server has not started')
}

let sandboxes = 0

/** Returns what starts replicas of a new sandbox. */
function newSandbox(...flags: string[]): (name: string) => Promise<Server> {
  sandboxes++
  const sandbox = ['--shared-log', postgres.url, '--sandbox', `s${sandboxes}`]
  return (name) => start(...sandbox, '--replica', name, ...flags)
}

/** Returns the number of changes that a replica has applied itself. */
async function appliedRecords({ url }: Server): Promise<number> {
  const response = await fetch(`${url}/_admin/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return Number(/^snowglobe_log_apply_seconds_count (\d+)/m.exec(await response.text())?.[1])
}

async function end(...some: Server[]): Promise<void> {
  for (const server of some) {
    const ended = once(server.child, 'exit')
    server.child.kill('SIGKILL')
    await ended
    servers.delete(server)
  }
}

const fund = (number: number) => ({
  ...({ do: 'fund', chain: 'C', amount: '1' } as const),
  to: `0x${(0xa11ce000n + BigInt(number)).toString(16).padStart(40, '0')}`,
})

/** Returns the median of the milliseconds of a change. */
async function changeMs({ client }: Server, count = 400): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < count; number++) {
    const began = performance.now()
    await client.act(fund(number))
    times.push(performance.now() - began)
  }
  return median(times.slice(count / 4))
}

/** Processor time of the threads of a process, milliseconds. */
function processorMs({ child }: Server): number {
  const threads = `/proc/${child.pid}/task`
  const times = readdirSync(threads).map((thread) =>
    Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
}

/** Resolves when a replica has done nothing for five seconds: without records it makes a snapshot. */
async function restOf(server: Server): Promise<void> {
  let before = processorMs(server)
  for (let quietSeconds = 0; quietSeconds < 5; ) {
    await sleep(1_000)
    const used = processorMs(server)
    // Beats go on.
    quietSeconds = used - before > 100 ? 0 : quietSeconds + 1
    before = used
  }
}

async function readUs(server: Server, path: string, count = 20_000): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
  const readOnce = () =>
    new Promise<void>((resolve, reject) => {
      http
        .get(server.url + path, { agent }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
    })
  const readAll = (times: number) =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let number = 0; number < times / 8; number++) await readOnce()
      }),
    )
  await readAll(count / 4)
  const before = processorMs(server)
  await readAll(count)
  const used = processorMs(server) - before
  agent.destroy()
  return (used / count) * 1000
}

const rows: Readonly<Record<string, () => Promise<void>>> = {
  async changes() {
    const alone = await start('--size', 'small')
    const ms = await changeMs(alone)
    await end(alone)
    const open = newSandbox('--size', 'small')
    const a = await open('a')
    const one = await changeMs(a)
    const others = [await open('b'), await open('c')]
    const three = await changeMs(a)
    await end(a, ...others)
    print(`change, by itself: ${ms.toFixed(1)} ms`)
    print(`change, one replica: ${one.toFixed(1)} ms, ${(one - ms).toFixed(1)} above (5 wanted)`)
    print(
      `change that three have applied: ${three.toFixed(1)} ms, ${(three - ms).toFixed(1)} above (15 wanted)`,
    )
  },
  async reads() {
    const path = '/v1/chains/43114'
    for (const flags of [['--cache-mb', '0'], []]) {
      const alone = await start('--size', 'small', ...flags)
      const open = newSandbox('--size', 'small', ...flags)
      const replica = await open('a')
      const figures: [own: number, shared: number][] = []
      for (let round = 0; round < 9; round++)
        figures.push([await readUs(alone, path), await readUs(replica, path)])
      const own = median(figures.map(([us]) => us))
      const shared = median(figures.map(([, us]) => us))
      const more = median(figures.map(([us, sharedUs]) => sharedUs / us - 1))
      print(
        `processor time of a read, by itself ${flags.join(' ')}: ${own.toFixed(1)} µs, replica ${shared.toFixed(1)} µs (${(more * 100).toFixed(1)} % more in a round; 3 wanted)`,
      )
      await end(alone, replica)
    }
  },
  async starts() {
    for (const size of ['small', 'medium']) {
      const open = newSandbox('--size', size)
      const a = await open('a')
      for (let number = 0; number < 990; number++) await a.client.act(fund(number))
      // Few where a slow machine has made a snapshot meanwhile.
      const fromLog = await open('b')
      const applied = await appliedRecords(fromLog)
      for (let number = 990; number < 1010; number++) await a.client.act(fund(number))
      await sleep(5_000)
      const fromSnapshot = await open('c')
      print(
        `start of a new ${size} replica: ${(fromLog.startMs / 1000).toFixed(1)} s with ${applied} records to apply (6 wanted for 1,000), ${(fromSnapshot.startMs / 1000).toFixed(1)} s from a snapshot (${size === 'small' ? 1 : 2} wanted)`,
      )
      await end(a, fromLog, fromSnapshot)
    }
  },
  async clocks() {
    const open = newSandbox('--size', 'small', '--clock', 'running', '--pace', '0')
    const three = [await open('a'), await open('b'), await open('c')]
    await sleep(10_000)
    // The first call of each opens its simulation.
    for (const { client } of three) await client.clock.get()
    const differences: number[] = []
    for (let round = 0; round < 200; round++) {
      // By the middle of each request, on one clock.
      const offsets: number[] = []
      for (const { client } of three) {
        const began = performance.now()
        const { now } = await client.clock.get()
        offsets.push(Date.parse(now) - (began + performance.now()) / 2)
      }
      differences.push(Math.max(...offsets) - Math.min(...offsets))
      await sleep(20)
    }
    print(
      `running clocks differ by ${median(differences).toFixed(1)} ms, at most ${Math.max(...differences).toFixed(1)} (50 wanted)`,
    )
    await end(...three)
  },
  async week() {
    const open = newSandbox('--size', 'small', '--clock', 'running', '--pace', 'busy')
    const a = await open('a')
    const began = Date.parse((await a.client.clock.get()).now)
    await a.client.clock.set({ rate: 3600 })
    const reached = async () => (Date.parse((await a.client.clock.get()).now) - began) / 86_400_000
    while ((await reached()) < 3) await sleep(200)
    const during = await open('during')
    await end(during)
    while ((await reached()) < 7) await sleep(200)
    await a.client.clock.set({ mode: 'frozen' })
    await restOf(a)
    const [sizes] = (await postgres.query(
      `SELECT pg_size_pretty(pg_total_relation_size('snowglobe_record')) AS log,
         pg_size_pretty(pg_total_relation_size('snowglobe_part')) AS bodies,
         (SELECT max(position) FROM snowglobe_record) AS records,
         (SELECT count(*) FROM snowglobe_body WHERE name LIKE 'snapshot/%') AS snapshots,
         (SELECT count(*) FROM snowglobe_body WHERE name LIKE 'delta/%') AS deltas`,
    )) as Record<'log' | 'bodies' | 'records' | 'snapshots' | 'deltas', string>[]
    const { bytes } = (await a.client.world()).file
    const b = await open('b')
    print(
      `a busy week: ${sizes?.log} of ${sizes?.records} records, ${sizes?.bodies} of ${sizes?.snapshots} snapshots and ${sizes?.deltas} deltas (100 MB wanted) for a world of ${(bytes / 1e6).toFixed(0)} MB; start of a new replica ${(b.startMs / 1000).toFixed(1)} s (10 wanted), and ${(during.startMs / 1000).toFixed(1)} s after three days, while time passes 3,600 times as fast`,
    )
    await end(a, b)
  },
}

try {
  print(`load ${loadavg()[0]?.toFixed(1)}`)
  const wanted = process.argv.slice(2)
  for (const name of wanted.length > 0 ? wanted : Object.keys(rows)) {
    const row = rows[name]
    if (!row) throw new Error(`there is no row ${name}; there are ${Object.keys(rows).join(', ')}`)
    await row()
  }
} finally {
  await end(...servers)
  await postgres.close()
}
