import { once } from 'node:events'
import http from 'node:http'
import { expect, test, vi } from 'vitest'
import type { NewFaultRule } from '../../../schemas/control/faults.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { through, transports } from '../../control/support/transports.ts'
import { send } from '../../support/send.ts'
import { startServer } from '../../support/server.ts'
import { blocks, faultyServer } from './support.ts'

const { server, statusOf } = faultyServer()

const lot: NewFaultRule = { id: 'lot', probability: 0.4, respond: { status: 503 } }
const late: NewFaultRule = { id: 'late', delay: { ms: 10, jitterMs: 20 } }

/** Statuses of 40 requests, one after the other. */
async function statusesOf(of: Snowglobe): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < 40; i++) statuses.push((await of.inject(blocks)).statusCode)
  return statuses
}

/** The milliseconds for which each of 12 requests, one after the other, is held back. */
async function delaysOf(of: Snowglobe): Promise<number[]> {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  try {
    for (let i = 0; i < 12; i++) expect((await of.inject(blocks)).statusCode).toBe(200)
    return timers.mock.calls.map(([, ms = 0]) => ms).filter((ms) => ms >= 10 && ms <= 30)
  } finally {
    timers.mockRestore()
  }
}

test.each([
  ['chance', lot, statusesOf],
  ['jitter', late, delaysOf],
] as const)(
  '%s is equal on two servers, after a reset of the world and when a rule is set again',
  async (_, rule, draws) => {
    const other = await startServer()
    const id = String(rule.id)
    try {
      await server().faults.add(rule)
      await other.faults.add(rule)
      const first = await draws(server())
      expect(new Set(first).size).toBeGreaterThan(1)
      expect(await draws(other)).toEqual(first)
      expect(await draws(server())).not.toEqual(first)
      await server().faults.set(id, rule)
      expect(await draws(server())).toEqual(first)
      await server().reset(['world'])
      expect(await draws(server())).toEqual(first)
      await server().reset(['limits', 'journal'])
      expect(await draws(server())).not.toEqual(first)
      await server().faults.set('another', { ...rule, id: 'another' })
      await server().faults.remove(id)
      expect(await draws(server())).not.toEqual(first)
    } finally {
      await other.close()
    }
  },
)

test('jitter is a whole number of milliseconds from none to all of it', async () => {
  await server().faults.set('late', { delay: { ms: 10, jitterMs: 2 } })
  const delays = [...(await delaysOf(server())), ...(await delaysOf(server()))]
  expect(delays).toHaveLength(24)
  expect([...new Set(delays)].sort()).toEqual([10, 11, 12])
})

test.each(transports)(
  'a response comes later, within the jitter, with the id of the rule, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    await faults.add({ id: 'slow', delay: { ms: 150, jitterMs: 50 } })
    const began = performance.now()
    const { status, headers } = await send(server().url, { path: blocks })
    const took = performance.now() - began
    expect([status, headers['x-snowglobe-fault']]).toEqual([200, 'slow'])
    expect(took).toBeGreaterThan(145)
    await faults.set('slow', { delay: { ms: 100 }, respond: { status: 504 } })
    const late = performance.now()
    expect(await statusOf(blocks)).toBe(504)
    expect(performance.now() - late).toBeGreaterThan(95)
  },
)

test.each(transports)(
  'a response comes whole in pieces that are apart, through %s',
  async (transport) => {
    const { faults } = through(transport, server())
    const whole = await send(server().url, { path: blocks })
    await faults.add({ delay: { ms: 0, chunkMs: 30 } })
    const began = performance.now()
    const response = await new Promise<http.IncomingMessage>((resolve) => {
      http.get(server().url + blocks, { agent: false }, resolve)
    })
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    await once(response, 'end')
    expect(Buffer.concat(parts).toString()).toBe(whole.body)
    expect(parts.length).toBeGreaterThan(5)
    expect(performance.now() - began).toBeGreaterThan(9 * 25)
  },
)
