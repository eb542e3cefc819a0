import { expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { publishedOperations } from './published-operations.ts'

const withoutNames = (line: string) => line.replaceAll(/\{\w+\}/g, '{}')

test('the published operations are those of both services', () => {
  expect(publishedOperations.filter((line) => line.includes(' /v1/'))).toHaveLength(80)
  expect(publishedOperations.filter((line) => line.includes(' /v2/'))).toHaveLength(17)
  expect(new Set(publishedOperations).size).toBe(97)
})

test('every published operation is served', () => {
  const served = new Set(operations.map(({ method, path }) => withoutNames(`${method} ${path}`)))
  expect(publishedOperations.filter((line) => !served.has(withoutNames(line)))).toEqual([])
})
