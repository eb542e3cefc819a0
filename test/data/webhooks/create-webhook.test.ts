import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { ask, create, evm, primary, validator } from './support/webhooks.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer({ pace: 0 })
})
afterEach(() => server?.close())

test.each([
  ['address_activity', evm, { chainId: '43114' }],
  ['primary_network_address_activity', primary, { chainId: 'p-chain' }],
  ['validator_activity', validator, { chainId: 'p-chain' }],
])('%s is answered with 201 and what was requested', async (eventType, request, more) => {
  const { status, body } = await ask(server, 'POST', '', request)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
    url: request.url,
    status: 'active',
    createdAt: Date.parse((await server.world()).now),
    name: '',
    description: '',
    eventType,
    metadata: request.metadata,
    ...more,
  })
})

test('flags, names and the id of a blockchain are taken', async () => {
  const { body: chains } = { body: (await server.inject('/v1/chains')).json() }
  const { platformChainId } = chains.chains.find(
    (one: { chainId: string }) => one.chainId === '43114',
  )
  const made = await create(server, {
    ...evm,
    ...{ chainId: platformChainId, name: 'Mine', description: 'd', includeLogs: true },
  })
  expect(made).toMatchObject({
    chainId: '43114',
    name: 'Mine',
    description: 'd',
    includeLogs: true,
  })
  expect(made).not.toHaveProperty('includeInternalTxs')
})

test('equal requests to two servers have equal ids', async () => {
  const twin = await startServer()
  expect((await create(server)).id).toBe((await create(twin)).id)
  await twin.close()
})

test.each([
  ['no type', { ...evm, eventType: undefined }, /^eventType is required$/],
  ['another type', { ...evm, eventType: 'nft' }, /^eventType must be one of address_activity, /],
  ['no URL', { ...evm, url: 'ftp://a' }, /^url must be a URL that begins with http/],
  [
    'a foreign host',
    { ...evm, url: 'https://example.org/' },
    /--webhook-hosts \(none\), found example.org; start the server with --webhook-hosts example.org/,
  ],
  [
    'a link-local address',
    { ...evm, url: 'http://169.254.169.254/' },
    /link-local host, found 169\.254\.169\.254/,
  ],
  ['a mapped link-local address', { ...evm, url: 'http://[::ffff:169.254.1.1]/' }, /link-local/],
  ['a name and a password', { ...evm, url: 'http://a:b@127.0.0.1/' }, /no user name or password; /],
  [
    'no address',
    { ...evm, metadata: { addresses: [] } },
    /^metadata.addresses must be a list of 1 to 1000/,
  ],
  [
    'an unknown chain',
    { ...evm, chainId: '7' },
    /^chainId must be an EVM chain of the world, not "7"$/,
  ],
  ['another chain', { ...primary, chainId: 'c-chain' }, /^chainId must be one of p-chain, x-chain/],
  [
    'an address of fuji',
    { ...primary, network: 'fuji' },
    /^metadata.keys\[0\] must hold addresses of fuji/,
  ],
  [
    'no threshold',
    {
      ...primary,
      metadata: {
        ...primary.metadata,
        subEvents: { addressActivitySubEvents: ['balance_threshold'] },
      },
    },
    /^metadata.balanceThresholdFilter is required for balance_threshold$/,
  ],
  [
    'two nodes',
    { ...validator, metadata: { ...validator.metadata, keys: ['NodeID-a', 'NodeID-b'] } },
    /^metadata.keys must be a list of 1 item/,
  ],
])('%s is refused', async (_, request, message) => {
  expect(await ask(server, 'POST', '', request)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(message) },
  })
})

test('with --webhook-hosts other hosts are taken, but no link-local ones', async () => {
  const open = await startServer({ webhookHosts: ['*'] })
  expect((await ask(open, 'POST', '', { ...evm, url: 'https://example.org/a' })).status).toBe(201)
  expect((await ask(open, 'POST', '', { ...evm, url: 'http://[fe80::1]/' })).status).toBe(400)
  expect((await ask(open, 'POST', '', { ...evm, url: 'http://2852039166/' })).status).toBe(400)
  await open.close()
})
