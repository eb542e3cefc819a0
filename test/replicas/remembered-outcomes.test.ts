import { expect, test } from 'vitest'
import { RememberedOutcomes } from '../../src/replicas/remembered-outcomes.ts'

const day = 24 * 3_600_000
const record = (key: string, atMs = 0, bytes = 100) => ({ key, request: 'digest', atMs, bytes })
const outcome = (result: unknown) => ({ result })

test('a key is remembered for 24 hours of the time of the log', () => {
  const remembered = new RememberedOutcomes()
  remembered.add(record('a', 1_000), outcome(1))
  expect(remembered.of(record('a', day + 999))).toEqual({ result: 1 })
  expect(remembered.of(record('a', day + 1_000))).toBeUndefined()
})

test('the last 10,000 keys are remembered, and the oldest goes', () => {
  const remembered = new RememberedOutcomes()
  for (let number = 0; number <= 10_000; number++) remembered.add(record(`${number}`), outcome(0))
  expect(remembered.of(record('0'))).toBeUndefined()
  expect(remembered.of(record('1'))).toEqual({ result: 0 })
})

test('keys of records of more than 16 MiB together are not remembered', () => {
  const remembered = new RememberedOutcomes()
  for (const key of ['a', 'b', 'c']) remembered.add(record(key, 0, 6 * 1024 * 1024), outcome(key))
  expect(remembered.of(record('a'))).toBeUndefined()
  expect(remembered.of(record('b'))).toEqual({ result: 'b' })
})

test('a key with another request is a refusal, and the first outcome stays', () => {
  const remembered = new RememberedOutcomes()
  remembered.add(record('a'), outcome(1))
  expect(remembered.of({ ...record('a'), request: 'other' })).toMatchObject({
    refusal: { code: 'not_possible', message: expect.stringContaining('idempotency-key') },
  })
  expect(remembered.of(record('a'))).toEqual({ result: 1 })
})
