import { Avalanche } from '@avalanche-sdk/chainkit'
import { expect, test } from 'vitest'
import { callerOperations } from '../support/caller-operations.ts'
import { makeCall, methodsOf } from '../support/every-call.ts'
import { changing, readingCalls } from '../support/operations.ts'
import { thingsOf } from '../support/things.ts'
import { networks } from '../support/world.ts'
import { here } from './chainkit.ts'

const client = new Avalanche({ enableTelemetry: false })
const byNetwork = Object.fromEntries(
  await Promise.all(
    networks.map(async (network) => {
      const of = await thingsOf(network)
      const icm = { request: { network }, response: { result: { allTime: 'a number' } } }
      return [
        network,
        {
          ...readingCalls(of),
          'metrics.chains.getICMSummary': icm,
          'metrics.chains.getICMTimeseries': {
            request: { network, timeInterval: 'month' },
            response: 'results',
          },
          'metrics.liveCheck': { response: { status: 'ok' } },
          'data.liveCheck': { response: { status: 'ok' } },
          'avaxSupply.get': { response: { genesisUnlock: '360000000' } },
        },
      ] as const
    }),
  ),
)
/** Checks a text that the user was sent, without a request. */
const helpers = ['validateWebhook']

test('chainkit has 101 operations, and Snowglobe answers each of them', () => {
  const methods = methodsOf(client).filter((name) => !helpers.includes(name))
  expect(methods).toHaveLength(101)
  for (const calls of Object.values(byNetwork))
    expect([...Object.keys(calls), ...changing, ...callerOperations].sort()).toEqual(methods.sort())
})

test.each(
  networks.flatMap((network) =>
    Object.entries(byNetwork[network] ?? {}).map(([name, call]) => [name, network, call] as const),
  ),
)('%s reads all there is of %s', (name, _network, call) => makeCall(client, name, call, here))
