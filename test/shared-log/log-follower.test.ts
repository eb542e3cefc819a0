import { expect, test } from 'vitest'
import { EngineAwayError } from '../../src/shared-log/errors.ts'
import { append, delayed, gate, memoryFollowers, namesOf, pass } from './memory-followers.ts'

const { follow, loseTail, open } = memoryFollowers()

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
  loseTail(1)
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
