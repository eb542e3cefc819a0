/*
 * Checks what replicas promise, by histories: clients add to counters and read them through random
 * replicas of the example of docs/replicas.md, while processes are hurt. Each read is compared with
 * the additions that were acknowledged before it began and those that had begun before it ended.
 *
 * - local: usual reads that are not marked as stale, while replicas are stopped and go on (row 4),
 *   and while everything is hurt
 * - after: reads that name the position of an acknowledged change, while everything is hurt (row 5)
 * - current: reads of the head, while everything is hurt; none is behind an earlier one (row 6)
 *
 * Ends with 1 when a read was wrong. Needs the packages postgresql and haproxy. Usage:
 * `npx tsx tools/replicas/check-histories.ts [--reads 10000] [--seed 1]`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ExampleReplica, startExample } from '../../test/replicas/example-fleet.ts'
import { impossibleReads, type Operation } from '../../test/shared-log/history.ts'
import { buildSources, bundled } from '../../test/support/built-sources.ts'

const kinds = ['local', 'after', 'current'] as const
type Kind = (typeof kinds)[number]

const { values } = parseArgs({
  options: {
    reads: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
})
const wanted = Number(values.reads)
const print = (text: string): void => void process.stdout.write(`${text}\n`)

let state = Number(values.seed) >>> 0 || 1
/** Returns a number from 0 to below a bound; a seed gives the same ones each time. */
function random(bound: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % bound
}

/** Milliseconds that a client waits for a response. */
const timeoutMs = 4_000

/** A counter: the balance of one address in whole AVAX. */
interface Counter {
  readonly address: string
  readonly history: Operation[]
  /** Highest position of an acknowledged addition. */
  position: number
}

const counterCount = 8
let made = 0
const newCounter = (): Counter => {
  made++
  const address = `0x${(0xc0117e50000n + BigInt(made)).toString(16).padStart(40, '0')}`
  return { address, history: [], position: 0 }
}

const removeSources = await buildSources()
const fleet = await startExample([bundled('main')])
const { adminToken, replicas, postgres } = fleet

const anyOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item

