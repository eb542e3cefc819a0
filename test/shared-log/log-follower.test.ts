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
  follower.membership.announce().then((live) => live.map(({ name }) => name))

test('a beat that is on its way does not make a replica live that has ended', async () => {
  const waits = new Map<string, Promise<void>>()
  const slow = gate()
  const a = await follow('a', delayed(open(), waits))
  const b = await follow('b', open())
  expect(await namesOf(b)).toEqual(['a', 'b'])
  waits.set('beat', slow.opened).set('close', slow.opened)
  const beat = a.membership.announce()
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
  expect(a.membership.isTrusted).toBe(true)
  waits.set('beat', beat.opened).set('read', read.opened).set('head', read.opened)
  await pass(4_500)
  expect(a.membership.isTrusted).toBe(false)
  // None waits for the one that is not live.
  expect(await namesOf(b)).toEqual(['b'])
  await append(open())
  waits.delete('beat')
  beat.open()
  await pass(1_100)
  expect(await namesOf(b)).toEqual(['a', 'b'])
  expect([a.position, a.membership.isTrusted]).toEqual([0, false])
  read.open()
  await pass(1_100)
  expect([a.position, a.membership.isTrusted]).toEqual([1, true])
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
  expect(a.membership.isTrusted).toBe(false)
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
  expect(a.membership.isTrusted).toBe(false)
  expect(a.notReady).toMatch(/behind other replicas/)
  slow.open()
  await pass(2_100)
  expect(await namesOf(b)).toEqual(['a', 'b'])
  expect([a.position, a.membership.isTrusted, a.notReady, a.lagSeconds]).toEqual([
    2,
    true,
    undefined,
    0,
  ])
})

test('all replicas may apply one record for long', async () => {
  const slow = gate()
  const a = await follow('a', open(), () => slow.opened)
  const b = await follow('b', open(), () => slow.opened)
  await append(open())
  await pass(30_000)
  for (const each of [a, b])
    expect([each.membership.isTrusted, each.notReady]).toEqual([true, undefined])
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
  expect([a.position, a.refusal, a.membership.isTrusted]).toEqual([1, undefined, true])
})

