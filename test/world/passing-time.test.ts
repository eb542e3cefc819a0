import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startingDefinition } from '../../fixtures/empty-world.ts'
import { minuteSeconds } from '../../src/time/time-units.ts'
import { type RunningCommand, startServerProcess, stopCommands } from '../support/command.ts'
import { startServer } from '../support/server.ts'

// Most of what happens here is waiting, so all wait together.

afterAll(stopCommands)

async function end({ child, ended }: RunningCommand): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

const worldOf = async (url: string) =>
  (await (await fetch(`${url}/_admin/world`)).json()) as { head: number; now: string }
const wallSeconds = () => Math.floor(Date.now() / 1000)

const newest = async (url: string) => {
  const response = await fetch(`${url}/v1/chains/43114/blocks?pageSize=1`)
  expect(response.status).toBe(200)
  const { blocks } = (await response.json()) as {
    blocks: { blockNumber: string; blockTimestamp: number }[]
  }
  return Number(blocks[0]?.blockNumber)
}

test.concurrent('a clock that runs brings new blocks, and every response is one', async () => {
  // A block every other second and chain, the most there is.
  const server = await startServerProcess(['--clock', 'running', '--pace', '43200'])
  try {
    const first = await newest(server.url)
    const statuses = new Set<number>()
    let last = first
    for (let i = 0; i < 60 && last < first + 3; i++) {
      const paths = ['/v1/health-check', '/v1/avg_tps/43114', '/v1/networks/mainnet/l1Validators']
      const responses = await Promise.all(paths.map((path) => fetch(`${server.url}${path}`)))
      for (const { status } of responses) statuses.add(status)
      const next = await newest(server.url)
      expect(next).toBeGreaterThanOrEqual(last)
      last = next
      await wait(250)
    }
    expect(last).toBeGreaterThanOrEqual(first + 3)
    expect([...statuses]).toEqual([200])
    expect(server.stderr()).not.toMatch(/"level":(50|60)/)
  } finally {
    await end(server)
  }
})

test.concurrent('a real clock brings the world to the time of the machine and goes on with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-real-'))
  const definition = join(folder, 'world.json')
  // A minute before the machine: what lies between passes without background traffic.
  const now = `${new Date((wallSeconds() - minuteSeconds) * 1000).toISOString().slice(0, 19)}Z`
  writeFileSync(definition, JSON.stringify({ ...startingDefinition, now }))
  const args = ['--clock', 'real', '--pace', '43200', '--size', 'empty', '--definition', definition]
  const server = await startServerProcess(args)
  try {
    const visible = async () => Date.parse((await worldOf(server.url)).now) / 1000
    const first = await newest(server.url)
    expect(Math.abs((await visible()) - wallSeconds())).toBeLessThan(5)
    let last = first
    for (let i = 0; i < 60 && last < first + 2; i++) {
      await wait(250)
      last = await newest(server.url)
    }
    expect(last).toBeGreaterThanOrEqual(first + 2)
    expect(Math.abs((await visible()) - wallSeconds())).toBeLessThan(5)
    expect(server.stderr()).not.toMatch(/"level":(50|60)/)
  } finally {
    await end(server)
    rmSync(folder, { recursive: true })
  }
})

test.concurrent('a frozen clock brings nothing, at whatever pace', async () => {
  const server = await startServerProcess(['--size', 'small', '--pace', '43200'])
  try {
    const first = await newest(server.url)
    await wait(3000)
    expect(await newest(server.url)).toBe(first)
    const { head, now } = await worldOf(server.url)
    expect({ head, now }).toEqual({ head: 0, now: '2026-01-15T00:00:00Z' })
  } finally {
    await end(server)
  }
})

test.concurrent('while much time passes health is answered, and what changes the world waits for it', async () => {
  const server = await startServer()
  try {
    // The modules that advance time are loaded with the first advance, and only then a world begins to be busy.
    await server.clock.advance('1s')
    const before = await newest(server.url)
    let isOver = false
    const advance = server.clock.advance('20d').then((passed) => {
      isOver = true
      return passed
    })
    let waiting: Promise<{ now: string; head: number }> | undefined
    let healthy = 0
    while (!isOver) {
      expect((await fetch(`${server.url}/v1/health-check`)).status).toBe(200)
      if (!isOver) healthy++
      if (healthy === 3) waiting = server.act({ do: 'wallet', name: 'late' })
    }
    // Slices are of less than 50 ms, and there is one health between two at least.
    expect(healthy).toBeGreaterThan(3)
    const { blocks } = await advance
    expect(await newest(server.url)).toBe(before + (blocks.mainnet?.C ?? 0))
    expect(await waiting).toMatchObject({ now: '2026-02-04T00:00:01Z', head: 3 })
    expect(blocks.mainnet?.C).toBeGreaterThan(20)
  } finally {
    await server.close()
  }
})
