import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import { createSnowglobe } from '../../src/snowglobe.ts'
import { startServerProcess, stopCommands } from '../support/command.ts'
import { killReaders, readersOf } from '../support/kill-readers.ts'
import { type RawClient, rawClient, talk } from '../support/raw.ts'

/** Processes that stand still, and so do not notice when they are to end. */
const standing = new Set<number>()
afterEach(async () => {
  for (const pid of standing) goOn(pid)
  await stopCommands()
})

function standStill(pid: number): void {
  process.kill(pid, 'SIGSTOP')
  standing.add(pid)
}

function goOn(pid: number): void {
  standing.delete(pid)
  if (isThere(pid)) process.kill(pid, 'SIGCONT')
}

const start = (args: readonly string[] = [], env = {}) =>
  startServerProcess(['--workers', '2', ...args], { env })

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const count = (client: RawClient) => client.read().split('HTTP/1.1 200 OK').length - 1
const served = async (client: RawClient, path: string) => {
  const before = count(client)
  client.socket.write(ask(path))
  await expect.poll(() => count(client), { timeout: 10_000 }).toBe(before + 1)
}

test('both readers answer while the process that writes stands still', async () => {
  const server = await start()
  const clients = [rawClient(server.port), rawClient(server.port)]
  for (const client of clients) await served(client, '/v1/chains')
  standStill(server.child.pid ?? 0)
  for (const client of clients) await served(client, '/v1/chains/43114/blocks')
  // One stands still as well: what the other one goes on to answer is its own.
  const [first = 0] = await readersOf(server)
  standStill(first)
  for (const { socket } of clients) socket.write(ask('/v1/chains/43113/blocks'))
  await expect.poll(() => clients.map(count).sort()).toEqual([2, 3])
  goOn(first)
  goOn(server.child.pid ?? 0)
  await expect.poll(() => clients.map(count)).toEqual([3, 3])
})

test('a reader that stands still is killed, and holds up neither changes nor health', async () => {
  const server = await start()
  const [first = 0, second = 0] = await readersOf(server)
  await connect(server.url).clock.advance('1s')
  standStill(first)
  const startedAt = performance.now()
  // Of two connections one or the other is given to it.
  const live = await Promise.all(
    [1, 2].map(() => talk(server.port, 'GET /_admin/live HTTP/1.0\r\nhost: localhost\r\n\r\n')),
  )
  const change = '{"by":"6h"}'
  const passed = await talk(
    server.port,
    `POST /_admin/clock/advance HTTP/1.0\r\nhost: localhost\r\ncontent-length: ${change.length}\r\n\r\n${change}`,
  )
  // A reader that is not killed holds them up for ten seconds. Only the time shows that it was.
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  expect(live.map((text) => text.slice(0, 15))).toEqual(Array(2).fill('HTTP/1.1 200 OK'))
  expect(passed).toContain('"now":"2026-01-15T06:00:01Z"')
  await expect.poll(() => [isThere(first), isThere(second)]).toEqual([false, true])
})

test('a reader that stands still briefly is not killed, nor is one without requests', async () => {
  const server = await start()
  const [first = 0] = await readersOf(server)
  standStill(first)
  // The time is the subject: less than what a reader may be silent.
  await wait(500)
  goOn(first)
  await connect(server.url).clock.advance('6h')
  expect(isThere(first)).toBe(true)
})

test('a folder of a server that was killed with its readers goes with the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-writers-'))
  const sockets = () => readdirSync(folder).filter((name) => name.startsWith('snowglobe-writer-'))
  const killed = await start([], { TMPDIR: folder })
  for (const pid of await readersOf(killed)) standStill(pid)
  killed.child.kill('SIGKILL')
  for (const pid of standing) process.kill(pid, 'SIGKILL')
  standing.clear()
  await killed.ended
  const [left] = sockets()
  expect(left).toBeDefined()
  const next = await start([], { TMPDIR: folder })
  expect(sockets()).toHaveLength(1)
  expect(sockets()).not.toEqual([left])
  next.child.kill('SIGTERM')
  await next.ended
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a reader that is killed under load is replaced, and no response is stale', async () => {
  const server = await start()
  const control = connect(server.url)
  const blocks = `GET /v1/chains/43114/blocks?pageSize=1 HTTP/1.0\r\n\r\n`
  const before = await readersOf(server)
  let isOver = false
  let broken = 0
  let talks = 0
  const load = Array.from({ length: 8 }, async () => {
    for (; !isOver; talks++)
      if (!(await talk(server.port, blocks)).startsWith('HTTP/1.1 200')) broken++
  })
  await expect.poll(() => talks).toBeGreaterThan(50)
  process.kill(before[0] ?? 0, 'SIGKILL')
  for (let hour = 0; hour < 24; hour += 6) {
    await control.clock.advance('6h')
    const responses = await Promise.all(Array.from({ length: 6 }, () => talk(server.port, blocks)))
    const times = responses.map((text) => /"blockTimestamp":(\d+)/.exec(text)?.[1])
    expect(new Set(times).size).toBe(1)
    expect(times[0]).toBeDefined()
  }
  const isReplaced = async () => {
    const now = await readersOf(server)
    return now.length === 2 && !now.includes(before[0] ?? 0) && now.includes(before[1] ?? 0)
  }
  await expect.poll(isReplaced, { timeout: 10_000 }).toBe(true)
  isOver = true
  await Promise.all(load)
  // Each of eight clients had at most one connection to it.
  expect(broken).toBeLessThanOrEqual(8)
  expect(server.stderr()).toMatch(
    /^snowglobe: warning: a reader process has ended \(SIGKILL\); another one replaces it\n$/,
  )
})

