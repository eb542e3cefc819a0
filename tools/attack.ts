import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildSources } from '../test/support/built-sources.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../test/support/command.ts'
import { median } from './bench/numbers.ts'

// Measures the effect of floods on a server with a heap of 512 MB, and of the size of a world on
// its start:
// tsx tools/attack.ts
//
// The test test/regressions/8-damaged-worlds.test.ts shows that no damaged world is served wrong.
// Limits: the server survives, a probe on another connection waits less than 250 ms, and memory
// grows by less than 300 MB. The start does not grow with the world. Processor time of other
// processes counts into the waiting: for figures the machine has to be quiet.

const largestWait = 250
const largestGrowth = 300
/** Ratio of starts, main world to small world: its file has several times the size. */
const largestRatio = 1.25

const list = '/v1/networks/mainnet/blockchains/p-chain/transactions?pageSize=100'
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const rangeBody = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'index.getContainerRange' },
  params: { startIndex: 0, numToFetch: 1024, encoding: 'hex' },
})
const range = `POST /ext/index/P/block HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${rangeBody.length}\r\n\r\n${rangeBody}`

interface Flood {
  readonly name: string
  readonly connections: number
  readonly burst: string
  readonly reads: boolean
}
const floods: Flood[] = [
  {
    name: '1 connection with 680 lists in one burst',
    ...{ connections: 1, burst: get(list).repeat(680), reads: true },
  },
  {
    name: '40 connections with 17 lists each, as many as are let in',
    ...{ connections: 40, burst: get(list).repeat(17), reads: false },
  },
  {
    name: '20 connections with 200 ranges each, not read',
    ...{ connections: 20, burst: range.repeat(200), reads: false },
  },
  {
    name: '20 connections with 17 ranges each, not read',
    ...{ connections: 20, burst: range.repeat(17), reads: false },
  },
  {
    name: '2 connections with 350 ranges each, not read',
    ...{ connections: 2, burst: range.repeat(350), reads: false },
  },
]

const print = (text: string) => process.stdout.write(`${text}\n`)

function residentMegabytes({ child }: RunningServer): number {
  const file = `/proc/${child.pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? Number.NaN) / 1024
}

/** Measures the milliseconds that a small request on its own connection waits for its response. */
async function probe({ url }: RunningServer): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${url}/v1/chains/43114/blocks?pageSize=1`)
  await response.text()
  if (response.status !== 200) throw new Error(`the probe got ${response.status}`)
  return performance.now() - began
}

function flood(port: number, { burst, reads }: Flood): net.Socket {
  const socket = net.connect(port, '127.0.0.1')
  // A cut connection counts as a response too.
  socket.on('error', () => {})
  if (reads) socket.resume()
  else socket.pause()
  socket.write(burst)
  return socket
}

/** Floods a fresh server for six seconds and prints the result. @returns whether it held */
async function attack(wish: Flood): Promise<boolean> {
  const env = { NODE_OPTIONS: '--max-old-space-size=512' }
  const server = await startServerProcess(['--size', 'medium'], { env })
  for (let i = 0; i < 50; i++) await probe(server)
  const before = residentMegabytes(server)
  const sockets = Array.from({ length: wish.connections }, () => flood(server.port, wish))
  const waits: number[] = []
  let max = before
  try {
    for (const end = performance.now() + 6000; performance.now() < end; await wait(10)) {
      waits.push(await probe(server))
      max = Math.max(max, residentMegabytes(server))
    }
  } catch (error) {
    print(`${wish.name}: ${error}; exit code ${server.child.exitCode}`)
    return false
  } finally {
    for (const socket of sockets) socket.destroy()
    server.child.kill('SIGKILL')
    await server.ended
  }
  const maxWait = Math.max(...waits)
  print(
    `${wish.name}: survives, ${waits.length} probes wait ${median(waits).toFixed(1)} ms, ${maxWait.toFixed(0)} ms at most, memory grows by ${(max - before).toFixed(0)} MB`,
  )
  return maxWait < largestWait && max - before < largestGrowth
}

/** Measures the milliseconds until a start with a built world is ready. */
async function startOf(size: string): Promise<number> {
  const began = performance.now()
  const { child, ended } = await startServerProcess(['--size', size])
  const took = performance.now() - began
  child.kill('SIGKILL')
  await ended
  return took
}

/** Returns the medians of eleven alternating starts, after those that build. */
async function startsOf<Size extends string>(sizes: readonly Size[]): Promise<Map<Size, number>> {
  const times = new Map(sizes.map((size) => [size, [] as number[]]))
  for (let i = 0; i < 12; i++)
    for (const size of sizes) {
      const took = await startOf(size)
      if (i > 0) times.get(size)?.push(took)
    }
  return new Map([...times].map(([size, each]) => [size, median(each)]))
}

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-attack-'))
process.env.SNOWGLOBE_CACHE = folder
const removeSources = await buildSources()
try {
  const starts = await startsOf(['small', 'medium'])
  const [small = 0, normal = 0] = starts.values()
  print(
    `start: ${small.toFixed(0)} ms with the small world, ${normal.toFixed(0)} ms with the default`,
  )
  const held = [normal < small * largestRatio]
  for (const wish of floods) held.push(await attack(wish))
  process.exitCode = held.every((one) => one) ? 0 : 1
} finally {
  await stopCommands()
  removeSources()
  rmSync(folder, { recursive: true })
}
