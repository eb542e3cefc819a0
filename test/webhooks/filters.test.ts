import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { type Receiver, receive } from '../../src/testing/receiver.ts'
import { create } from '../data/webhooks/support/webhooks.ts'
import { preparation } from '../support/any-action.ts'
import { startServer } from '../support/server.ts'

const primaryNetwork = '11111111111111111111111111111111LpoYY'
/** Topic of `Transfer(address,address,uint256)`. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Topic of `Approval(address,address,uint256)`. */
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

let server: Snowglobe
let receiver: Receiver
let ice = ''
beforeAll(async () => {
  server = await startServer({ pace: 0 })
  receiver = await receive()
  const { results } = await server.act(preparation)
  ice = results.find((result) => result.do === 'convertToL1')?.subnetId ?? ''
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})

/** Creates a webhook for each request. @returns what reads the bodies that each got, in order */
async function watch(requests: readonly object[]) {
  const ids: string[] = []
  for (const request of requests)
    ids.push((await create(server, { url: receiver.url, ...request })).id)
  return async () => {
    await server.deliveries.settle({ timeoutMs: 30_000 })
    return ids.map((id) =>
      receiver.messages.filter(({ json }) => json.webhookId === id).map(({ json }) => json.event),
    )
  }
}

test('a webhook with eventSignatures gets only transactions with a log of one of them', async () => {
  const { members } = await server.cast()
  const dora = members.find(({ name }) => name === 'dora')?.evm ?? ''
  const request = (eventSignatures?: string[]) => ({
    ...{ eventType: 'address_activity', chainId: '43114' },
    metadata: { addresses: [dora], ...(eventSignatures && { eventSignatures }) },
  })
  const received = await watch([
    request(),
    request([transfer]),
    request([`0x${transfer.slice(2).toUpperCase()}`]),
    request([approval]),
    request([approval, transfer]),
  ])
  const { results } = await server.act([
    { do: 'transfer', from: 'dora', to: 'eva', chain: 'C', amount: '0.1' },
    { do: 'transferToken', contract: 'coin', from: 'dora', to: 'eva', amount: '2' },
  ])
  const [payment, token] = results.map(({ txId }) => txId)
  const hashes = (await received()).map((events) =>
    events.map(({ transaction }) => transaction.txHash),
  )
  expect(hashes).toEqual([[payment, token], [token], [token], [], [token]])
})

test('nodeIds and subnetIds narrow a webhook about validators', async () => {
  const stake = { from: 'dora', amount: '2000', duration: '30d' } as const
  const { results } = await server.act([
    { do: 'addValidator', node: 'nova', ...stake },
    { do: 'addValidator', node: 'mira', ...stake },
  ])
  const [nova = '', mira = ''] = results.map(({ nodeId }) => nodeId ?? '')
  const request = (metadata: object) => ({
    ...{ eventType: 'validator_activity', network: 'mainnet' },
    metadata: {
      subEvents: { validatorActivitySubEvents: ['delegator_stake', 'validator_stake'] },
      ...metadata,
    },
  })
  const ofSubnet = { keyType: 'subnetId', keys: [primaryNetwork] }
  const ofNode = { keyType: 'nodeId', keys: [nova] }
  const received = await watch([
    request(ofSubnet),
    request({ ...ofSubnet, nodeIds: [nova] }),
    request({ ...ofSubnet, nodeIds: [nova, mira] }),
    request({ ...ofSubnet, subnetIds: [ice] }),
    request(ofNode),
    request({ ...ofNode, subnetIds: [primaryNetwork, ice] }),
    request({ ...ofNode, subnetIds: [ice] }),
    request({ ...ofNode, nodeIds: [mira] }),
  ])
  const delegation = { from: 'eva', amount: '30', duration: '14d' } as const
  await server.act([
    { do: 'delegate', node: 'nova', ...delegation },
    { do: 'delegate', node: 'mira', ...delegation },
  ])
  const nodes = (await received()).map((events) => events.map(({ nodeId }) => nodeId))
  expect(nodes).toEqual([[nova, mira], [nova], [nova, mira], [], [nova], [nova], [], []])
})