test('readers that are killed and stopped under writes leave nothing stale, torn or unanswered', async () => {
  const seen = await killReaders(await start(), { seconds: 8, seed: 'short' })
  expect(seen).toMatchObject({ stale: [], torn: [], unanswered: 0 })
  expect(Math.min(seen.writes, seen.reads, seen.stops)).toBeGreaterThan(0)
})

test('without any reader the writer answers everything', async () => {
  const server = await start()
  for (const pid of await readersOf(server)) process.kill(pid, 'SIGKILL')
  await wait(100)
  expect(await talk(server.port, 'GET /v1/chains HTTP/1.0\r\n\r\n')).toContain('"chains":[')
})

test('SIGTERM ends all processes when what has begun is answered', async () => {
  const server = await start()
  const readers = await readersOf(server)
  const control = connect(server.url)
  await control.faults.add({ match: { path: '/v1/chains/43114' }, delay: { ms: 700 } })
  const slow = Array.from({ length: 8 }, () => rawClient(server.port))
  for (const { socket } of slow) socket.write(ask('/v1/chains/43114'))
  const body = '{"jsonrpc":"2.0","id":1,"method":"info.peers","params":{}}'
  const half = Array.from({ length: 4 }, () => rawClient(server.port))
  for (const { socket } of half)
    socket.write(
      `POST /ext/info HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    )
  const idle = rawClient(server.port)
  await wait(200)
  server.child.kill('SIGTERM')
  await idle.ended
  expect(await rawClient(server.port).ended).toBe('ECONNREFUSED')
  for (const { socket } of half) socket.write(body.slice(20))
  for (const { ended } of [...slow, ...half]) {
    const text = await ended
    expect(text).toContain('HTTP/1.1 200 OK')
    expect(text.toLowerCase()).toContain('connection: close')
  }
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  expect(readers.map(isThere)).toEqual([false, false])
})

test('SIGTERM answers what was sent whole before it, accepted or not', async () => {
  const server = await start()
  const used = Array.from({ length: 40 }, () => rawClient(server.port))
  for (const client of used) await served(client, '/v1/live-check')
  // The system goes on to accept for a process that stands still.
  standStill(server.child.pid ?? 0)
  const fresh = Array.from({ length: 120 }, () => rawClient(server.port))
  for (const { socket } of [...used, ...fresh]) socket.write(ask('/v1/chains/43114/blocks'))
  await wait(100)
  server.child.kill('SIGTERM')
  goOn(server.child.pid ?? 0)
  for (const { ended } of [...used, ...fresh])
    expect(await ended).toMatch(/"blocks":\[\{.*\}\]\}$/s)
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test('readers end with the process that writes, and leave nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-writers-'))
  const server = await start([], { TMPDIR: folder })
  const readers = await readersOf(server)
  const sockets = () => readdirSync(folder).filter((name) => name.startsWith('snowglobe-writer-'))
  expect(sockets()).toHaveLength(1)
  server.child.kill('SIGKILL')
  await expect.poll(() => readers.map(isThere), { timeout: 5_000 }).toEqual([false, false])
  expect(sockets()).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a data folder holds one file a world afterwards, and what was done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-kept-'))
  const first = await start(['--data-dir', folder])
  await connect(first.url).clock.advance('6h')
  await talk(first.port, 'GET /v1/chains/43114/blocks HTTP/1.0\r\n\r\n')
  await connect(first.url).snapshots.save('here')
  await connect(first.url).clock.advance('6h')
  await connect(first.url).snapshots.restore('here')
  await talk(first.port, 'GET /v1/chains/43114/blocks HTTP/1.0\r\n\r\n')
  first.child.kill('SIGTERM')
  expect(await first.ended).toMatchObject({ code: 0 })
  const files = readdirSync(folder, { recursive: true }).map(String)
  expect(files.filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
  const second = await startServerProcess(['--data-dir', folder])
  expect((await connect(second.url).clock.get()).now).toBe('2026-01-15T06:00:00Z')
  const [file = ''] = files.filter((name) => name.endsWith('world.sqlite'))
  expect(existsSync(join(folder, file))).toBe(true)
  second.child.kill('SIGTERM')
  await second.ended
  rmSync(folder, { recursive: true })
})

test('the library has no workers', async () => {
  const request = { size: 'small', workers: 2 } as Parameters<typeof createSnowglobe>[0]
  await expect(createSnowglobe(request)).rejects.toThrow('workers is an option of the command only')
})
