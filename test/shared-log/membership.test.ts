import { expect, test } from 'vitest'
import { EngineAwayError } from '../../src/shared-log/errors.ts'
import { append, delayed, gate, memoryFollowers, namesOf, pass } from './memory-followers.ts'

const { follow, loseBeats, open } = memoryFollowers()

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

test('a replica trusts what it has after a crash only when it has learned the head', async () => {
  const waits = new Map<string, Promise<void>>()
  const a = await follow('a', delayed(open(), waits))
  await pass(1_500)
  expect(a.membership.isTrusted).toBe(true)
  loseBeats()
  const reading = gate()
  waits.set('read', reading.opened)
  await pass(1_100)
  expect(a.membership.isTrusted).toBe(false)
  reading.open()
  await pass(10)
  expect(a.membership.isTrusted).toBe(true)
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
  loseBeats()
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
  loseBeats()
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
