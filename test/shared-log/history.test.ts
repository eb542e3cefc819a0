import fc from 'fast-check'
import { expect, test } from 'vitest'
import { impossibleReads, isLinearizable, type Operation } from './history.ts'

const add = (amount: number, start: number, end?: number): Operation => ({
  ...{ call: 'add', amount, start, end },
})
const read = (value: number, start: number, end: number): Operation => ({
  ...{ call: 'read', value, start, end },
})

test.each<[string, Operation[]]>([
  ['nothing', []],
  ['a read after an acknowledged add', [add(5, 0, 1), read(5, 2, 3)]],
  ['a read during an add that sees it', [add(5, 0, 9), read(5, 1, 2), read(5, 3, 4)]],
  ['a read during an add that does not see it', [add(5, 0, 9), read(0, 1, 2), read(5, 3, 4)]],
  ['an unknown add that took effect late', [add(5, 0), read(0, 1, 2), read(5, 7, 8)]],
  ['an unknown add that never happened', [add(5, 0), read(0, 1, 2), read(0, 7, 8)]],
  ['two adds at once in either order', [add(1, 0, 9), add(2, 0, 9), read(2, 3, 4), read(3, 5, 6)]],
])('a history with %s is accepted', (_name, history) => {
  expect(isLinearizable(history)).toBe(true)
  expect(impossibleReads(history)).toEqual([])
})

test('a stale read after an acknowledged write is refused', () => {
  // Another replica had not applied the add, and did not know that it was behind.
  const history = [add(5, 0, 1), read(5, 2, 3), read(0, 4, 5)]
  expect(isLinearizable(history)).toBe(false)
  expect(impossibleReads(history)).toEqual([{ read: history[2], min: 5, max: 5 }])
})

test('an acknowledged write that is lost is refused', () => {
  // The engine lost the end of its log, and new records took the positions.
  const history = [add(5, 0, 1), add(3, 2, 3), read(8, 4, 5), add(1, 6, 7), read(6, 8, 9)]
  expect(isLinearizable(history)).toBe(false)
  expect(impossibleReads(history)).toEqual([{ read: history[4], min: 9, max: 9 }])
})

test('a write that happened twice is refused', () => {
  // A load balancer sent it again after an unknown outcome.
  const history = [add(5, 0), read(5, 1, 2), read(10, 3, 4)]
  expect(isLinearizable(history)).toBe(false)
  expect(impossibleReads(history)).toEqual([{ read: history[2], min: 0, max: 5 }])
})

test('reads that go backwards during a write are refused by the search alone', () => {
  const history = [add(5, 0, 9), read(5, 1, 2), read(0, 3, 4)]
  expect(isLinearizable(history)).toBe(false)
  expect(impossibleReads(history)).toEqual([])
})

test('reads that disagree about the order of two writes are refused by the search alone', () => {
  const history = [add(1, 0, 9), add(2, 0, 9), read(1, 1, 3), read(2, 4, 5)]
  expect(isLinearizable(history)).toBe(false)
  expect(impossibleReads(history)).toEqual([])
})

/** Tries every order of every subset that has all operations of known outcome. */
function isExplained(left: readonly Operation[], sum = 0): boolean {
  if (left.every(({ end }) => end === undefined)) return true
  return left.some((operation) => {
    const others = left.filter((other) => other !== operation)
    if (others.some(({ end }) => end !== undefined && end < operation.start)) return false
    if (operation.call === 'read') return operation.value === sum && isExplained(others, sum)
    return isExplained(others, sum + operation.amount)
  })
}

const anyOperation: fc.Arbitrary<Operation> = fc
  .tuple(fc.boolean(), fc.nat(4), fc.nat(12), fc.nat(6), fc.nat(5))
  .map(([isAdd, value, start, length, known]) => {
    const end = start + length
    return isAdd ? add(value + 1, start, known === 0 ? undefined : end) : read(value, start, end)
  })

test('the search agrees with trying every order, and the bounds refuse no good history', () => {
  let refused = 0
  fc.assert(
    fc.property(fc.array(anyOperation, { maxLength: 6 }), (history) => {
      const isGood = isExplained(history)
      if (!isGood) refused++
      expect(isLinearizable(history)).toBe(isGood)
      if (isGood) expect(impossibleReads(history)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
  expect(refused).toBeGreaterThan(100)
})

test('a history of 600 operations by six clients is searched in a few seconds', () => {
  // Each client's operations follow one another, and those of all overlap.
  let sum = 0
  const history: Operation[] = []
  for (let step = 0; step < 600; step++) {
    const start = step * 10
    if (step % 3 === 0) {
      sum += 1
      history.push(add(1, start, start + 55))
      // The last add took effect before the next operation starts.
    } else history.push(read(sum, start, start + 55))
  }
  expect(isLinearizable(history)).toBe(true)
  const [last] = history.splice(-1)
  if (last?.call !== 'read') throw new Error('the last operation is no read')
  history.push({ ...last, value: last.value + 3 })
  expect(impossibleReads(history)).toHaveLength(1)
})
