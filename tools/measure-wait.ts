import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as ask } from 'node:http'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

/*
 * Runs each operation of the control plane at its largest, and prints the longest wait of other
 * clients. One of them checks the liveness of the server, and one reads another world. On a busy
 * machine they also wait for the machine. So it also prints `held`: the work of the server's thread
 * between two responses to the first client. Usage, after `npm run build`:
 *
 *   npx tsx tools/measure-wait.ts [--beside OTHER_CHECKOUT] [--only WORD]
 */

const { values } = parseArgs({
  options: { beside: { type: 'string' }, only: { type: 'string' } },
})

/** Maximum milliseconds that a client may wait for another one. */
const bound = 250

interface Server {
  readonly url: string
  readonly process: ChildProcess
}

interface Received {
  readonly status: number
  readonly body: string
}

async function start(folder: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    [join(folder, 'dist/bin/main.js'), '--port', '0', '--pace', 'calm', '--log-level', 'silent'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0]
    if (url) return { url, process: child }
  }
  throw new Error(`${folder} does not start`)
}

const agents = {
  work: new Agent(),
  live: new Agent({ keepAlive: true }),
  other: new Agent({ keepAlive: true }),
}

function send(
  { url }: Server,
  method: string,
  path: string,
  body?: unknown,
  agent: Agent = agents.work,
  headers: Record<string, string> = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const text =
      typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
    const request = ask(url + path, { method, agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() })
      })
    })
    request.on('error', reject)
    request.end(text)
  })
}

