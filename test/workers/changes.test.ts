import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import type { WorldMethods } from '../../src/control/client/control-methods.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'
import { talk } from '../support/raw.ts'
import { send } from '../support/send.ts'

let server: RunningServer
let control: WorldMethods
beforeAll(async () => {
  server = await startServerProcess(['--workers', '2', '--journal', '200'])
  control = connect(server.url)
})
afterEach(() => control.reset())
afterAll(stopCommands)

const balances =
  '/v1/networks/mainnet/blockchains/p-chain/balances?addresses=avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const blocks = '/v1/chains/43114/blocks?pageSize=1'

/** The body of a response that comes over a connection of its own, which is any process's. */
async function freshly(path: string, headers = ''): Promise<string> {
  const text = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}connection: close\r\n\r\n`
  const response = await talk(server.port, text)
  return response.slice(response.indexOf('\r\n\r\n') + 4)
}

const unlocked = async () => {
  const { balances: found } = JSON.parse(await freshly(balances))
  return BigInt(found.unlockedUnstaked[0].amount)
}
const newestTime = async () => JSON.parse(await freshly(blocks)).blocks[0].blockTimestamp as number

test('a change is in every later response of every process', async () => {
  const steps = fc.sample(fc.constantFrom('fund', 'advance', 'read', 'read', 'reset'), {
    numRuns: 200,
    seed: 12,
  })
  const before = await unlocked()
  let funded = 0n
  let now = Date.parse('2026-01-15T00:00:00Z')
  for (const step of steps) {
    if (step === 'fund') {
      const { now: then } = await control.act({
        ...{ do: 'fund', to: 'ewoq', chain: 'P', amount: '2', network: 'mainnet' },
      })
      funded += 2_000_000_000n
      now = Date.parse(then)
    } else if (step === 'advance') now = Date.parse((await control.clock.advance('1s')).now)
    else if (step === 'reset') {
      await control.reset(['world'])
      funded = 0n
      now = Date.parse('2026-01-15T00:00:00Z')
    }
    expect(await Promise.all([unlocked(), unlocked(), unlocked()])).toEqual(
      Array(3).fill(before + funded),
    )
    expect(Date.parse((await control.clock.get()).now)).toBe(now)
  }
})

test('a rule that acts seven times meets seven of 64 requests at once', async () => {
  await control.faults.add({ respond: { status: 503 }, times: 7 })
  const responses = await Promise.all(
    Array.from({ length: 64 }, () => talk(server.port, `GET ${blocks} HTTP/1.0\r\n\r\n`)),
  )
  expect(responses.filter((text) => text.startsWith('HTTP/1.1 503'))).toHaveLength(7)
  expect(responses.filter((text) => text.startsWith('HTTP/1.1 200'))).toHaveLength(57)
})

test('of 64 requests at once a limit of twenty a minute lets twenty in', async () => {
  await control.limits.set({ rateLimit: '20/min' })
  const responses = await Promise.all(
    Array.from({ length: 64 }, () => talk(server.port, `GET ${blocks} HTTP/1.0\r\n\r\n`)),
  )
  expect(responses.filter((text) => text.startsWith('HTTP/1.1 200'))).toHaveLength(20)
  await control.limits.set({ rateLimit: 'off' })
})

test('the journal has every request once, numbered in the order of their arrival', async () => {
  const path = (number: number) => `/v1/chains/43114/blocks/${number}`
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  for (const number of numbers) {
    // Every fourth meets what only the process that writes knows, every twelfth is already visible.
    await freshly(path(number), number % 4 === 0 ? 'x-snowglobe-world: default\r\n' : '')
    if (number % 12 === 0) await control.requests.list({ pageSize: 1 })
  }
  const { requests } = await control.requests.list({ pageSize: 100 })
  const matched = requests.toReversed()
  expect(matched.map((request) => request.path)).toEqual(numbers.map(path))
  expect(matched.map(({ id }) => id)).toEqual(
    numbers.map((number) => number + (matched[0]?.id ?? 0)),
  )
  expect(new Set(matched.map(({ client }) => client.address))).toEqual(new Set(['127.0.0.1']))
  expect(new Set(matched.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await control.requests.verify({ count: { exactly: 60 } })).toEqual({ count: 60 })
})

test('the journal has headers and body as they were sent, in any process', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"info.peers","params":{}}'
  const sent = { 'content-type': 'application/json', 'x-test': 'one, two', accept: '*/*' }
  for (const headers of [sent, { ...sent, 'x-snowglobe-world': 'default' }])
    await send(server.url, { method: 'POST', path: '/ext/info', headers, body })
  const { requests } = await control.requests.list({})
  const [handedOver, served] = await Promise.all(requests.map(({ id }) => control.requests.get(id)))
  const { 'x-snowglobe-world': world, ...others } = handedOver?.headers ?? {}
  expect(world).toBe('default')
  expect(others).toEqual(served?.headers)
  expect(served?.headers).toMatchObject({ 'x-test': 'one, two', accept: '*/*' })
  expect([handedOver?.body, served?.body]).toEqual([body, body])
})

test('the journal remembers the latest requests, as many as it may', async () => {
  await Promise.all(Array.from({ length: 260 }, () => freshly('/v1/chains/43114')))
  await freshly('/v1/chains/43113')
  const { requests } = await control.requests.list({ pageSize: 1000 })
  expect(requests).toHaveLength(200)
  expect(requests[0]?.path).toBe('/v1/chains/43113')
})

test('metrics count what all processes have answered', async () => {
  const counted = async () => {
    const text = await (await fetch(`${server.url}/_admin/metrics`)).text()
    return Number(/^snowglobe_requests_total\{.*operation="getChain".* (\d+)$/m.exec(text)?.[1])
  }
  const before = (await counted()) || 0
  for (let i = 0; i < 9; i++) await freshly('/v1/chains/43114')
  expect((await counted()) - before).toBe(9)
})

test('with a running clock no process serves an earlier time than another has served', async () => {
  await control.clock.set({ mode: 'running', rate: 240, pace: 'busy' })
  const seen = new Set([await newestTime()])
  // Of every two minutes there is a block: two a second.
  while (seen.size < 4) {
    const latest = Math.max(...seen)
    const times = await Promise.all([newestTime(), newestTime(), newestTime()])
    expect(Math.min(...times)).toBeGreaterThanOrEqual(latest)
    for (const time of times) seen.add(time)
  }
})

test('another world is another one in every process', async () => {
  await control.in('other').clock.advance('6h')
  const times = await Promise.all(
    ['', 'x-snowglobe-world: other\r\n', 'x-api-key: none\r\n', 'x-data-api-key: sg_other\r\n'].map(
      async (headers) => JSON.parse(await freshly(blocks, headers)).blocks[0].blockTimestamp,
    ),
  )
  expect(times[1]).toBeGreaterThan(times[0])
  expect(times).toEqual([times[0], times[1], times[0], times[1]])
})
