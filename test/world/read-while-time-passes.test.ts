import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

/** Of every interface, and one that needs more than a turn of the loop. */
const questions = [
  '/v1/chains/43114/blocks?pageSize=3',
  '/v1/networks/mainnet/blockchains/p-chain/transactions?pageSize=5',
  '/v1/networks/mainnet/validators?pageSize=100',
  '/v1/networks/mainnet/blockchains/c-chain/transactions?pageSize=5',
  '/v2/chains/43114/metrics/cumulativeTxCount?timeInterval=day',
  '/v2/networks/mainnet/metrics/validatorCount',
  '/v1/icm/messages?pageSize=3',
  'index.getLastAccepted',
  'info.peers',
  '/_admin/world',
  '/_admin/export',
]

interface Read {
  readonly question: string
  readonly passing: string | undefined
  readonly body: string
  readonly ms: number
}

async function read({ url }: Snowglobe, question: string): Promise<Read> {
  const began = performance.now()
  const [service, method] = question.split('.')
  const response = method
    ? await fetch(`${url}/ext/${service === 'info' ? 'info' : 'index/P/block'}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: question, params: {} }),
      })
    : await fetch(url + question)
  expect([question, response.status]).toEqual([question, 200])
  return {
    question,
    passing: response.headers.get('x-snowglobe-passing') ?? undefined,
    body: withoutHistory(question, await response.text()),
    ms: performance.now() - began,
  }
}

/** How a world came to its state, which differs where another one stopped on its way. */
function withoutHistory(question: string, body: string): string {
  if (!question.startsWith('/_admin')) return body
  const { head: _, file: __, log: ___, ...state } = JSON.parse(body)
  return JSON.stringify(state)
}

test.each([
  { pace: 'calm', by: '10d', reads: 300 },
  { pace: 'busy', by: '20m', reads: 100 },
] as const)(
  'while $by pass at pace $pace, each of $reads reads shows one whole state, and the end comes after the response',
  async ({ pace, by, reads }) => {
    const server = await startServer()
    const other = await startServer()
    try {
      for (const each of [server, other]) await each.clock.set({ pace })
      const { passing } = await server.clock.advance(by, { wait: false })
      expect(passing).toMatchObject({ from: '2026-01-15T00:00:00Z', reached: passing.from })
      const found: Read[] = []
      while (found.length < reads) {
        const some = questions.map((question) => read(server, question))
        found.push(...(await Promise.all(some)))
        if ((await server.clock.get()).passing === undefined)
          await server.clock.advance('1h', { wait: false })
      }
      await server.clock.stop()
      const meanwhile = found.filter((one) => one.passing !== undefined)
      expect(meanwhile.length).toBeGreaterThan(questions.length * 3)

      const snapshots = [...new Set(meanwhile.map((one) => one.passing as string))].sort()
      expect(snapshots.length).toBeGreaterThan(1)
      for (const snapshot of snapshots) {
        await other.clock.advanceTo(snapshot)
        const bodies = new Map<string, string>()
        for (const question of questions) bodies.set(question, (await read(other, question)).body)
        for (const one of meanwhile)
          if (one.passing === snapshot)
            expect([snapshot, one.question, one.body]).toEqual([
              snapshot,
              one.question,
              bodies.get(one.question),
            ])
      }
    } finally {
      await server.close()
      await other.close()
    }
  },
  240_000,
)

test('a clock advance reports its progress, is stopped by a request, and then reports its result', async () => {
  const server = await startServer({ pace: 720 })
  try {
    const advance = server.clock.advance('20d')
    const seen: string[] = []
    while (seen.length < 3) {
      const { passing, now, next } = await server.clock.get()
      if (!passing) continue // It has not begun.
      expect(passing).toMatchObject({ from: '2026-01-15T00:00:00Z', to: '2026-02-04T00:00:00Z' })
      expect(passing.reached).toBe(now)
      expect(passing.estimatedMs).toBeGreaterThan(0)
      expect(next).toHaveLength(10)
      for (const { time } of next) expect(time > passing.reached).toBe(true)
      if (seen.at(-1) !== now) seen.push(now)
      await wait(20)
    }
    expect([...seen].sort()).toEqual(seen)
    const waiting = server.act({ do: 'wallet', name: 'late' })
    await server.clock.stop()
    const { now, blocks } = await advance
    expect(now > '2026-01-15T00:00:00Z' && now < '2026-02-04T00:00:00Z').toBe(true)
    expect(blocks.mainnet?.C).toBeGreaterThan(0)
    await waiting
    expect((await server.clock.get()).passing).toBeUndefined()
    // Where no time passes there is nothing to stop.
    expect(await server.clock.stop()).toBeUndefined()
  } finally {
    await server.close()
  }
})

test('a caller that leaves stops its own advance only', async () => {
  const server = await startServer({ pace: 720 })
  /** Sends a request, all of which the system has before its connection is cut. */
  const send = async (body: string) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    const request =
      'POST /_admin/clock/advance HTTP/1.1\r\nhost: localhost\r\n' +
      `content-length: ${body.length}\r\n\r\n${body}`
    await new Promise<unknown>((resolve) => socket.write(request, resolve))
    return socket
  }
  try {
    const first = await send('{"by":"2h","wait":false}')
    await once(first, 'data')
    first.destroy()
    // This one waits for its turn, and is gone when it comes.
    const second = await send('{"by":"10d"}')
    second.destroy()
    while ((await server.clock.get()).passing) await wait(20)
    await server.act({ do: 'wallet', name: 'after' })
    const { log } = await server.export()
    expect(log.map((entry) => entry.do)).toEqual(['pass', 'act'])
    expect((await server.clock.get()).now).toBe('2026-01-15T02:00:00Z')
  } finally {
    await server.close()
  }
})

test.each<[how: string, isPassing: (server: Snowglobe) => Promise<boolean>]>([
  ['clock.get', async ({ clock }) => (await clock.get()).passing !== undefined],
  [
    'inject',
    async (server) =>
      (await server.inject('/v1/chains')).headers['x-snowglobe-passing'] !== undefined,
  ],
])(
  'requests without a pause by %s in the process itself see time pass',
  async (_how, isPassing) => {
    const server = await startServer({ pace: 4 })
    try {
      await server.clock.advance('20d', { wait: false })
      let request = 0
      while (await isPassing(server)) request++
      expect(request).toBeGreaterThan(0)
      expect((await server.clock.get()).now).toBe('2026-02-04T00:00:00Z')
    } finally {
      await server.close()
    }
  },
)

test('two advances at once both pass, one after the other', async () => {
  const server = await startServer({ pace: 0 })
  try {
    const passed = await Promise.all([1, 2, 3].map(() => server.clock.advance('1h')))
    expect(passed.map(({ now }) => now.slice(11, 13))).toEqual(['01', '02', '03'])
  } finally {
    await server.close()
  }
})

test('a running clock delays no read for long: reads see the last commit', async () => {
  const server = await startServer({ pace: 720 })
  try {
    await server.clock.advance('1s')
    await server.clock.set({ mode: 'running', rate: 3600 })
    // Some hundred blocks are due: the clock of the machine is what passes here.
    await wait(1500)
    const began = performance.now()
    const { status, headers } = await fetch(`${server.url}/v1/chains/43114/blocks`)
    expect(status).toBe(200)
    const reached = headers.get('x-snowglobe-passing')
    expect(reached === null || performance.now() - began > 240).toBe(true)
    await server.clock.set({ mode: 'frozen' })
    const { now } = await server.clock.get()
    expect(now > '2026-01-15T00:30:00Z').toBe(true)
  } finally {
    await server.close()
  }
})

test('what is closed while time passes goes on where its rows and its clock came together', async () => {
  const { mkdtempSync, rmSync } = await import('node:fs')
  const { tmpdir } = await import('node:os')
  const { join } = await import('node:path')
  const dataDir = mkdtempSync(join(tmpdir(), 'snowglobe-test-'))
  try {
    const server = await startServer({ pace: 720, dataDir })
    await server.clock.advance('20d', { wait: false })
    while ((await server.clock.get()).now === '2026-01-15T00:00:00Z') await wait(20)
    await server.close()
    const again = await startServer({ pace: 720, dataDir })
    try {
      const { log, clock } = await again.export()
      expect(log).toMatchObject([{ do: 'pass', to: clock.now }])
      expect(clock.now > '2026-01-15T00:00:00Z').toBe(true)
    } finally {
      await again.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