/** Returns the processor time of a process's main thread in milliseconds. */
function workedMs({ pid }: ChildProcess): number {
  const fields =
    readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

interface Waits {
  live: number
  other: number
  held: number
}

/** Sends requests until it is stopped. */
function probe(server: Server): () => Promise<Waits> {
  const waits: Waits = { live: 0, other: 0, held: 0 }
  let isOver = false
  const loop = async (turn: () => Promise<void>) => {
    while (!isOver) {
      await turn()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const live = loop(async () => {
    const [before, began] = [workedMs(server.process), performance.now()]
    await send(server, 'GET', '/_admin/live', undefined, agents.live)
    waits.live = Math.max(waits.live, performance.now() - began)
    waits.held = Math.max(waits.held, workedMs(server.process) - before)
  })
  const headers = { 'x-snowglobe-world': 'elsewhere' }
  const other = loop(async () => {
    const began = performance.now()
    await send(server, 'GET', '/v1/chains/43114/blocks', undefined, agents.other, headers)
    waits.other = Math.max(waits.other, performance.now() - began)
  })
  return async () => {
    isOver = true
    await Promise.all([live, other])
    return waits
  }
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

const message = { do: 'sendMessage', from: 'alice', sourceChain: 'C', destinationChain: '930114' }
const advance = '/_admin/clock/advance'
const actions = '/_admin/actions'
const long = 'x'.repeat(7_000_000)

type Work = (server: Server) => Promise<unknown>
const post =
  (path: string, body: unknown = {}, method = 'POST'): Work =>
  (server) =>
    send(server, method, path, body)

/** Sends a method of the C-chain sixteen times at once, with a creation that never ends by itself. */
const sixteen =
  (method: string): Work =>
  async (server) => {
    const call = { data: '0x5b600056', gas: '0xe4e1c0' }
    const params = method === 'eth_estimateGas' ? [call] : [call, 'latest']
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const headers = { 'content-type': 'application/json' }
    const [first] = await Promise.all(
      times(16, () => send(server, 'POST', '/ext/bc/C/rpc', body, agents.work, headers)),
    )
    return first
  }

/** Works in this order; each begins with the world that the one before has left. */
const works: Record<string, Work> = {
  'first change': post(advance, { by: '1m' }),
  'advance 30 d, calm': post(advance, { by: '30d' }),
  '1,000 blocks on demand': post('/_admin/blocks', { chain: 'C', count: 1000 }),
  '16 × eth_estimateGas, endless': sixteen('eth_estimateGas'),
  '16 × eth_call, endless': sixteen('eth_call'),
  '16 × debug_traceCall, endless': sixteen('debug_traceCall'),
  '1,000 × sendMessage of 2 KB': post(
    actions,
    times(1000, () => ({ ...message, data: `0x${'ab'.repeat(2048)}` })),
  ),
  '1,000 × transfer on P': post(
    actions,
    times(1000, () => ({ do: 'transfer', from: 'alice', to: 'bob', chain: 'P', amount: '0.001' })),
  ),
  '1,000 × transfer on C': post(
    actions,
    times(1000, () => ({ do: 'transfer', from: 'alice', to: 'bob', chain: 'C', amount: '0.001' })),
  ),
  '300 × createSubnet': post(
    actions,
    times(300, (index) => ({ do: 'createSubnet', name: `s${index}`, by: 'alice' })),
  ),
  'actions refused, 7 MB of text': post(actions, [{ do: 'wallet', name: long }]),
  'actions refused, 3,000,000 items': post(actions, `[${'1,'.repeat(3_000_000)}1]`),
  'body that is no JSON, 7 MB': post(actions, `{"${long}`),
  world: (server) => send(server, 'GET', '/_admin/world'),
  cast: (server) => send(server, 'GET', '/_admin/cast'),
  clock: (server) => send(server, 'GET', '/_admin/clock'),
  export: (server) => send(server, 'GET', '/_admin/export'),
  'snapshot, saved': post('/_admin/snapshots', { name: 'one' }),
  'snapshot, restored': post('/_admin/snapshots/one/restore'),
  'worlds, of the base': post('/_admin/worlds/w1', {}, 'PUT'),
  'worlds, of the world as it is': post('/_admin/worlds/w2', { from: 'default' }, 'PUT'),
  'worlds, of a snapshot': post('/_admin/worlds/w3', { from: { snapshot: 'one' } }, 'PUT'),
  check: post('/_admin/check'),
  import: async (server) => {
    const { body } = await send(server, 'GET', '/_admin/export')
    return send(server, 'POST', '/_admin/import', body)
  },
  'import refused, 60 MB': (server) =>
    send(server, 'POST', '/_admin/import', `{"log":[${'{"do":"pass"},'.repeat(4_000_000)}1]}`),
  'advance 1 d, busy': async (server) => {
    await send(server, 'PUT', '/_admin/clock', { pace: 'busy' })
    return send(server, 'POST', advance, { by: '1d' })
  },
  'advance 2 d, busy, stopped': async (server) => {
    const started = await send(server, 'POST', advance, { by: '2d', wait: false })
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await send(server, 'DELETE', '/_admin/clock/passing')
    await send(server, 'PUT', '/_admin/clock', { pace: 'calm' })
    return started
  },
  'fault rules, as many as there may be': post('/_admin/faults', {
    rules: times(1000, () => ({ match: { path: '/v1' }, respond: { status: 503 } })),
  }),
  'fault rules, listed': (server) => send(server, 'GET', '/_admin/faults'),
  'fault rules, with the longest globs': async (server) => {
    await send(server, 'DELETE', '/_admin/faults')
    const match = { path: `/**/${'*a'.repeat(125)}b` }
    const rules = times(16, () => ({ match, respond: { status: 503 } }))
    return send(server, 'POST', '/_admin/faults', { rules })
  },
  'request to the longest globs': (server) => send(server, 'GET', `/v1/${'a'.repeat(8000)}`),
  // The two other clients share a process with these, whose own work delays them too.
  '1,000 connections at once': async (server) => {
    const [first] = await Promise.all(
      times(1000, () => send(server, 'GET', `/v1/chains/${'a'.repeat(4000)}`)),
    )
    return first
  },
  'journal, verified by the longest glob': async (server) => {
    await send(server, 'DELETE', '/_admin/faults')
    // In turns: connections at once are a work of their own.
    for (const path of times(1000, () => `/v1/chains/${'a'.repeat(4000)}`))
      await send(server, 'GET', path)
    const match = { path: `/**/${'*a'.repeat(125)}b` }
    return send(server, 'POST', '/_admin/requests/verify', { match, count: { exactly: 0 } })
  },
  'verify refused, 600,000 names': post(
    '/_admin/requests/verify',
    `{"match":{${times(600_000, (index) => `"n${index}":1`).join(',')}}}`,
  ),
  'limits, 49,000 keys': post(
    '/_admin/limits',
    { keys: times(49_000, (index) => ({ key: `key-${index}` })) },
    'PUT',
  ),
  'limits refused, 100,000 keys': post(
    '/_admin/limits',
    { keys: times(100_000, (index) => ({ key: `key-${index}` })) },
    'PUT',
  ),
  'worlds, from an export': async (server) => {
    const { body } = await send(server, 'GET', '/_admin/export')
    return send(server, 'PUT', '/_admin/worlds/w4', `{"from":{"export":${body}}}`)
  },
  '90 worlds': async (server) => {
    const made = times(90, (index) =>
      send(server, 'PUT', `/_admin/worlds/many-${index}`, { from: 'default' }),
    )
    return (await Promise.all(made)).at(-1)
  },
  'worlds, listed': (server) => send(server, 'GET', '/_admin/worlds'),
  metrics: (server) => send(server, 'GET', '/_admin/metrics'),
  reset: post('/_admin/reset'),
}

/**
 * Runs the works on a server.
 * @returns longest wait of all
 */
async function measure(folder: string): Promise<number> {
  const server = await start(folder)
  let maxMs = 0
  try {
    // The other world has a separate file too.
    const headers = { 'x-snowglobe-world': 'elsewhere' }
    await send(server, 'POST', advance, { by: '1m' }, agents.work, headers)
    for (const [name, work] of Object.entries(works)) {
      if (values.only && !name.includes(values.only)) continue
      const end = probe(server)
      await new Promise((resolve) => setTimeout(resolve, 100))
      const began = performance.now()
      const { status } = (await work(server)) as Received
      const ms = performance.now() - began
      const { live, other, held } = await end()
      maxMs = Math.max(maxMs, live, other)
      const figures = [ms, live, other, held].map((each) => Math.round(each).toString().padStart(7))
      print(`${name.padEnd(34)} ${status} ${figures.join(' ')}`)
    }
  } finally {
    server.process.kill()
    await once(server.process, 'exit')
  }
  return maxMs
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const here = resolve(import.meta.dirname, '..')
for (const folder of values.beside ? [resolve(values.beside), here] : [here]) {
  print(`${folder === here ? 'here' : 'beside'}: milliseconds; live, other: the longest waits`)
  print(`${'operation'.padEnd(34)} status   takes    live   other    held`)
  const maxMs = Math.round(await measure(folder))
  print(`longest: ${maxMs} ms, ${maxMs > bound ? 'above' : 'within'} the bound of ${bound}`)
}
