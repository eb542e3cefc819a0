import { expect, test } from 'vitest'
import { responsesOf } from '../support/responses.ts'
import { checkResponse, startServer } from '../support/server.ts'

/** Every object in a response; of a list, those of its first item. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return objectsIn(value[0])
  if (typeof value !== 'object' || value === null) return []
  const object = value as Record<string, unknown>
  return [object, ...Object.values(object).flatMap(objectsIn)]
}

test('a field that the contract lacks is noticed wherever in a response it is', async () => {
  const unnoticed = new Set<string>()
  let noticed = 0
  const inspect: typeof checkResponse = (route, response, dialect) => {
    for (const object of objectsIn(response)) {
      const before = Object.keys(object).join()
      object.strange = 1
      try {
        checkResponse(route, response, dialect)
        unnoticed.add(`${route.operation.operationId} ${before}`)
      } catch {
        noticed++
      }
      delete object.strange
    }
  }
  const server = await startServer({ inspect })
  const responses = await responsesOf(server)
  await server.close()
  expect(responses.filter(([, response]) => !response.startsWith('200'))).toEqual([])
  expect([...unnoticed]).toEqual([])
  expect(noticed).toBeGreaterThan(400)
})
