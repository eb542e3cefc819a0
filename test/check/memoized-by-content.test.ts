import { expect, test } from 'vitest'
import { memoizedByContent } from '../../src/check/memoized-by-content.ts'

test('a result is found again by equal bytes, and computed for others', () => {
  const lengthOf = memoizedByContent<number>()
  let worked = 0
  const ask = (...parts: (Uint8Array | string)[]) =>
    lengthOf(parts, () => {
      worked++
      return parts.reduce((sum, part) => sum + part.length, 0)
    })
  expect([ask(Uint8Array.of(1, 2), 'c'), worked]).toEqual([3, 1])
  expect([ask(Uint8Array.of(1, 2), 'c'), worked]).toEqual([3, 1])
  expect([ask(Uint8Array.of(1, 3), 'c'), worked]).toEqual([3, 2])
  // Where one part ends and the next begins is a part of what they say.
  expect([ask('ab', 'c'), ask('a', 'bc'), worked]).toEqual([3, 3, 4])
})

test('an error is not memoized, and memos share nothing', () => {
  const [first, second] = [memoizedByContent<string>(), memoizedByContent<string>()]
  const fail = () => {
    throw new Error('no such point')
  }
  expect(() => first(['a'], fail)).toThrow('no such point')
  expect(first(['a'], () => 'now')).toBe('now')
  expect(second(['a'], () => 'another')).toBe('another')
})

test('as much is memoized as fits, however much is computed', () => {
  const echo = memoizedByContent<number>()
  for (let i = 0; i < 20_000; i++) echo([String(i)], () => i)
  expect(echo(['0'], () => -1)).toBe(0)
  echo(['one more'], () => 0)
  expect(echo(['0'], () => -1)).toBe(-1)
})
