import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorldCast } from '../../schemas/control/cast.ts'
import type { PrimaryNetworkBalances } from '../../schemas/data/balances.ts'
import type { LiveNativeTokenBalance } from '../../schemas/data/live-evm.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { send } from '../support/send.ts'
import { get, startServer } from '../support/server.ts'
import { refusalOf, through, transports } from './support/transports.ts'

let server: Snowglobe
let empty: Snowglobe
beforeAll(async () => {
  server = await startServer()
  empty = await startServer({ size: 'empty' })
})
afterAll(async () => {
  await server?.close()
  await empty?.close()
})

const ask = async (method: string, path: string, body?: string, headers = {}) => {
  const response = await send(server.url, { method, path: `/_admin${path}`, body, headers })
  return { ...response, json: response.body === '' ? undefined : JSON.parse(response.body) }
}

test('what is not there is 404 in the shape of the control plane, a wrong method too', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/nothing'],
    ['DELETE', '/clock'],
    ['GET', '/clock/advance'],
    ['POST', '/live'],
    ['OPTIONS', '/clock'],
  ] as const) {
    const { status, json, headers } = await ask(method, path)
    expect([path, status]).toEqual([path, 404])
    expect(json).toEqual({
      error: { code: 'not_found', message: `there is no ${method} /_admin${path}` },
    })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  }
})

test('no response allows other origins anything', async () => {
  for (const path of ['/clock', '/live', '/nothing', '/%zz'])
    for (const method of ['GET', 'OPTIONS', 'PUT']) {
      const { headers } = await ask(method, path, method === 'PUT' ? '{' : undefined)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
})

test('a path that cannot be read is a bad request in the shape of the control plane', async () => {
  const { status, json } = await ask('GET', '/%zz')
  expect([status, json.error.code]).toEqual([400, 'bad_request'])
})

test('a body that is no JSON, too large or of another form is refused by its place', async () => {
  const cases = [
    ['{', { pointer: '', expected: 'JSON' }],
    ['[]', { pointer: '', expected: 'an object' }],
    ['null', { pointer: '', expected: 'an object' }],
    ['"90s"', { pointer: '', expected: 'an object' }],
    ['{"by":1}', { pointer: '/by', expected: 'text' }],
    ['{"by":"1h","at":1}', { pointer: '/at', expected: 'a known property: by, to, wait' }],
    ['{"by":"1h","__proto__":{}}', { pointer: '/__proto__', expected: expect.any(String) }],
    ['{"by":"1h","to":"2026-02-01"}', { pointer: '', expected: 'an object with either by or to' }],
    ['', { pointer: '', expected: 'an object with either by or to' }],
  ] as const
  for (const [body, details] of cases) {
    const { status, json } = await ask('POST', '/clock/advance', body)
    expect([body, status, json.error.code]).toEqual([body, 400, 'bad_request'])
    expect(json.error.details).toEqual(details)
  }
  expect((await server.clock.get()).now).toBe('2026-01-15T00:00:00Z')
})

test('a body of 8 MiB is read, and a larger one is 413', async () => {
  const padded = (bytes: number) => `{"by":"1h"${' '.repeat(bytes - 11)}}`
  const limit = 8 * 1024 * 1024
  expect((await ask('POST', '/clock/advance', padded(limit))).status).toBe(200)
  const { status, json } = await ask('POST', '/clock/advance', padded(limit + 1))
  expect([status, json.error.code]).toEqual([413, 'too_large'])
  await server.reset()
})

test('a body needs no content type, and curl may call it a form', async () => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
    expect((await ask('PUT', '/clock', '{"rate":1}', { 'content-type': type })).status).toBe(200)
  expect((await ask('PUT', '/clock', '{"rate":1}')).status).toBe(200)
})

test('live and ready answer', async () => {
  for (const path of ['/live', '/ready']) {
    const { status, json } = await ask('GET', path)
    expect([status, json]).toEqual([200, { status: 'ok' }])
  }
})

test.each(transports)(
  'the self-check runs all rules or those that are named, through %s',
  async (transport) => {
    const { check } = through(transport, empty)
    const whole = await check()
    expect(whole.violations).toBe(0)
    const names = whole.rules.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(50)
    expect(names).toEqual(expect.arrayContaining(['block-links', 'icm-ids']))
    const some = await check(['icm-ids', 'block-links'])
    expect(some.rules.map(({ name }) => name).sort()).toEqual(['block-links', 'icm-ids'])
    expect(await refusalOf(check(['no-such-rule']))).toMatchObject({
      code: 'not_possible',
      message: 'the self-check has no rule "no-such-rule"',
      details: { rules: names },
    })
  },
)

