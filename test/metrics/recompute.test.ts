import { expect, test } from 'vitest'
import { recomputeMetrics } from '../../tools/recompute/recompute.ts'
import { startServer } from '../support/server.ts'

/*
 * tools/recompute-metrics.ts does the same with the default world, and shares nothing with the
 * routes but the server that it asks.
 */
test('every value of every metric follows from what the Data API shows, in a world that went on', async () => {
  const server = await startServer({ cacheMb: 0 })
  await server.clock.advance('P3D')
  await server.clock.advance('PT10M')
  const compared = await recomputeMetrics(async (path) => {
    const response = await server.inject(path)
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`)
    return response.json()
  })
  await server.close()
  expect(compared.length).toBeGreaterThan(100_000)
  expect(compared.filter(({ served, recomputed }) => served !== recomputed)).toEqual([])
})
