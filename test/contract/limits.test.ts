import { parse } from 'node:querystring'
import { expect, test } from 'vitest'
import { isOfContract } from '../../scripts/contract-page.ts'
import { inputReader } from '../../src/http/request/validation.ts'
import { HttpError } from '../../src/http/response/errors.ts'
import { operations } from '../../src/operations.ts'
import { allLimits, type LimitCase, limitCases, requestOf } from './limit-cases.ts'
import { limits } from './limits-table.ts'
import { sampleOf } from './samples.ts'

const samples = Object.fromEntries(
  operations.map((operation) => [operation.operationId, sampleOf(operation)]),
)
const cases = limitCases(samples)
const readers = new Map(
  operations.map((operation) => [
    operation.operationId,
    { path: operation.path, read: inputReader(operation) },
  ]),
)

/** Input that a server would hand to validation. */
function read({ operationId, url, body }: Pick<LimitCase, 'operationId' | 'url' | 'body'>) {
  const reader = readers.get(operationId)
  if (!reader) throw new Error(`${operationId} is not an operation`)
  const [path = '', query] = url.split('?')
  const values = path.split('/').map(decodeURIComponent)
  const pairs = reader.path.split('/').map((segment, i) => {
    const [, name = segment, suffix = ''] = /^\{(\w+)\}(.*)$/.exec(segment) ?? []
    return [name, values[i]?.replace(new RegExp(`${suffix}$`), '')]
  })
  return reader.read({
    params: Object.fromEntries(pairs),
    query: parse(query ?? ''),
    body: body === undefined ? undefined : JSON.parse(body),
  })
}

function outcomeOf(limitCase: LimitCase): 'accepted' | 'rejected' {
  try {
    read(limitCase)
    return 'accepted'
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 400) return 'rejected'
    throw error
  }
}

test('the table has every parameter of every operation of the contract, and no others', () => {
  const typedWhole = operations.filter(
    (operation) =>
      isOfContract(operation) ||
      limits.some(({ operationId }) => operationId === operation.operationId),
  )
  const declared = typedWhole.flatMap(({ operationId, params, query, body }) => [
    ...Object.keys(params.properties).map((name) => `${operationId} path ${name}`),
    ...Object.keys(query.properties).map((name) => `${operationId} query ${name}`),
    ...Object.keys(body?.properties ?? {}).map((name) => `${operationId} body ${name}`),
  ])
  const typed = limits.map(({ operationId, in: place, name }) => `${operationId} ${place} ${name}`)
  expect(typed.sort()).toEqual(declared.sort())
})

test.each(operations.map(({ operationId }) => operationId))(
  '%s takes what the table says and refuses the rest',
  (operationId) => {
    // A value that a route has to refuse must get past validation.
    const expected = (limitCase: LimitCase) =>
      limitCase.by === 'route' ? 'accepted' : limitCase.expected
    const own = cases.filter((limitCase) => limitCase.operationId === operationId)
    const wrong = own.filter((limitCase) => outcomeOf(limitCase) !== expected(limitCase))
    expect(wrong.map(({ why, url, body }) => ({ why, url, body }))).toEqual([])
  },
)

test('absent parameters have the defaults of the table', () => {
  const optional = allLimits.filter(({ in: place, required }) => place !== 'path' && !required)
  const wrong = optional.filter(({ operationId, in: place, name, default: fallback }) => {
    const sample = samples[operationId]
    if (!sample) throw new Error(`${operationId} has no sample`)
    const isRequired = (key: string) =>
      allLimits.some(
        (it) =>
          it.operationId === operationId && it.in === 'body' && it.name === key && it.required,
      )
    const needed = Object.entries(sample.body ?? {}).filter(([key]) => isRequired(key))
    const { [name]: _, ...query } = sample.query ?? {}
    const request = requestOf(operationId, {
      ...sample,
      query,
      ...(sample.body && { body: Object.fromEntries(needed) }),
    })
    const input: { query: object; body: unknown } = read(request)
    const values = (place === 'body' ? input.body : input.query) as Record<string, unknown>
    return values[name] !== fallback
  })
  expect(wrong).toEqual([])
})
