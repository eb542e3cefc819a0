import { expect, test } from 'vitest'
import type { MatchableRequest } from '../../../src/http/faults/request-matcher.ts'
import { matchableBody, requestMatcher } from '../../../src/http/faults/request-matcher.ts'

const request: Omit<MatchableRequest, 'body'> = {
  ...{ interface: 'data', method: 'POST', path: '/', operation: undefined, key: undefined },
  ...{ network: () => undefined, query: () => [], header: () => [] },
}

test.each<[body: unknown, partial: unknown, fits: boolean]>([
  [{ list: [1, 2], more: 3 }, { list: [1, 2] }, true],
  [{ list: [1, 2] }, { list: [1] }, false],
  [{ list: [1] }, { list: [1, 2] }, false],
  [{ list: [{ a: 1, b: 2 }] }, { list: [{ a: 1 }] }, true],
  [{ list: { 0: 1, length: 1 } }, { list: [1] }, false],
  [{ list: [1] }, { list: { 0: 1 } }, false],
  [{}, { constructor: {} }, false],
])('the body %j holds the part %j: %j', (body, partial, fits) => {
  const matches = requestMatcher({ body: { partial } })
  expect(matches({ ...request, body: matchableBody(JSON.stringify(body)) })).toBe(fits)
})

test.each([
  ['/v1/chains/', '/v1/chains', true],
  ['/v1/*/', '/v1/chains', true],
  ['/v1/chains/', '/v1/chains/1', false],
  ['/ext/info/', '/ext/info', false],
])('the path %s fits a request to %s: %j', (path, requested, fits) => {
  expect(requestMatcher({ path })({ ...request, path: requested, body: undefined })).toBe(fits)
})