test('a replica is not behind one that has records which the log has lost', async () => {
  const a = await follow('a', open())
  for (let second = 0; second < 15; second++) {
    await open().beat({ name: 'b', position: 9, version: '1', options: 'o' })
    await pass(1_000)
    expect([a.membership.isTrusted, a.notReady]).toEqual([true, undefined])
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
  expect([a.membership.isTrusted, a.notReady]).toEqual([false, undefined])
  await pass(3_000)
  expect(a.notReady).toMatch(/^the shared log has not responded for 1\d seconds$/)
  // It has what it had, and goes on with that alone.
  expect(a.refusal).toBeUndefined()
  waits.clear()
  await pass(1_100)
  expect([a.membership.isTrusted, a.notReady]).toEqual([true, undefined])
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

test('a read that waits for the head is refused when the replica halts meanwhile', async () => {
  const waits = new Map<string, Promise<void>>()
  const a = await follow('a', delayed(open(), waits), () => Promise.reject(new Error('disk full')))
  const gateOfA = new ReadGate(a, 'current', new ReplicaMeters())
  await append(open())
  await expect(read(gateOfA)).rejects.toThrow('record 1 cannot be applied: disk full')
})

test('a replica trusts what it has after a crash only when it has learned the head', async () => {
  const waits = new Map<string, Promise<void>>()
  const a = await follow('a', delayed(open(), waits))
  await pass(1_500)
  expect(a.membership.isTrusted).toBe(true)
  engine.loseBeats('s')
  const reading = gate()
  waits.set('read', reading.opened)
  await pass(1_100)
  expect(a.membership.isTrusted).toBe(false)
  reading.open()
  await pass(10)
  expect(a.membership.isTrusted).toBe(true)
})

test('a record of its own is applied without being read, after those of others that precede it', async () => {
  const waits = new Map<string, Promise<void>>()
  const applied: number[] = []
  const apply = async (record?: { readonly position: number }) => {
    if (record) applied.push(record.position)
  }
  const log = delayed(open(), waits)
  const follower = await follow('a', log, apply)
  const slow = gate()
  waits.set('read', slow.opened)
  const own = await append(log)
  if (own !== 'lost') follower.take(own)
  await pass(1)
  expect(applied).toEqual([1])
  await append(open())
  const next = await append(log)
  if (next !== 'lost') follower.take(next)
  await pass(1)
  expect(applied).toEqual([1])
  slow.open()
  await pass(1)
  expect(applied).toEqual([1, 2, 3])
})

test('whether it is at the head takes one read', async () => {
  const asked: string[] = []
  const log = new Proxy(open(), {
    get(target, name) {
      const method = Reflect.get(target, name)
      return (...parameters: unknown[]) => {
        asked.push(String(name))
        return method.apply(target, parameters)
      }
    },
  })
  const follower = await follow('a', log)
  asked.length = 0
  await follower.learnHead()
  expect(asked).toEqual(['read'])
  await append(open())
  await follower.learnHead()
  expect(follower.position).toBe(1)
  expect(asked.filter((name) => name === 'head')).toEqual([])
})

test('a change is answered when no other replica can respond without it', async () => {
  const waits = new Map<string, Promise<void>>()
  const [a, b] = [
    await follow('a', delayed(open(), waits)),
    await follow('b', delayed(open(), waits)),
  ]
  const lost = Promise.reject(new EngineAwayError('it has been stopped'))
  lost.catch(() => {})
  // The engine ends after the append, before the other replica has read the record.
  const own = await append(open())
  for (const name of ['beat', 'read', 'head', 'live']) waits.set(name, lost)
  if (own !== 'lost') a.take(own)
  let isAnswered = false
  const answered = a.membership.othersApplied(1).then(() => {
    isAnswered = true
  })
  for (let ms = 0; !isAnswered; ms += 50) {
    await pass(50)
    if (isAnswered) expect([a.position, b.position, b.membership.isTrusted]).toEqual([1, 0, false])
    else expect(ms).toBeLessThan(5_000)
  }
  await answered
})

test('a change waits for a live replica also when only the looks at it fail', async () => {
  const slow = gate()
  const waits = new Map<string, Promise<void>>()
  const a = await follow('a', delayed(open(), waits))
  const b = await follow('b', open(), () => slow.opened)
  await append(open())
  const lost = Promise.reject(new EngineAwayError('it does not respond'))
  lost.catch(() => {})
  waits.set('live', lost)
  let isAnswered = false
  const answered = a.membership.othersApplied(1).then(() => {
    isAnswered = true
  })
  await pass(5_000)
  expect([isAnswered, b.membership.isTrusted]).toEqual([false, true])
  slow.open()
  waits.clear()
  await pass(1_000)
  await answered
  expect(b.position).toBe(1)
})

test('a change waits for a live replica that takes long, until that has left', async () => {
  const slow = gate()
  const a = await follow('a', open())
  const b = await follow('b', open(), () => slow.opened)
  await append(open())
  let isAnswered = false
  const answered = a.membership.othersApplied(1).then(() => {
    isAnswered = true
  })
  for (let second = 0; second < 9; second++) {
    await pass(1_000)
    expect([isAnswered, b.membership.isTrusted]).toEqual([false, true])
  }
  await pass(5_000)
  expect([isAnswered, b.membership.isTrusted]).toEqual([true, false])
  slow.open()
  await answered
})

test('what is collected after the log was away waits for replicas that were live before', async () => {
  const waits = { a: new Map<string, Promise<void>>(), b: new Map<string, Promise<void>>() }
  const [a, b] = [
    await follow('a', delayed(open(), waits.a)),
    await follow('b', delayed(open(), waits.b)),
  ]
  const lost = Promise.reject(new EngineAwayError('it has been stopped'))
  lost.catch(() => {})
  const setAway = (replica: 'a' | 'b') => {
    for (const name of ['beat', 'read', 'head', 'live']) waits[replica].set(name, lost)
  }
  await pass(1_500)
  setAway('a')
  setAway('b')
  await pass(4_000)
  waits.a.clear()
  await append(open())
  a.look()
  expect(await a.membership.othersApplied(1)).toEqual([])
  let late: readonly string[] | undefined
  const collected = a.membership.othersApplied(1, { isForReturning: true }).then((found) => {
    late = found
  })
  await pass(900)
  expect([late, b.position]).toEqual([undefined, 0])
  waits.b.clear()
  await pass(1_100)
  await collected
  expect([late, b.position]).toEqual([[], 1])
})

test('what is collected after the log was away waits for a replica that has ended for 3 seconds', async () => {
  const waits = new Map<string, Promise<void>>()
  const a = await follow('a', delayed(open(), waits))
  const b = await follow('b', open())
  await pass(1_500)
  const lost = Promise.reject(new EngineAwayError('it has been stopped'))
  lost.catch(() => {})
  for (const name of ['beat', 'read', 'head', 'live']) waits.set(name, lost)
  await b.end()
  await pass(4_000)
  waits.clear()
  await append(open())
  a.look()
  let late: readonly string[] | undefined
  void a.membership.othersApplied(1, { isForReturning: true }).then((found) => {
    late = found
  })
  await pass(2_000)
  expect(late).toBeUndefined()
  await pass(1_500)
  expect(late).toEqual([])
})

test('a change waits after a crash that lost the beats of replicas that trust what they have', async () => {
  const waits = new Map<string, Promise<void>>()
  const a = await follow('a', open())
  const b = await follow('b', delayed(open(), waits))
  await pass(900)
  const lost = Promise.reject(new EngineAwayError('it has been stopped'))
  lost.catch(() => {})
  for (const name of ['beat', 'read', 'head', 'live']) waits.set(name, lost)
  engine.loseBeats('s')
  await append(open())
  a.look()
  let isAnswered = false
  const answered = a.membership.othersApplied(1).then(() => {
    isAnswered = true
  })
  expect(await a.membership.isAlone()).toBe(false)
  for (let ms = 0; !isAnswered; ms += 50) {
    await pass(50)
    if (isAnswered) expect([a.position, b.position, b.membership.isTrusted]).toEqual([1, 0, false])
    else expect(ms).toBeLessThan(5_000)
  }
  await answered
  expect(await a.membership.isAlone()).toBe(true)
})

test('what is collected after a crash waits for replicas whose beats it lost', async () => {
  const a = await follow('a', open())
  const b = await follow('b', open())
  await pass(1_500)
  engine.loseBeats('s')
  await append(open())
  a.look()
  const collected = a.membership.othersApplied(1, { timeoutMs: 1_000, isForReturning: true })
  await b.end()
  await pass(1_500)
  expect(await collected).toEqual(['b'])
})

test('a change of a replica without others waits for nothing', async () => {
  const a = await follow('a', open())
  expect(await a.membership.isAlone()).toBe(true)
  const b = await follow('b', open())
  // It has not heard of the other one yet.
  expect(a.membership.live.map(({ name }) => name)).toEqual(['a'])
  expect(await a.membership.isAlone()).toBe(false)
  await b.end()
  expect(await a.membership.isAlone()).toBe(true)
})
