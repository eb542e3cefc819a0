import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { type LimitCase, limitCases } from './limit-cases.ts'
import { needWorld, sampleOf } from './samples.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const canBeTried = ({ operationId, expected }: LimitCase) =>
  expected === 'rejected' || !needWorld.includes(operationId)

async function send({ method, url, body }: LimitCase): Promise<number> {
  const headers = { 'x-snowglobe-dialect': 'documented', 'content-type': 'application/json' }
  const payload = body === undefined ? {} : { payload: body }
  const response = await server.inject({ method, url, headers, ...payload })
  return response.statusCode
}

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s answers 200 within its limits and 400 outside',
  async (operationId, operation) => {
    const cases = limitCases({ [operationId]: sampleOf(operation) }).filter(canBeTried)
    const wrong: string[] = []
    for (const limitCase of cases) {
      const status = await send(limitCase)
      if (status !== (limitCase.expected === 'accepted' ? 200 : 400))
        wrong.push(`${limitCase.why}: ${status} ${limitCase.url}`)
    }
    expect(wrong).toEqual([])
  },
)