async function add(counter: Counter): Promise<void> {
  const start = performance.now()
  const operation = { call: 'add', amount: 1, start } as const
  const done = (end: number | undefined) => counter.history.push({ ...operation, end })
  try {
    const response = await fetch(`${anyOf(replicas).url}/_admin/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ do: 'fund', chain: 'C', to: counter.address, amount: '1' }),
      signal: AbortSignal.timeout(2 * timeoutMs),
    })
    const text = await response.text()
    if (response.status === 200) {
      done(performance.now())
      const position = Number(response.headers.get('x-snowglobe-position'))
      counter.position = Math.max(counter.position, position)
    } else if (!/"outcome":"none"/.test(text)) done(undefined)
  } catch (error) {
    // A refused connection has carried nothing.
    if (!/ECONNREFUSED/.test(String((error as Error).cause))) done(undefined)
  }
}

const headersFor = (kind: Kind, { position }: Counter): Record<string, string> => {
  if (kind === 'after') return { 'x-snowglobe-after': `${position}` }
  return kind === 'current' ? { 'x-snowglobe-read': 'current' } : {}
}

/** Reads a counter. @returns whether there was a value */
async function read(kind: Kind, counter: Counter): Promise<boolean> {
  const start = performance.now()
  try {
    const path = `/v1/chains/43114/addresses/${counter.address}/balances:getNative`
    const response = await fetch(anyOf(replicas).url + path, {
      headers: headersFor(kind, counter),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = (await response.json()) as { nativeTokenBalance?: { balance: string } }
    if (response.status !== 200 || !body.nativeTokenBalance) return false
    // A replica without contact says so: its response promises nothing.
    if (kind === 'local' && response.headers.has('x-snowglobe-stale')) return false
    const value = Number(BigInt(body.nativeTokenBalance.balance) / 10n ** 18n)
    counter.history.push({ call: 'read', value, start, end: performance.now() })
    return true
  } catch {
    return false
  }
}

/** Counts reads that are behind one that ended before they began. */
function regressions(history: readonly Operation[]): number {
  const reads = history.filter((operation) => operation.call === 'read')
  const byEnd = [...reads].sort((a, b) => a.end - b.end)
  let [place, highest, count] = [0, 0, 0]
  for (const one of [...reads].sort((a, b) => a.start - b.start)) {
    for (let next = byEnd[place]; next && next.end < one.start; next = byEnd[++place])
      highest = Math.max(highest, next.value)
    if (one.value < highest) count++
  }
  return count
}

const stop = async (replica: ExampleReplica): Promise<void> => {
  replica.signal('SIGSTOP')
  await sleep(1_000 + random(4_000))
  replica.signal('SIGCONT')
}

const endAndStart =
  (signal: NodeJS.Signals) =>
  async (replica: ExampleReplica): Promise<void> => {
    replica.signal(signal)
    await replica.ended()
    await sleep(random(2_000))
    await replica.start()
  }

/** What is done to one of the processes. */
const harms = {
  stop,
  kill: endAndStart('SIGKILL'),
  restart: endAndStart('SIGTERM'),
  async 'engine-stop'() {
    postgres.signal('SIGSTOP')
    await sleep(500 + random(4_000))
    postgres.signal('SIGCONT')
  },
  async 'engine-kill'() {
    await postgres.kill()
    await sleep(random(2_000))
    await postgres.start()
  },
}

/** Runs clients until there are enough reads of each kind. @returns number of wrong reads */
async function check(wantedKinds: readonly Kind[], harmNames: readonly (keyof typeof harms)[]) {
  const counters = new Map(
    wantedKinds.map((kind) => [kind, Array.from({ length: counterCount }, newCounter)]),
  )
  const reads = new Map(wantedKinds.map((kind) => [kind, 0]))
  const isDone = () => wantedKinds.every((kind) => (reads.get(kind) ?? 0) >= wanted)
  const began = performance.now()
  const seen = new Map<string, number>()
  const harming = (async () => {
    while (!isDone()) {
      const name = anyOf(harmNames)
      seen.set(name, (seen.get(name) ?? 0) + 1)
      await harms[name](anyOf(replicas))
      await sleep(1_000 + random(2_000))
    }
  })()
  const clients = wantedKinds.flatMap((kind) => {
    const some = counters.get(kind) ?? []
    const reader = async () => {
      while (!isDone()) {
        if (await read(kind, anyOf(some))) reads.set(kind, (reads.get(kind) ?? 0) + 1)
        await sleep(4)
      }
    }
    const adder = async () => {
      while (!isDone()) {
        await add(anyOf(some))
        await sleep(20)
      }
    }
    return [reader(), reader(), reader(), adder(), adder()]
  })
  await Promise.all([...clients, harming])
  const seconds = Math.round((performance.now() - began) / 1000)
  print(`${seconds} s; ${[...seen].map(([name, count]) => `${count} ${name}`).join(', ')}`)
  let wrong = 0
  for (const kind of wantedKinds) {
    const histories = (counters.get(kind) ?? []).map(({ history }) => history)
    const missed = histories.reduce((sum, history) => sum + impossibleReads(history).length, 0)
    const behind =
      kind === 'current' ? histories.reduce((sum, history) => sum + regressions(history), 0) : 0
    const adds = histories.flat().filter((operation) => operation.call === 'add')
    const unknown = adds.filter(({ end }) => end === undefined).length
    print(
      `${kind}: ${missed + behind} wrong of ${reads.get(kind)} reads, beside ${adds.length} additions, ${unknown} of them of unknown outcome`,
    )
    wrong += missed + behind
  }
  return wrong
}

try {
  const ofStops = await check(['local'], ['stop'])
  const ofAll = await check(kinds, Object.keys(harms) as (keyof typeof harms)[])
  process.exitCode = ofStops + ofAll === 0 ? 0 : 1
} finally {
  await fleet.close()
  removeSources()
}
