import { expect, test } from 'vitest'
import { ReadGate } from '../../src/replicas/read-gate.ts'
import { ReplicaMeters } from '../../src/replicas/replica-meters.ts'
import { EngineAwayError } from '../../src/shared-log/errors.ts'
import { append, delayed, memoryFollowers, namesOf, pass } from './memory-followers.ts'

const { follow, open } = memoryFollowers()

/** Reads through a gate. @returns headers of the response */
async function read(gate: ReadGate): Promise<Record<string, unknown>> {
  const headers: Record<string, unknown> = {}
  const request = { url: '/v1/chains', method: 'GET', headers: {} }
  const reply = {
    header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }),
  }
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error) => (error ? reject(error) : resolve())
    gate.onRequest.call({} as never, request as never, reply as never, done)
  })
  return headers
}

test('a response that may miss an acknowledged change is marked from the first one on', async () => {
  const waits = new Map<string, Promise<void>>()
  const a = await follow('a', delayed(open(), waits))
  const b = await follow('b', open())
  const gateOfA = new ReadGate(a, 'local', new ReplicaMeters())
  // Its connections hang, as they do when packets are lost: each call fails after 2.5 seconds.
  const hang = () =>
    new Promise<void>((_resolve, reject) => {
      setTimeout(() => reject(new EngineAwayError('it does not respond')), 2_500)
    })
  for (const name of ['beat', 'read', 'head']) {
    const lost = hang()
    lost.catch(() => {})
    waits.set(name, lost)
  }
  expect(await read(gateOfA)).toEqual({ 'x-snowglobe-position': 0 })
  await pass(3_600)
  expect(await namesOf(b)).toEqual(['b'])
  await append(open())
  // Nothing that began before has failed for longer than a second.
  expect(await read(gateOfA)).toEqual({ 'x-snowglobe-position': 0, 'x-snowglobe-stale': 3 })
  waits.clear()
  await pass(1_100)
  expect(await read(gateOfA)).toEqual({ 'x-snowglobe-position': 1 })
})

test('a read that waits for the head is refused when the replica halts meanwhile', async () => {
  const waits = new Map<string, Promise<void>>()
  const a = await follow('a', delayed(open(), waits), () => Promise.reject(new Error('disk full')))
  const gateOfA = new ReadGate(a, 'current', new ReplicaMeters())
  await append(open())
  await expect(read(gateOfA)).rejects.toThrow('record 1 cannot be applied: disk full')
})
