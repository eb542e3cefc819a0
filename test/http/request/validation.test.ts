import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getAverageTps } from '../../../schemas/metrics.ts'
import { operation } from '../../../schemas/operation.ts'
import { oneOf } from '../../../schemas/scalars.ts'
import { inputReader } from '../../../src/http/request/validation.ts'
import { HttpError } from '../../../src/http/response/errors.ts'

const example = operation({
  operationId: 'example',
  method: 'POST',
  path: '/v1/example/{name}',
  computeUnits: 20,
  section: '0',
  tag: 'Example',
  summary: 'Example',
  params: Type.Object({ name: Type.String() }),
  query: Type.Object({
    size: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
    from: Type.Optional(Type.Integer({ minimum: 0 })),
    flag: Type.Optional(Type.Boolean()),
    kinds: Type.Optional(Type.Array(oneOf(['a', 'b', 'c']))),
    constructor: Type.Optional(Type.String()),
  }),
  body: Type.Object({
    share: Type.Integer({ minimum: 0, maximum: 100, default: 67 }),
    text: Type.Optional(Type.String()),
  }),
  response: Type.Object({}),
})

const read = inputReader(example)
const withQuery = (query: object) => read({ params: { name: 'x' }, query, body: {} }).query
const withBody = (body: unknown) => read({ params: { name: 'x' }, query: {}, body }).body

function messageOf(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 400) return error.message
    throw error
  }
  throw new Error('nothing was thrown')
}

test('absent parameters take their default or stay absent', () => {
  expect(withQuery({})).toEqual({ size: 10 })
  expect(withBody({})).toEqual({ share: 67 })
})

test('text becomes numbers, booleans and lists; unknown keys are dropped', () => {
  expect(withQuery({ size: '7', from: '0', flag: 'false', kinds: 'a,b', more: 'x' })).toEqual({
    size: 7,
    from: 0,
    flag: false,
    kinds: ['a', 'b'],
  })
})

test('minus zero is zero', () => {
  expect(Object.is(withQuery({ from: '-0' }).from, 0)).toBe(true)
})

test('a list may be repeated, comma-separated or both', () => {
  expect(withQuery({ kinds: ['a', 'b,c'] }).kinds).toEqual(['a', 'b', 'c'])
  expect(messageOf(() => withQuery({ kinds: 'a,' }))).toBe('kinds must not be empty')
  expect(messageOf(() => withQuery({ kinds: ['a', 'd'] }))).toBe(
    'kinds must be one of a, b, c, not "d"',
  )
})

test.each([
  '1e400',
  '1e1',
  '0x10',
  '+5',
  '010',
  ' 10',
  '10 ',
  '1.0',
  '1_0',
  '١',
  'NaN',
  'Infinity',
  '0',
  '101',
  '-1',
  '9007199254740993',
])('size %j is refused by name, value and bound', (value) => {
  expect(messageOf(() => withQuery({ size: value }))).toBe(
    `size must be an integer from 1 to 100, not "${value}"`,
  )
})

test('integers without an upper bound end where numbers stop being exact', () => {
  expect(withQuery({ from: '9007199254740991' }).from).toBe(9007199254740991)
  expect(messageOf(() => withQuery({ from: '9007199254740992' }))).toBe(
    'from must be an integer from 0 to 9007199254740991, not "9007199254740992"',
  )
})

test.each(['True', '1', 'yes', 'true '])('flag %j is neither true nor false', (value) => {
  expect(messageOf(() => withQuery({ flag: value }))).toBe(
    `flag must be true or false, not "${value}"`,
  )
})

test('a repeated or empty value is refused', () => {
  expect(messageOf(() => withQuery({ size: ['1', '2'] }))).toBe('size must be given only once')
  expect(messageOf(() => withQuery({ size: '' }))).toBe('size must not be empty')
})

test('inherited members are never taken for parameters', () => {
  expect(withQuery({}).constructor).toBe(Object)
  expect(Object.keys(withQuery(JSON.parse('{"__proto__": "1"}')))).toEqual(['size'])
  expect(withQuery({ constructor: 'x' }).constructor).toBe('x')
})

