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

test('who is disabled at midnight does not pay for the day that begins', async () => {
  const owner = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
  const { body } = await get(server, '/v1/networks/mainnet/l1Validators?pageSize=100')
  const validation = (
    body as {
      validators: { validationId: string; deactivationOwner: { addresses: string[] } }[]
    }
  ).validators.find(({ deactivationOwner }) =>
    deactivationOwner.addresses.includes(owner),
  )?.validationId
  await server.clock.set({ pace: 'off' })
  await server.clock.advanceTo('2026-01-16T23:59:59Z')
  const { results } = await server.act([
    { do: 'disableL1Validator', by: 'ewoq', validation: validation ?? '' },
  ])
  const disabledAt = Date.parse(String(results[0]?.time)) / 1000
  expect(now + 2 * day - disabledAt).toBeLessThanOrEqual(1)
  expect(now + 2 * day - disabledAt).toBeGreaterThanOrEqual(0)
  await server.clock.advance('P2D')
  const root = `/v2/validation/${validation}/metrics/validationFeesDaily`
  const days = await valuesOf(`${root}?startTimestamp=${now}`)
  const secondsOn = (start: number) => Math.max(0, Math.min(day, disabledAt - start))
  expect(days).toEqual(
    [3, 2, 1, 0].map((after) => ({
      value: 512 * secondsOn(now + after * day),
      timestamp: now + after * day,
    })),
  )
  const paying = `/v2/validators/metrics/totalPayingValidatorsDaily?startTimestamp=${now}`
  const [, dayAfter, lastDay] = await valuesOf(paying)
  expect((lastDay?.value ?? 0) - (dayAfter?.value ?? 0)).toBe(1)
  await server.reset()
})

test('fees of days count on after the last block, supply and balances have them with the next', async () => {
  await server.clock.set({ pace: 'off' })
  const fees = async () => {
    const supply = (await get(server, '/v1/avax/supply')).body as { l1ValidatorFees: string }
    const list = (await get(server, '/v1/networks/mainnet/l1Validators')).body as {
      validators: { remainingBalance: number }[]
    }
    const [latest] = await valuesOf('/v2/validators/metrics/totalCumulativeFeesDaily')
    return {
      ofDays: latest?.value ?? 0,
      ofSupply: Math.round(Number(supply.l1ValidatorFees) * 1e9),
      remaining: list.validators.reduce((sum, { remainingBalance }) => sum + remainingBalance, 0),
      active: list.validators.length,
    }
  }
  const fund = { do: 'fund', to: 'ewoq', chain: 'P', amount: '1' } as const
  await server.act(fund)
  const before = await fees()
  expect(before.ofDays).toBe(before.ofSupply)
  await server.clock.advance('60s')
  const charged = 60 * 512 * before.active
  expect(await fees()).toEqual({ ...before, ofDays: before.ofDays + charged })
  await server.act(fund)
  expect(await fees()).toMatchObject({
    ofDays: before.ofDays + charged,
    ofSupply: before.ofSupply + charged,
    remaining: before.remaining - charged,
  })
  await server.reset()
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

test('a validator whose balance runs dry has paid that and no more', async () => {
  const empty = await startServer({ size: 'empty' })
  try {
    await empty.act([
      { do: 'wallet', name: 'alice' },
      { do: 'fund', to: 'alice', chain: 'P', amount: '10' },
      { do: 'createSubnet', name: 'dry', by: 'alice' },
      {
        ...{ do: 'convertToL1', subnet: 'dry', by: 'alice', managerChain: 'C' },
        // 512 nAVAX a second do not divide it.
        validators: [{ node: 'thirsty', weight: 1, balance: '0.01' }],
      },
    ])
    await empty.clock.advance('3d')
    const [latest] = (
      (await get(empty, '/v2/validators/metrics/totalCumulativeFeesDaily')).body as {
        results: MetricsValue[]
      }
    ).results
    expect(latest?.value).toBe(10_000_000)
    expect((await get(empty, '/v1/avax/supply')).body).toMatchObject({
      l1ValidatorFees: '0.01',
    })
    const { rules } = await empty.check()
    expect(rules.find(({ name }) => name === 'l1-fees')).toMatchObject({ violations: [] })
  } finally {
    await empty.close()
  }
})
