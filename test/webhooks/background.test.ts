import { expect, test } from 'vitest'
import { addressSubEvents, validatorSubEvents } from '../../schemas/data/webhooks.ts'
import { receive } from '../../src/testing/receiver.ts'
import { create } from '../data/webhooks/support/webhooks.ts'
import { get, startServer } from '../support/server.ts'

const primaryNetwork = '11111111111111111111111111111111LpoYY'

test('background traffic fires every kind and sub-event', async () => {
  const server = await startServer({ pace: 0 })
  const receiver = await receive()
  const { url } = receiver
  const { members } = await server.cast()
  const watched = members.slice(0, 3)
  await create(server, {
    ...{ url, eventType: 'address_activity', chainId: '43114' },
    metadata: { addresses: watched.map(({ evm }) => evm) },
  })
  for (const { mainnet = '' } of watched) {
    const { body } = await get(
      server,
      `/v1/networks/mainnet/blockchains/p-chain/balances?addresses=${mainnet}`,
    )
    // Balance of the member now: the first payment falls below it.
    const [{ amount: balanceThreshold = '0' } = {}] = (body as PChainBalances).balances
      .unlockedUnstaked
    await create(server, {
      ...{ url, eventType: 'primary_network_address_activity' },
      ...{ network: 'mainnet', chainId: 'p-chain' },
      metadata: {
        ...{ keyType: 'addresses', keys: [mainnet] },
        subEvents: { addressActivitySubEvents: addressSubEvents },
        balanceThresholdFilter: { balanceType: 'unlockedUnstaked', balanceThreshold },
      },
    })
  }
  const { body } = await get(server, '/v1/networks/mainnet/subnets?pageSize=100')
  const { subnets } = body as { subnets: { subnetId: string; isL1: boolean }[] }
  for (const key of [
    primaryNetwork,
    ...subnets.filter(({ isL1 }) => isL1).map(({ subnetId }) => subnetId),
  ])
    await create(server, {
      ...{ url, eventType: 'validator_activity', network: 'mainnet' },
      metadata: {
        ...{ keyType: 'subnetId', keys: [key] },
        subEvents: { validatorActivitySubEvents: validatorSubEvents },
        // The fee of some hundred days: every validator falls below it.
        l1ValidatorFeeBalanceThreshold: '5184000000',
      },
    })

  // Due events happen at every pace; payments and delegations need traffic.
  await server.clock.advance('390d')
  await server.clock.set({ pace: 4 })
  await server.clock.advance('10d')
  expect(await server.deliveries.settle({ timeoutMs: 60_000 })).toMatchObject({
    failed: 0,
    waiting: 0,
  })
  const kinds = receiver.messages.map(({ json: { eventType, event } }) =>
    `${eventType} ${event.eventType ?? ''}`.trim(),
  )
  expect([...new Set(kinds)].sort()).toEqual(
    [
      'address_activity',
      ...addressSubEvents.map((name) => `primary_network_address_activity ${name}`),
      ...validatorSubEvents.map((name) => `validator_activity ${name}`),
    ].sort(),
  )
  await server.close()
  await receiver.close()
})

interface PChainBalances {
  readonly balances: { readonly unlockedUnstaked: readonly { readonly amount: string }[] }
}