test('path parameters have 1 to 1024 characters', () => {
  const readName = (name: string) => read({ params: { name }, query: {}, body: {} }).params.name
  expect(readName('x'.repeat(1024))).toHaveLength(1024)
  expect(messageOf(() => readName('x'.repeat(1025)))).toBe('name must have at most 1024 characters')
  expect(messageOf(() => readName(''))).toBe('name must not be empty')
})

test('a path parameter that does not match its form is refused', () => {
  const readChain = inputReader(getAverageTps)
  expect(readChain({ params: { chainId: '43114' }, query: {} }).params.chainId).toBe('43114')
  expect(messageOf(() => readChain({ params: { chainId: '43114\n' }, query: {} }))).toBe(
    'chainId must be a numeric EVM chain id, not "43114\\n"',
  )
})

test.each([['"67"'], ['67.5'], ['1e400'], ['null'], ['true'], ['[67]'], ['101'], ['-1']])(
  'a JSON body with share %s is refused: bodies carry types already',
  (value) => {
    expect(messageOf(() => withBody(JSON.parse(`{"share": ${value}}`)))).toMatch(
      /^share must be an integer from 0 to 100, not /,
    )
  },
)

test('an empty text in a body is a text', () => {
  expect(withBody({ text: '' })).toEqual({ share: 67, text: '' })
})

test.each([[undefined], [null], ['{}'], [[]], [5]])('%j is no body', (body) => {
  expect(messageOf(() => withBody(body))).toBe('The request body must be a JSON object')
})

const nested = inputReader({
  ...example,
  body: Type.Object({
    shapes: Type.Array(
      Type.Union([
        Type.Object({ type: Type.Literal('circle'), radius: Type.Integer({ minimum: 1 }) }),
        Type.Object({
          type: Type.Literal('box'),
          at: Type.Object({ x: Type.Integer({ minimum: 0, default: 3 }) }),
        }),
      ]),
      { minItems: 1, maxItems: 2 },
    ),
  }),
})
const withShapes = (...shapes: unknown[]) =>
  nested({ params: { name: 'a' }, query: {}, body: { shapes } }).body

test('objects in lists of a body are read by their type, with defaults and without unknown keys', () => {
  expect(withShapes({ type: 'circle', radius: 2, colour: 'red' }, { type: 'box', at: {} })).toEqual(
    {
      shapes: [
        { type: 'circle', radius: 2 },
        { type: 'box', at: { x: 3 } },
      ],
    },
  )
})

test.each([
  [[], 'shapes must be a list of 1 to 2 items, not []'],
  [[1, 2, 3], 'shapes must be a list of 1 to 2 items, not [1,2,3]'],
  [[null], 'shapes[0] must be an object, not null'],
  [[{ radius: 1 }], 'shapes[0].type is required'],
  [[{ type: 'line' }], 'shapes[0].type must be one of circle, box, not "line"'],
  [[{ type: 'circle' }], 'shapes[0].radius is required'],
  [
    [
      { type: 'circle', radius: 1 },
      { type: 'box', at: { x: '1' } },
    ],
    'shapes[1].at.x must be an integer from 0 to 9007199254740991, not "1"',
  ],
])('%j in a body is refused by its place', (shapes, message) => {
  expect(messageOf(() => withShapes(...shapes))).toBe(message)
})

test('whatever the request holds, it is read or refused with 400', () => {
  const reader = inputReader(example)
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('size', 'from', 'flag', 'kinds', 'constructor'), fc.anything()),
      fc.jsonValue(),
      fc.anything(),
      (query, body, params) => {
        try {
          const input = reader({ params, query, body })
          expect(input.query.size).toBeGreaterThanOrEqual(1)
          expect(input.query.size).toBeLessThanOrEqual(100)
        } catch (error) {
          expect(error).toBeInstanceOf(HttpError)
          expect(error).toHaveProperty('statusCode', 400)
        }
      },
    ),
  )
})
