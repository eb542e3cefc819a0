import { execFile } from 'node:child_process'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createRandomStreams } from '../../src/simulator/random.ts'
import type { RunningServer } from './command.ts'

/** Observations while readers were killed and stopped. */
export interface KilledReaders {
  readonly kills: number
  readonly stops: number
  readonly writes: number
  readonly reads: number
  /** Reads and writes that ended without a response while a reader died. */
  readonly broken: number
  /** Reads and writes that ended without a response and without the death of a reader, or never. */
  readonly unanswered: number
  /** Responses older than a write that was acknowledged before the request. */
  readonly stale: readonly string[]
  /** Responses whose parts are not of one state. */
  readonly torn: readonly string[]
  /** Milliseconds of the writes, sorted. */
  readonly writeMs: readonly number[]
  readonly liveMs: readonly number[]
}

const balances =
  '/v1/networks/mainnet/blockchains/p-chain/balances?addresses=avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const blocks = '/v1/chains/43114/blocks?pageSize=5'
const ofWriter = { 'x-snowglobe-world': 'default' }
const nAvax = 1_000_000_000n
/** Maximum milliseconds of waiting for a response: after that it counts as missing. */
const patienceMs = 20_000

interface Balance {
  readonly amount: string
  readonly utxoCount: number
}

/**
 * Writes to a server and reads from it for some seconds, while its readers are killed and stopped.
 */
export async function killReaders(
  server: RunningServer,
  { seconds, seed }: { readonly seconds: number; readonly seed: string },
): Promise<KilledReaders> {
  const random = createRandomStreams(seed)
  const end = performance.now() + seconds * 1000
  const isOver = () => performance.now() > end
  const agent = new http.Agent({ keepAlive: true })
  const seen = { kills: 0, stops: 0, writes: 0, reads: 0, broken: 0, unanswered: 0 }
  const stale: string[] = []
  const torn: string[] = []
  const writeMs: number[] = []
  const liveMs: number[] = []

  const deaths = () => server.stderr().split('a reader process has ended').length - 1
  const ask = (request: Parameters<typeof responseOf>[1], fresh = false) =>
    responseOf(server.port, { ...request, ...(!fresh && { agent }) })

  /** Returns a response; undefined if there was none, which is counted. */
  async function countedResponse(...request: Parameters<typeof ask>): Promise<string | undefined> {
    const before = deaths()
    try {
      return await ask(...request)
    } catch (error) {
      // The writer learns of a death later than clients do.
      for (let tries = 0; tries < 20 && deaths() === before; tries++) await wait(100)
      const isByDeath = deaths() > before && !String(error).includes('no answer')
      if (isByDeath) seen.broken++
      else seen.unanswered++
      return undefined
    }
  }

  /** Possible balances: one of each started state, in order. */
  const states: bigint[] = []
  let acknowledged = 0

  /** Returns the balance of the writer process, which is always right. */
  async function truth(): Promise<bigint> {
    // A write without a response may still be running; a later request runs after it.
    await ask(post('clock/advance', { by: '1s' }), true).catch(() => undefined)
    for (;;) {
      const text = await ask({ path: balances, headers: ofWriter }, true).catch(() => undefined)
      if (text !== undefined) return balanceIn(text).total
      await wait(20)
    }
  }
  const first = await truth()
  states.push(first)

  async function write(): Promise<void> {
    const draw = random.stream('writes')
    while (!isOver()) {
      const kind = draw.int(0, 11)
      const latest = states.at(-1) ?? first
      const isReset = kind === 0
      const isAdvance = kind > 8
      states.push(isReset ? first : isAdvance ? latest : latest + nAvax)
      const startedAt = performance.now()
      const text = await countedResponse(
        isReset
          ? post('reset', { parts: ['world'] })
          : isAdvance
            ? post('clock/advance', { by: '4s' })
            : post('actions', {
                ...{ do: 'fund', to: 'ewoq', chain: 'P', amount: '1', network: 'mainnet' },
              }),
      )
      if (text === undefined) states.push(await truth())
      else writeMs.push(performance.now() - startedAt)
      acknowledged = states.length - 1
      seen.writes++
      await wait(draw.int(0, 60))
    }
  }

  async function read(fresh: boolean): Promise<void> {
    while (!isOver()) {
      const from = acknowledged
      const text = await countedResponse({ path: balances }, fresh)
      const to = states.length
      if (text !== undefined) {
        seen.reads++
        const { total, utxos } = balanceIn(text)
        if (!states.slice(from, to).includes(total))
          stale.push(`${total}, not of ${states.slice(from, to).join()}`)
        firstCount ??= utxos - Number((total - first) / nAvax)
        if (utxos - firstCount !== Number((total - first) / nAvax)) torn.push(text)
      }
      const list = await countedResponse({ path: blocks }, fresh)
      if (list === undefined) continue
      seen.reads++
      if (!isChain(list)) torn.push(list)
    }
  }
  let firstCount: number | undefined

  async function probe(): Promise<void> {
    while (!isOver()) {
      const startedAt = performance.now()
      const text = await countedResponse({ path: '/_admin/live' }, true)
      if (text !== undefined) liveMs.push(performance.now() - startedAt)
      await wait(100)
    }
  }

  async function disturb(): Promise<void> {
    const draw = random.stream('readers')
    while (!isOver()) {
      await wait(draw.int(50, 1_500))
      const readers = await readersOf(server)
      const pid = readers[draw.int(0, Math.max(0, readers.length - 1))]
      if (pid === undefined) continue
      if (draw.int(0, 3) === 0) {
        if (signal(pid, 'SIGKILL')) seen.kills++
        continue
      }
      if (signal(pid, 'SIGSTOP')) seen.stops++
      await wait(draw.int(5, 1_000))
      signal(pid, 'SIGCONT')
    }
  }

  await Promise.all([write(), probe(), disturb(), ...[false, false, false, true].map(read)])
  agent.destroy()
  const inOrder = (times: number[]) => times.sort((a, b) => a - b)
  return { ...seen, stale, torn, writeMs: inOrder(writeMs), liveMs: inOrder(liveMs) }
}

