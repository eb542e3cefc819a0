import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MetricsValue } from '../../../schemas/metrics/series.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { get, startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const day = 86_400
const now = 1_768_435_200
const valuesOf = async (url: string) =>
  ((await get(server, url)).body as { results: MetricsValue[] }).results

test('four validators pay 512 nAVAX a second for a day, and five the day before', async () => {
  const range = `startTimestamp=${now - 2 * day}`
  expect(await valuesOf(`/v2/validators/metrics/totalValidatorFeesDaily?${range}`)).toEqual([
    { value: 4 * 512 * day, timestamp: now - day },
    { value: 178_037_760, timestamp: now - 2 * day },
  ])
  expect(await valuesOf(`/v2/validators/metrics/totalPayingValidatorsDaily?${range}`)).toEqual([
    { value: 4, timestamp: now - day },
    { value: 5, timestamp: now - 2 * day },
  ])
})

test('what counts everything keeps its value after the last fee', async () => {
  const { body } = await get(
    server,
    '/v1/networks/mainnet/l1Validators?includeInactiveL1Validators=true&pageSize=100',
  )
  const { validators } = body as { validators: { validationId: string; weight: number }[] }
  const removed = validators.find(({ weight }) => weight === 0)
  const root = `/v2/validation/${removed?.validationId}/metrics`
  const [last] = await valuesOf(`${root}/validationFeesDaily`)
  const cumulative = await valuesOf(`${root}/validationCumulativeFeesDaily`)
  expect(last?.value).toBe(0)
  expect(cumulative[0]?.value).toBeGreaterThan(0)
  expect(cumulative[0]?.value).toBe(cumulative[1]?.value)
})

test('unknown validations and subnets are 404, an unknown node paid nothing', async () => {
  const id = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
  expect((await get(server, `/v2/validation/${id}/metrics/validationFeesDaily`)).body).toEqual({
    message: [`L1 validation ${id} does not exist`],
    error: 'Not Found',
    statusCode: 404,
  })
  expect((await get(server, `/v2/subnet/${id}/metrics/perSubnetDailyFeesPaid`)).status).toBe(404)
  const primary = '11111111111111111111111111111111LpoYY'
  expect(await valuesOf(`/v2/subnet/${primary}/metrics/perSubnetDailyFeesPaid`)).toEqual([])
  const node = 'NodeID-111111111111111111116DBWJs'
  expect(await valuesOf(`/v2/validator/${node}/metrics/perNodeDailyFeesPaid`)).toEqual([])
})
