import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonList, jsonOf, jsonPieces, withValues } from '../../../src/http/response/json-list.ts'

const responses = fc.dictionary(
  fc.string({ unit: 'grapheme' }),
  fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.array(fc.jsonValue())),
)

test('the pieces of a response are its JSON, whatever is in it', () => {
  fc.assert(
    fc.property(fc.oneof(responses, fc.jsonValue()), (value) => {
      expect(jsonPieces(value).join('')).toBe(JSON.stringify(value))
      expect(jsonOf(value)).toBe(JSON.stringify(value))
      expect(withValues(value)).toBe(value)
    }),
  )
})

test('responses are equal whether items were JSON before or not', () => {
  const written = (value: unknown) =>
    Array.isArray(value) ? new JsonList(value.map((item) => JSON.stringify(item))) : value
  fc.assert(
    fc.property(responses, (values) => {
      const response = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, written(value)]),
      )
      expect(jsonPieces(response).join('')).toBe(JSON.stringify(values))
      expect(jsonOf(response)).toBe(JSON.stringify(values))
      expect(JSON.stringify(withValues(response))).toBe(JSON.stringify(values))
    }),
  )
})

test('each item is a piece of its own', () => {
  const items = new JsonList(['{"a":1}', '{"a":2}'])
  expect(jsonPieces({ items, nextPageToken: 'x' })).toEqual([
    '{"items":[',
    '{"a":1}',
    ',{"a":2}',
    '],"nextPageToken":"x"}',
  ])
})
