import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { startServer } from '../../support/server.ts'
import { refusalOf, through, transports } from '../support/transports.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => server.reset(['faults']))
afterAll(() => server?.close())

test.each(transports)(
  'scenarios are set, read, given other fields and ended, through %s',
  async (transport) => {
    const { scenarios, reset } = through(transport, server)
    expect(await scenarios.list()).toEqual({ scenarios: {} })
    expect(await scenarios.set('short-pages', { most: 2 })).toEqual({ most: 2 })
    expect(await scenarios.set('zero-weight-validators')).toEqual({})
    expect(await scenarios.set('short-pages', { most: 3 })).toEqual({ most: 3 })
    expect(await scenarios.get('short-pages')).toEqual({ most: 3 })
    expect(await scenarios.list()).toEqual({
      scenarios: { 'short-pages': { most: 3 }, 'zero-weight-validators': {} },
    })
    expect(await scenarios.remove('short-pages')).toBeUndefined()
    expect(await scenarios.list()).toEqual({ scenarios: { 'zero-weight-validators': {} } })
    expect((await refusalOf(scenarios.get('short-pages'))).code).toBe('not_found')
    expect(await scenarios.remove('short-pages')).toBeUndefined()
    await reset(['faults'])
    expect(await scenarios.list()).toEqual({ scenarios: {} })
  },
)

test.each(transports)('every scenario can be set, through %s', async (transport) => {
  const { scenarios } = through(transport, server)
  const all = {
    'indexer-lag': { blocks: 3 },
    'indexer-stall': {},
    'duplicate-utxo': { network: 'fuji', chain: 'X' },
    'missing-chain': { chain: 'C' },
    'zero-weight-validators': {},
    'partial-signatures': { share: 0.5 },
    node: { personality: 'public' },
    'short-pages': { most: 1 },
    sparse: { share: 0 },
  } as const
  await scenarios.set('indexer-lag', { duration: '10m' })
  await scenarios.set('indexer-lag', all['indexer-lag'])
  await scenarios.set('indexer-stall')
  await scenarios.set('duplicate-utxo', all['duplicate-utxo'])
  await scenarios.set('missing-chain', all['missing-chain'])
  await scenarios.set('zero-weight-validators', {})
  await scenarios.set('partial-signatures', all['partial-signatures'])
  await scenarios.set('node', all.node)
  await scenarios.set('short-pages', all['short-pages'])
  await scenarios.set('sparse', all.sparse)
  expect(await scenarios.list()).toEqual({ scenarios: all })
})

test('the EVM chain id of a C-chain names its network, and the C-chain of the other one stays', async () => {
  const statusOf = async (chainId: string) =>
    (await server.inject(`/v1/chains/${chainId}`)).statusCode
  for (const [hidden, network, other] of [
    ['43113', 'fuji', '43114'],
    ['43114', 'mainnet', '43113'],
  ] as const) {
    const fields = { network, chain: 'C' }
    expect(await server.scenarios.set('missing-chain', { chain: hidden })).toEqual(fields)
    expect([await statusOf(hidden), await statusOf(other)]).toEqual([404, 200])
  }
  expect(await server.scenarios.set('missing-chain', { chain: 'C' })).toEqual({ chain: 'C' })
})

test.each(transports)(
  'a scenario that cannot be is refused and nothing is left of it, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    const set = scenarios.set as (name: string, fields?: object) => Promise<unknown>
    const cases: [name: string, fields: object, code: string, pointer?: string][] = [
      ['indexer-lag', {}, 'bad_request', ''],
      ['indexer-lag', { duration: '1h', blocks: 1 }, 'bad_request', ''],
      ['indexer-lag', { duration: 'soon' }, 'bad_request', '/duration'],
      ['indexer-lag', { blocks: 0 }, 'bad_request', '/blocks'],
      ['indexer-stall', { share: 1 }, 'bad_request', '/share'],
      ['duplicate-utxo', { network: 'testnet' }, 'bad_request', '/network'],
      ['duplicate-utxo', { chain: 'Z' }, 'not_possible', '/chain'],
      ['duplicate-utxo', { chain: '432204' }, 'not_possible', '/chain'],
      ['missing-chain', {}, 'bad_request', '/chain'],
      ['missing-chain', { chain: '1' }, 'not_possible', '/chain'],
      ['missing-chain', { network: 'fuji', chain: '43114' }, 'not_possible', '/chain'],
      ['zero-weight-validators', { most: 1 }, 'bad_request', '/most'],
      ['partial-signatures', { share: 1.1 }, 'bad_request', '/share'],
      ['node', { personality: 'shy' }, 'bad_request', '/personality'],
      ['short-pages', { most: 0 }, 'bad_request', '/most'],
      ['sparse', { share: '1' }, 'bad_request', '/share'],
      ['no-such', {}, 'not_found'],
      ['constructor', {}, 'not_found'],
    ]
    for (const [name, fields, code, pointer] of cases) {
      const refusal = await refusalOf(set(name, fields))
      expect([name, refusal.code]).toEqual([name, code])
      if (pointer !== undefined) expect(refusal.details).toMatchObject({ pointer })
    }
    const unknown = 'no-such' as 'node'
    expect((await refusalOf(scenarios.get(unknown))).code).toBe('not_found')
    expect((await refusalOf(scenarios.remove(unknown))).code).toBe('not_found')
    expect(await scenarios.list()).toEqual({ scenarios: {} })
  },
)

test.each(['0.0001s', '99999999999999999999d', 'PT0.0001S', 'P9999999999W'])(
  'the refusal of the duration %s has its bounds',
  async (duration) => {
    expect(await refusalOf(server.scenarios.set('indexer-lag', { duration }))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(
        'with at most 9 digits before the decimal point and 3 after it',
      ),
    })
  },
)

test('durations at their bounds are taken', async () => {
  for (const duration of ['0.001s', '999999999.999d', 'PT0.001S', 'P999999999W'])
    expect(await server.scenarios.set('indexer-lag', { duration })).toEqual({ duration })
})

test.each(transports)(
  'the C-chain goes by its own id too, and responses say C and its network, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    expect(await scenarios.set('missing-chain', { chain: '43113' })).toEqual({
      ...{ network: 'fuji', chain: 'C' },
    })
  },
)

test.each(transports)(
  'a full reset ends scenarios, one of the world alone does not, through %s',
  async (transport) => {
    const { scenarios } = through(transport, server)
    await scenarios.set('short-pages', { most: 1 })
    await server.reset(['world'])
    expect(await scenarios.get('short-pages')).toEqual({ most: 1 })
    await server.reset()
    expect(await scenarios.list()).toEqual({ scenarios: {} })
  },
)
