import { expect, test } from 'vitest'
import { known, networks } from '../support/world.ts'
import { everyItem, here, metrics } from './chainkit.ts'

const { chains } = metrics
const sum = (values: readonly { readonly value: number }[]) =>
  values.reduce((total, { value }) => total + value, 0)

test.each(networks)('chains.list and get know the chains of %s', async (network) => {
  const listed = await everyItem(chains.list({ network }, here), (page) => page.chains)
  const { cChainEvmId, l1EvmId } = known[network]
  expect(listed.map(({ evmChainId }) => String(evmChainId))).toEqual(
    expect.arrayContaining([cChainEvmId, l1EvmId]),
  )
  expect(await chains.get({ chainId: cChainEvmId }, here)).toEqual(
    listed.find(({ evmChainId }) => String(evmChainId) === cChainEvmId),
  )
})

test.each(networks)('days of transactions of %s sum to all of them', async (network) => {
  const chainId = known[network].cChainEvmId
  const valuesOf = (metric: 'txCount' | 'cumulativeTxCount') =>
    everyItem(
      chains.getMetrics({ chainId, metric, timeInterval: 'day', pageSize: 50 }, here),
      (page) => page.results,
    )
  const days = await valuesOf('txCount')
  const [latest] = await valuesOf('cumulativeTxCount')
  expect(days.length).toBeGreaterThan(300)
  expect(sum(days)).toBe(latest?.value)
  const { result } = await chains.getRollingWindowMetrics({ chainId, metric: 'txCount' }, here)
  expect(result.allTime).toBe(latest?.value)
})

test.each(networks)('stakes of %s by day', async (network) => {
  const counts = await everyItem(
    metrics.networks.getStakingMetrics({ network, metric: 'validatorCount' }, here),
    (page) => page.results,
  )
  expect(Math.max(...counts.map(({ value }) => value))).toBeGreaterThan(2)
})

test('messages are summed up for chains and over time', async () => {
  const { result } = await chains.getICMSummary({ network: 'mainnet' }, here)
  const { results } = await chains.getICMTimeseries(
    { network: 'mainnet', timeInterval: 'month' },
    here,
  )
  expect(result).toMatchObject({ allTime: sum(results as { value: number }[]) })
})

test('what L1 validators pay', async () => {
  const fees = await metrics.l1Validators.listMetrics({ metric: 'totalCumulativeFeesDaily' }, here)
  expect(JSON.stringify(fees)).toMatch(/\d{6,}/)
})
