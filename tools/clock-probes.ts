import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../src/control/client/connect.ts'
import { daySeconds } from '../src/time/time-units.ts'
import { buildSources } from '../test/support/built-sources.ts'
import { startServerProcess, stopCommands } from '../test/support/command.ts'

// Sends requests to servers with a running, a real and a frozen clock; the last one advances by
// months meanwhile. It prints the number of 5xx responses, the maximum response time, and the new
// blocks:
// tsx tools/clock-probes.ts [--seconds 60] [--size medium] [--rate 60] [--pace 720]

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    size: { type: 'string', default: 'medium' },
    rate: { type: 'string', default: '60' },
    pace: { type: 'string', default: '720' },
  },
})
const [seconds, rate, pace] = [values.seconds, values.rate, values.pace].map(Number)

/** Figures of one kind of request. */
interface Probe {
  readonly label: string
  readonly path: string
  readonly headers?: Record<string, string>
  requests: number
  failed: number
  maxMs: number
}

const probesOf = (): Probe[] =>
  [
    { label: 'health', path: '/_admin/ready' },
    { label: 'the world itself', path: '/v1/chains/43114/blocks?pageSize=10' },
    {
      label: 'another world',
      path: '/v1/networks/mainnet/blockchains/p-chain/transactions?pageSize=10',
      headers: { 'x-snowglobe-world': 'other' },
    },
  ].map((probe) => ({ ...probe, requests: 0, failed: 0, maxMs: 0 }))

async function ask(url: string, probe: Probe): Promise<void> {
  const begin = performance.now()
  const { path, headers = {} } = probe
  const { status } = await fetch(url + path, { headers }).then(async (response) => {
    await response.arrayBuffer()
    return response
  })
  probe.requests++
  if (status >= 500) probe.failed++
  probe.maxMs = Math.max(probe.maxMs, performance.now() - begin)
}

const heightOf = async (url: string): Promise<number> => {
  const response = await fetch(`${url}/v1/chains/43114/blocks?pageSize=1`)
  const { blocks } = (await response.json()) as { blocks: { blockNumber: string }[] }
  return Number(blocks[0]?.blockNumber)
}

/**
 * Probes one server.
 * @param mode mode of the clock; @returns whether no response was a 5xx
 */
async function probe(mode: 'running' | 'real' | 'frozen'): Promise<boolean> {
  const { url, child, ended } = await startServerProcess([
    ...[
      '--size',
      String(values.size),
      '--clock',
      mode,
      '--pace',
      mode === 'frozen' ? '4' : `${pace}`,
    ],
  ])
  const world = connect(url)
  if (mode === 'running') await world.clock.set({ rate: rate ?? 1 })
  const probes = probesOf()
  // The first requests catch up with the machine's clock and open the other world.
  for (const each of probesOf()) await ask(url, each)
  const [from, height] = [Date.parse((await world.world()).now), await heightOf(url)]
  const end = performance.now() + (seconds ?? 60) * 1000
  const isOver = () => performance.now() > end
  const passing = async () => {
    while (mode === 'frozen' && !isOver()) await world.clock.advance('30d')
  }
  const asking = async (each: Probe) => {
    for (; !isOver(); await wait(20)) await ask(url, each)
  }
  await Promise.all([passing(), ...probes.map(asking)])
  const days = (Date.parse((await world.world()).now) - from) / 1000 / daySeconds
  const blocks = (await heightOf(url)) - height
  print(`${mode}: ${days.toFixed(2)} days passed, ${blocks} blocks of the C-chain`)
  for (const { label, requests, failed, maxMs } of probes)
    print(`  ${label}: ${requests} asked, ${failed} times a 5xx, ${Math.round(maxMs)} ms at most`)
  child.kill()
  await ended
  return probes.every(({ failed }) => failed === 0)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const removeSources = await buildSources()
try {
  let isWell = true
  for (const mode of ['running', 'real', 'frozen'] as const) isWell = (await probe(mode)) && isWell
  process.exitCode = isWell ? 0 : 1
} finally {
  await stopCommands()
  removeSources()
}