test.each(transports)('the cast names who exists, through %s', async (transport) => {
  const { members, nodes, contracts, assets, subnets } = await through(transport, server).cast()
  expect(members[0]).toMatchObject({
    name: 'ewoq',
    evm: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
    privateKey: '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
  })
  expect(nodes[0]?.name).toBe('ewoq')
  expect(contracts[0]?.symbol).toBe('WAVAX')
  expect(assets.filter(({ symbol }) => symbol === 'AVAX').map(({ network }) => network)).toEqual([
    'fuji',
    'mainnet',
  ])
  expect(subnets.filter(({ isL1 }) => isL1)).toHaveLength(2)
})

test.each(transports)(
  'the cast tells what members have on every chain, through %s',
  async (transport) => {
    const { cast, act } = through(transport, server)
    const before = await cast()
    await act([
      { do: 'fund', to: 'bob', network: 'fuji', chain: 'X', amount: '0.000000001' },
      { do: 'fund', to: 'bob', network: 'fuji', chain: 'C', amount: '0.000000000000000001' },
    ])
    const { members } = await cast()
    for (const { evm = '', balances, ...addresses } of members)
      for (const network of ['mainnet', 'fuji'] as const) {
        const { C, P, X, ...l1s } = balances[network]
        const own = network === 'mainnet' ? '43114' : '43113'
        expect(Object.keys(l1s).length).toBeGreaterThan(0)
        for (const [chain, balance] of Object.entries({ [own]: C, ...l1s }))
          expect([network, chain, balance]).toEqual([network, chain, await nativeOf(chain, evm)])
        for (const [chain, balance] of Object.entries({ P, X }))
          expect([network, chain, balance]).toEqual([
            network,
            chain,
            await unlockedOf(network, chain, addresses[network] ?? ''),
          ])
      }
    expect(unitsOfBob(members, 'X', 9) - unitsOfBob(before.members, 'X', 9)).toBe(1n)
    expect(unitsOfBob(members, 'C', 18) - unitsOfBob(before.members, 'C', 18)).toBe(1n)
  },
)

const unitsOfBob = (members: WorldCast['members'], chain: string, places: number): bigint => {
  const text = members.find(({ name }) => name === 'bob')?.balances.fuji[chain] ?? ''
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

/** Digits with the point put in, as a person would write them. */
const pointed = (units: string, places: number) =>
  units
    .padStart(places + 1, '0')
    .replace(new RegExp(`(\\d{${places}})$`), '.$1')
    .replace(/\.?0*$/, '')

async function nativeOf(chain: string, address: string): Promise<string> {
  const { body } = await get(server, `/v1/chains/${chain}/addresses/${address}/balances:getNative`)
  const { balance, decimals } = (body as { nativeTokenBalance: LiveNativeTokenBalance })
    .nativeTokenBalance
  return pointed(balance, decimals)
}

/** What the Data API counts as unlocked and not staked, of AVAX. */
async function unlockedOf(network: string, chain: string, address: string): Promise<string> {
  const path = `/v1/networks/${network}/blockchains/${chain.toLowerCase()}-chain/balances`
  const { body } = await get(server, `${path}?addresses=${address}`)
  const { balances } = body as { balances: PrimaryNetworkBalances }
  const avax = balances.unlockedUnstaked.find(({ symbol }) => symbol === 'AVAX')
  return pointed(avax?.amount ?? '0', 9)
}

test.each(transports)('the gaps are those of docs/gaps.md, through %s', async (transport) => {
  const { gaps } = await through(transport, server).gaps()
  expect(gaps[2]).toEqual({
    id: 'G-03',
    open: 'Values of NftMetadata.indexStatus',
    choice: "The clients' eleven values in lower case, as the contract's sample is written",
    reason: "The contract's sample decides the case, the clients decide the list",
    switch: '`x-snowglobe-dialect: live` answers capitals',
  })
  expect(gaps.length).toBeGreaterThan(80)
})

test.each(transports)('actions are read by their verbs, through %s', async (transport) => {
  const { act } = through(transport, server)
  const wrong = async (body: unknown) => (await refusalOf(act(body as never))).details
  const verbs = { expected: expect.stringMatching(/^one of wallet, fund, transfer/) }
  expect(await wrong({ do: 'steal' })).toEqual({ pointer: '/do', ...verbs })
  expect(await wrong([{ do: 'wallet', name: 'dora' }, {}])).toEqual({ pointer: '/1/do', ...verbs })
  expect(await wrong([{ do: 'wallet', name: 'dora', age: 7 }])).toEqual({
    pointer: '/0/age',
    expected: expect.stringMatching(/^a known property: do, name, /),
  })
  expect(await wrong({ do: 'fund', to: 'ewoq', chain: 'C', amount: 5 })).toMatchObject({
    pointer: '/amount',
  })
  expect(await wrong(7)).toEqual({ pointer: '', expected: expect.stringContaining('an action') })
  expect(await wrong([])).toMatchObject({ pointer: '' })
  expect(await wrong(Array(1001).fill({ do: 'wallet', name: 'dora' }))).toMatchObject({
    pointer: '',
  })
})
