import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInSlices } from '../../src/util/parse-in-slices.ts'

/** The value, and how many stops there were; `no JSON` where the text is none. */
function parsed(text: string, length?: number): { value: unknown; stops: number } | 'no JSON' {
  const parsing = parseInSlices(text, length)
  try {
    for (let stops = 0; ; stops++) {
      const { done, value } = parsing.next()
      if (done) return { value, stops }
    }
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError)
    return 'no JSON'
  }
}

function expected(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return 'no JSON'
  }
}

const valueIn = (result: ReturnType<typeof parsed>) =>
  result === 'no JSON' ? result : result.value

const lengths = fc.constantFrom(1, 2, 5, 20, 100)
const spaced = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'))
  .map(([value, space]) => JSON.stringify(value, undefined, space))

test('any JSON is what JSON.parse makes of it, in slices of any length', () => {
  fc.assert(
    fc.property(spaced, lengths, (text, length) => {
      expect(valueIn(parsed(text, length))).toStrictEqual(JSON.parse(text))
    }),
    { numRuns: 2_000 },
  )
})

test('any text that is broken in one place is JSON exactly if it is to JSON.parse', () => {
  const token = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '0', ' ', 'null', '{}', '')
  fc.assert(
    fc.property(spaced, lengths, token, fc.nat(), fc.nat(2), (text, length, by, at, left) => {
      const place = at % (text.length + 1)
      const broken = text.slice(0, place) + by + text.slice(place + left)
      expect(valueIn(parsed(broken, length))).toStrictEqual(expected(broken))
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  ['{"a":[1,2,3],"a":[]}'],
  ['{"__proto__":{"b":[1,2]},"2":1,"1":2}'],
  ['{"a" : [ 1 , [ ] , { } ] , "b\\"," : "}]" }'],
  [' [ ] '],
  ['"[,]"'],
])('%s', (text) => {
  for (const length of [1, 3, 1_000])
    expect(valueIn(parsed(text, length))).toStrictEqual(JSON.parse(text))
})

test.each([
  '',
  ' ',
  '[1,]',
  '[,1]',
  '{"a":1,}',
  '[1][2]',
  '[1],[2]',
  '[1',
  '1{}',
  '{"a"}',
  '[1}',
  ']',
])('%s is no JSON', (text) => {
  for (const length of [1, 3, 1_000]) expect(parsed(text, length)).toBe('no JSON')
})

test.each([
  [' '.repeat(2_000), 'Expected one JSON value, found none'],
  ['[1],[2]', 'Expected one JSON value, found several'],
  ['{"a":[1,2],"b":[1,2 3]}', 'at position 20'],
])('%j is refused in words', (text, message) => {
  for (const length of [1, 3, 1_000])
    expect(() => Array.from(parseInSlices(text, length))).toThrow(message)
})

test('more than 64 levels are refused', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(parsed(nested(64))).not.toBe('no JSON')
  expect(parsed(nested(65))).toBe('no JSON')
})

test('a long text has as many stops as it has parts of 64 KiB', () => {
  const text = JSON.stringify({
    log: Array.from({ length: 100_000 }, (_, at) => ({ do: 'x', at })),
  })
  const result = parsed(text)
  expect(result).toMatchObject({ value: JSON.parse(text) })
  if (result !== 'no JSON') expect(result.stops).toBeGreaterThan(text.length / 65_536)
})
