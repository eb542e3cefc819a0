import { expect, test } from 'vitest'
import { didYouMean, nearestName } from '../../src/util/nearest.ts'

const names = ['port', 'host', 'seed', 'rate-limit', 'log-level']

test.each([
  ['port', 'port'],
  ['prot', 'port'],
  ['PORT', 'port'],
  ['por', 'port'],
  ['poort', 'port'],
  ['pord', 'port'],
  ['ratelimit', 'rate-limit'],
  ['rate-limits', 'rate-limit'],
  ['loglvel', 'log-level'],
  ['', undefined],
  ['x', undefined],
  ['colour', undefined],
  ['tropical', undefined],
])('%j looks like %j', (given, nearest) => {
  expect(nearestName(given, names)).toBe(nearest)
})

test('a name of megabytes is compared with none', () => {
  const comparisons = Array.from({ length: 1_000 }, () => nearestName('x'.repeat(7_000_000), names))
  expect(comparisons).toEqual(Array(1_000).fill(undefined))
})

test('the hint is empty when nothing looks like it', () => {
  expect(didYouMean('sede', names)).toBe(' (did you mean seed?)')
  expect(didYouMean('colour', names)).toBe('')
})
