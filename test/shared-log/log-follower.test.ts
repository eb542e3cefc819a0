import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogFollower } from '../../src/replicas/following/log-follower.ts'
import { firstPlace } from '../../src/replicas/following/log-place.ts'
import { ReadGate } from '../../src/replicas/read-gate.ts'
import { ReplicaMeters } from '../../src/replicas/replica-meters.ts'
import { EngineAwayError } from '../../src/shared-log/errors.ts'
import { MemoryEngine } from '../../src/shared-log/memory-engine.ts'
import type { SharedLog } from '../../src/shared-log/shared-log.ts'

let engine: MemoryEngine
let followers: LogFollower[] = []

beforeEach(() => {
  vi.useFakeTimers()
  engine = new MemoryEngine()
})

afterEach(async () => {
  await Promise.all(followers.map((follower) => follower.end()))
  followers = []
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A wait that the test ends. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Lets calls of some methods wait for a gate, as a connection without responses does. */
const delayed = (log: SharedLog, waits: ReadonlyMap<string, Promise<void>>): SharedLog =>
  new Proxy(log, {
    get(target, name) {
      const method = Reflect.get(target, name)
      return async (...parameters: unknown[]) => {
        await waits.get(String(name))
        return method.apply(target, parameters)
      }
    },
  })

async function follow(name: string, log: SharedLog, apply = async () => {}): Promise<LogFollower> {
  const applier = {
    ...{ apply, between: async () => {}, restart: async () => firstPlace },
    warn() {},
  }
  const follower = new LogFollower(log, applier, { name, version: '1', options: 'o' })
  followers.push(follower)
  await follower.begin(firstPlace)
  await pass(1)
  return follower
}

const open = () => engine.open('s')
const append = (log: SharedLog) => log.append({ world: 'default', do: 'act' })
const namesOf = (follower: LogFollower) =>
  follower.announce().then((live) => live.map(({ name }) => name))

test('a beat that is on its way does not make a replica live that has ended', async () => {
  const waits = new Map<string, Promise<void>>()
  const slow = gate()
  const a = await follow('a', delayed(open(), waits))
  const b = await follow('b', open())
  expect(await namesOf(b)).toEqual(['a', 'b'])
  waits.set('beat', slow.opened).set('close', slow.opened)
  const beat = a.announce()
  const ended = a.end()
  await pass(10)
  slow.open()
  await Promise.all([beat, ended])
  expect(await namesOf(b)).toEqual(['b'])
})

test('a replica that was not live trusts what it has only when it has learned the head', async () => {
  const waits = new Map<string, Promise<void>>()
  const [beat, read] = [gate(), gate()]
  const a = await follow('a', delayed(open(), waits))
  const b = await follow('b', open())
  expect(a.isTrusted).toBe(true)
  waits.set('beat', beat.opened).set('read', read.opened).set('head', read.opened)
  await pass(4_500)
  expect(a.isTrusted).toBe(false)
  // None waits for the one that is not live.
  expect(await namesOf(b)).toEqual(['b'])
  await append(open())
  waits.delete('beat')
  beat.open()
  await pass(1_100)
  expect(await namesOf(b)).toEqual(['a', 'b'])
  expect([a.position, a.isTrusted]).toEqual([0, false])
  read.open()
  await pass(1_100)
  expect([a.position, a.isTrusted]).toEqual([1, true])
})

test('a replica that has halted is not waited for', async () => {
  const a = await follow('a', open(), async () => {
    throw new Error('the disk is full')
  })
  const b = await follow('b', open())
  expect(await namesOf(b)).toEqual(['a', 'b'])
  await append(open())
  await pass(3_500)
  expect(b.position).toBe(1)
  expect(await namesOf(b)).toEqual(['b'])
  expect(a.isTrusted).toBe(false)
  expect(a.notReady).toBe('record 1 cannot be applied: the disk is full')
})

test('a replica that is more than 10 seconds behind another leaves, and comes back at the head', async () => {
  const slow = gate()
  const a = await follow('a', open(), () => slow.opened)
  const b = await follow('b', open())
  await append(open())
  await append(open())
  await pass(9_000)
  expect(await namesOf(b)).toEqual(['a', 'b'])
  expect(a.notReady).toBeUndefined()
  expect(a.lagSeconds).toBeCloseTo(9, 0)
  await pass(3_000)
  expect(await namesOf(b)).toEqual(['b'])
  expect(a.isTrusted).toBe(false)
  expect(a.notReady).toMatch(/behind other replicas/)
  slow.open()
  await pass(2_100)
  expect(await namesOf(b)).toEqual(['a', 'b'])
  expect([a.position, a.isTrusted, a.notReady, a.lagSeconds]).toEqual([2, true, undefined, 0])
})

test('all replicas may apply one record for long', async () => {
  const slow = gate()
  const a = await follow('a', open(), () => slow.opened)
  const b = await follow('b', open(), () => slow.opened)
  await append(open())
  await pass(30_000)
  for (const each of [a, b]) expect([each.isTrusted, each.notReady]).toEqual([true, undefined])
  slow.open()
})

test('a replica beyond a lost tail is not ready until it is at the head again', async () => {
  const again = gate()
  let isAgain = false
  const a = await follow('a', open(), () => (isAgain ? again.opened : Promise.resolve()))
  await append(open())
  await append(open())
  await pass(1_100)
  expect([a.position, a.head]).toEqual([2, 2])
  isAgain = true
  engine.loseTail('s', 1)
  await pass(1_100)
  expect([a.position, a.head]).toEqual([0, 1])
  expect(a.refusal).toMatch(/lost records/)
  expect(a.notReady).toBe(a.refusal)
  again.open()
  await pass(2_100)
  expect([a.position, a.refusal, a.isTrusted]).toEqual([1, undefined, true])
})

test('a replica is not behind one that has records which the log has lost', async () => {
  const a = await follow('a', open())
  for (let second = 0; second < 15; second++) {
    await open().beat({ name: 'b', position: 9, version: '1', options: 'o' })
    await pass(1_000)
    expect([a.isTrusted, a.notReady]).toEqual([true, undefined])
  }
})

test('a replica without the log is not ready after 10 seconds, if others were live', async () => {
  const waits = new Map<string, Promise<void>>()
  const [a, b] = [await follow('a', delayed(open(), waits)), await follow('b', open())]
  const lose = () => {
    for (const name of ['beat', 'read', 'head']) {
      const lost = Promise.reject(new EngineAwayError('its connection broke'))
      lost.catch(() => {})
      waits.set(name, lost)
    }
  }
  await pass(1_100)
  lose()
  await pass(9_000)
  expect([a.isTrusted, a.notReady]).toEqual([false, undefined])
  await pass(3_000)
  expect(a.notReady).toMatch(/^the shared log has not responded for 1\d seconds$/)
  // It has what it had, and goes on with that alone.
  expect(a.refusal).toBeUndefined()
  waits.clear()
  await pass(1_100)
  expect([a.isTrusted, a.notReady]).toEqual([true, undefined])
  await b.end()
  await pass(1_100)
  lose()
  await pass(30_000)
  expect(a.notReady).toBeUndefined()
})

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
