import { expect, test } from 'vitest'
import { ActingRequests } from '../../../src/http/faults/shared-counts.ts'

const actingUpTo = (acting: ActingRequests, last: number): number[] =>
  Array.from({ length: last }, (_, index) => index + 1).filter((number) => acting.includes(number))

const isEven = (number: number) => number % 2 === 0

test('a rule acts on the requests behind the first ones, as often as it says', () => {
  const acting = new ActingRequests({ id: 'r', after: 2, times: 3 }, () => true)
  expect(actingUpTo(acting, 8)).toEqual([3, 4, 5])
  expect([0, 2, 3, 5, 8].map((number) => acting.countUpTo(number))).toEqual([0, 0, 1, 3, 3])
})

test('draws are counted in the order of the numbers, whichever comes first', () => {
  const acting = new ActingRequests({ id: 'r', after: 3, times: 2, probability: 0.5 }, isEven)
  expect(acting.includes(8)).toBe(false)
  expect(actingUpTo(acting, 9)).toEqual([4, 6])
  expect(acting.countUpTo(5)).toBe(1)
  expect(acting.countUpTo(100)).toBe(2)
})

test('without a number of times each draw counts', () => {
  const acting = new ActingRequests({ id: 'r', probability: 0.5 }, isEven)
  expect(acting.countUpTo(7)).toBe(3)
  expect(actingUpTo(acting, 7)).toEqual([2, 4, 6])
})