const post = (operation: string, body: object) => ({
  method: 'POST',
  path: `/_admin/${operation}`,
  body: JSON.stringify(body),
})

/**
 * Sends a request.
 * @throws when the connection ends without a complete response of 200, or after the longest
 *   patience
 */
function responseOf(
  port: number,
  requested: {
    readonly path: string
    readonly method?: string
    readonly headers?: http.OutgoingHttpHeaders
    readonly body?: string
    readonly agent?: http.Agent
  },
): Promise<string> {
  const { body = '', agent = false, headers, ...rest } = requested
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        ...{ port, host: '127.0.0.1', agent, ...rest },
        headers: { ...headers, 'content-length': body.length },
      },
      (response) => {
        let text = ''
        response.on('data', (part) => {
          text += part
        })
        response.on('error', reject)
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(text)
            : reject(new Error(`no answer but ${response.statusCode}: ${text}`)),
        )
      },
    )
    const timeouts = setTimeout(() => request.destroy(new Error('no answer in time')), patienceMs)
    request.on('close', () => clearTimeout(timeouts))
    request.on('error', reject)
    request.end(body)
  })
}

function balanceIn(text: string): { total: bigint; utxos: number } {
  const { unlockedUnstaked } = JSON.parse(text).balances as { unlockedUnstaked: Balance[] }
  return {
    total: unlockedUnstaked.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    utxos: unlockedUnstaked.reduce((sum, { utxoCount }) => sum + utxoCount, 0),
  }
}

/** Tells whether each block is the parent of the one before it in the list. */
function isChain(text: string): boolean {
  const { blocks: found } = JSON.parse(text) as {
    blocks: { blockHash: string; parentHash: string }[]
  }
  return found.every(({ parentHash }, at) => {
    const parent = found[at + 1]
    return parent === undefined || parent.blockHash === parentHash
  })
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

const run = promisify(execFile)

/** Returns the process ids of a server's readers. */
export async function readersOf({ child }: Pick<RunningServer, 'child'>): Promise<number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid='])
  const pairs = stdout.trim().split('\n')
  return pairs.flatMap((pair) => {
    const [pid, parent] = pair.trim().split(/ +/).map(Number)
    return pid !== undefined && parent === child.pid ? pid : []
  })
}
