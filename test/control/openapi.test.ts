import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlStatuses } from '../../schemas/control/errors.ts'
import { controlOperations } from '../../schemas/control/operations.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON it becomes.
type Json = any

const document = async (): Promise<Json> =>
  JSON.parse((await send(server.url, { path: '/_admin/openapi.json' })).body)

test('the document has every operation under its path and method, and only those', async () => {
  const { openapi, paths } = await document()
  expect(openapi).toBe('3.1.0')
  const found = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, { operationId }]) => [operationId, method, path]),
  )
  const declared = controlOperations.map(({ operationId, method, path }) => [
    operationId,
    method.toLowerCase(),
    path,
  ])
  expect(found.sort()).toEqual(declared.sort())
  expect(new Set(declared.map(([id]) => id)).size).toBe(declared.length)
  expect(declared).toContainEqual(['advanceClock', 'post', '/_admin/clock/advance'])
})

test('every reference resolves, and path parameters are those of the template', async () => {
  const whole = await document()
  const references = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(20)
  for (const [, reference = ''] of references) {
    const found = reference.split('/').reduce((value, key) => value?.[key], whole)
    expect(found, reference).toBeDefined()
  }
  for (const [path, item] of Object.entries<Json>(whole.paths))
    for (const { parameters } of Object.values<Json>(item)) {
      const inPath = parameters.filter((parameter: Json) => parameter.in === 'path')
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map(({ name }: Json) => name)).toEqual(names)
    }
})

test('an operation tells its body, its refusals and whether it wants the token', async () => {
  const { paths } = await document()
  const advance = paths['/_admin/clock/advance'].post
  const { schema } = advance.requestBody.content['application/json']
  expect(schema.additionalProperties).toBe(false)
  expect(Object.keys(schema.properties)).toEqual(['by', 'to', 'wait'])
  expect(Object.keys(advance.responses)).toEqual([
    '200',
    '202',
    '400',
    '401',
    '403',
    '409',
    '413',
    '422',
    '500',
    '503',
    '507',
  ])
  expect(advance.security).toContainEqual({ token: [] })
  expect(paths['/_admin/live'].get.security).toEqual([])
  expect(Object.values(controlStatuses)).toContain(422)
})

test('every operation that is not open may be unavailable, with the outcome of a change', async () => {
  const { paths, components } = await document()
  for (const item of Object.values<Json>(paths))
    for (const { operationId, security, responses } of Object.values<Json>(item))
      if (security.length > 0)
        expect(responses['503'], operationId).toEqual({
          $ref: '#/components/responses/unavailable',
        })
  const { description, headers, content } = components.responses.unavailable
  expect(description).toContain('details.outcome')
  expect(headers).toHaveProperty('retry-after')
  const { $ref } = content['application/json'].schema
  const { error } = components.schemas[$ref.split('/').at(-1)].properties
  expect(error.properties.details.properties.outcome.enum).toEqual(['none', 'unknown'])
})