test('a balance threshold is crossed from at least to below, by the kind of the filter alone', async () => {
  const { results } = await server.act([
    { do: 'wallet', name: 'thrift' },
    { do: 'fund', to: 'thrift', chain: 'X', amount: '10', exactly: true },
  ])
  const address = results.find((result) => result.do === 'wallet')?.addresses?.mainnet ?? ''
  const request = (balanceType: string, balanceThreshold: string) => ({
    ...{ eventType: 'primary_network_address_activity', network: 'mainnet', chainId: 'x-chain' },
    metadata: {
      ...{ keyType: 'addresses', keys: [address] },
      subEvents: { addressActivitySubEvents: ['balance_threshold'] },
      balanceThresholdFilter: { balanceType, balanceThreshold },
    },
  })
  const received = await watch([
    request('unlocked', '10000000000'),
    request('unlocked', '10000000001'),
    request('unlocked', '8000000000'),
    request('unlocked', '1'),
    request('locked', '8000000000'),
  ])
  const pay = (amount: string) =>
    server.act({ do: 'transfer', from: 'thrift', to: 'eva', chain: 'X', amount })
  const first = (await pay('1')).results[0]?.txId
  const second = (await pay('1.5')).results[0]?.txId
  await pay('1')
  const ids = (await received()).map((events) =>
    events.map(({ transaction }) => transaction.txHash),
  )
  expect(ids).toEqual([[first], [], [second], [], []])
})

test('a receiver of tokens gets a message, though another account sends the transaction to their contract', async () => {
  const { members } = await server.cast()
  const eva = members.find(({ name }) => name === 'eva')?.evm ?? ''
  const received = await watch([
    { eventType: 'address_activity', chainId: '43114', metadata: { addresses: [eva] } },
  ])
  const { results } = await server.act([
    { do: 'transferToken', contract: 'coin', from: 'dora', to: 'eva', amount: '1' },
    { do: 'transfer', from: 'dora', to: 'alice', chain: 'C', amount: '1' },
  ])
  const [events] = await received()
  expect(events?.map(({ transaction }) => transaction.txHash)).toEqual([results[0]?.txId])
})

test('a message about an L1 validator comes when its balance falls below the threshold, and no earlier', async () => {
  const { results } = await server.act([
    { do: 'createSubnet', name: 'lean', by: 'dora' },
    {
      ...{ do: 'convertToL1', subnet: 'lean', by: 'dora', managerChain: 'C' },
      validators: [{ node: 'lean-1', weight: 20, balance: '1' }],
    },
  ])
  const subnet = results.find((result) => result.do === 'convertToL1')?.subnetId ?? ''
  const received = await watch(
    ['990000000', '100', '1000000001'].map((l1ValidatorFeeBalanceThreshold) => ({
      ...{ eventType: 'validator_activity', network: 'mainnet' },
      metadata: {
        ...{ keyType: 'subnetId', keys: [subnet], l1ValidatorFeeBalanceThreshold },
        subEvents: { validatorActivitySubEvents: ['l1_validator_balance_threshold'] },
      },
    })),
  )
  // 512 nAVAX a second: 1.84 million an hour, so that 10 million are gone in the sixth.
  const left: number[] = []
  for (let hour = 1; hour <= 8; hour++) {
    await server.clock.advance('1h')
    await server.act({ do: 'transfer', from: 'dora', to: 'eva', chain: 'P', amount: '1' })
    left.push(1_000_000_000 - 512 * 3600 * hour)
  }
  const [crossed, tooLow, tooHigh] = await received()
  expect(crossed).toHaveLength(1)
  const { remainingBalance } = crossed?.[0] ?? {}
  expect(Number(remainingBalance)).toBeLessThan(990_000_000)
  expect(Number(remainingBalance)).toBeGreaterThan((left[5] ?? 0) - 512 * 60)
  expect([tooLow, tooHigh]).toEqual([[], []])
})
