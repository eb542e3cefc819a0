import { afterEach, expect, test } from 'vitest'
import { startingDefinition } from '../../fixtures/empty-world.ts'
import type { Action } from '../../schemas/control/actions/index.ts'
import type { Passed } from '../../schemas/control/clock.ts'
import { fittingDefinition } from '../../src/definition/fitting-definition.ts'
import { operations } from '../../src/operations.ts'
import type { Snowglobe, SnowglobeOptions } from '../../src/snowglobe.ts'
import { sampleOf } from '../contract/samples.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe | undefined
afterEach(() => server?.close())

const startEmpty = async (options: SnowglobeOptions = {}) => {
  server = await startServer({ size: 'empty', ...options })
  return server
}

const problemsOf = async (world: Snowglobe) => {
  const { rules } = await world.check()
  return rules.filter(({ violations }) => violations.length > 0)
}

// biome-ignore lint/suspicious/noExplicitAny: responses are held against their contract elsewhere.
const get = async (world: Snowglobe, path: string): Promise<any> => {
  const response = await world.inject(path)
  expect(response.statusCode, path).toBe(200)
  return response.json()
}

const call = async (world: Snowglobe, path: string, method: string, params: object = {}) => {
  const payload = { jsonrpc: '2.0', id: 1, method, params }
  const response = await world.inject({ method: 'POST', url: path, payload })
  expect(response.statusCode, method).toBe(200)
  return response.json().result
}

const total = (blocks: Passed['blocks']) =>
  Object.values(blocks)
    .flatMap((chains) => Object.values(chains))
    .reduce((sum, count) => sum + count, 0)

const node = 'ewoq'
const everything: Action[] = [
  { do: 'wallet', name: 'author' },
  ...(['P', 'X', 'C'] as const).map(
    (chain): Action => ({ do: 'fund', to: 'author', chain, amount: '500' }),
  ),
  { do: 'transfer', from: 'author', to: 'treasury', chain: 'P', amount: '1.5' },
  { do: 'transfer', from: 'author', to: 'treasury', chain: 'X', amount: '1.5' },
  { do: 'transfer', from: 'author', to: 'treasury', chain: 'C', amount: '1.5' },
  {
    do: 'deploy',
    from: 'author',
    chain: 'C',
    kind: 'ERC-721',
    name: 'Cat',
    symbol: 'CAT',
    as: 'cat',
  },
  { do: 'mint', contract: 'cat', to: 'author', tokenIds: ['1', '2'] },
  { do: 'delegate', node, from: 'author', amount: '100', duration: '14d' },
]

test('the empty world has a treasury, a validator, a stop vertex and the blocks that fund', async () => {
  const world = await startEmpty()
  expect(await problemsOf(world)).toEqual([])
  expect((await world.cast()).members.map(({ name }) => name)).toEqual(['treasury'])
  for (const network of ['mainnet', 'fuji']) {
    const at = `/v1/networks/${network}/blockchains`
    const types = async (chain: string) =>
      (await get(world, `${at}/${chain}/transactions`)).transactions.map(
        ({ txType }: { txType: string }) => txType,
      )
    expect(await types('p-chain')).toEqual(['AddPermissionlessValidatorTx'])
    expect(await types('x-chain')).toEqual(['ExportTx'])
    expect(await types('c-chain')).toEqual(['ImportTx'])
    const { vertices } = await get(world, `${at}/x-chain/vertices`)
    expect(vertices.map(({ txCount }: { txCount: number }) => txCount)).toEqual([0, 1])
  }
  const { peers } = await call(world, '/ext/info', 'info.peers')
  expect(peers).toEqual([])
  for (const chain of ['43114', '43113']) {
    const { transactions } = await get(world, `/v1/chains/${chain}/blocks`).then(({ blocks }) => ({
      transactions: blocks.map(({ txCount }: { txCount: number }) => txCount),
    }))
    expect(transactions).toEqual([0, 0])
  }
})

test.each(['off', 'calm'] as const)(
  'what is done in the empty world is consistent, and so are fifteen days at pace %s',
  async (pace) => {
    const world = await startEmpty({ pace: pace === 'off' ? 0 : 4 })
    await world.act(everything)
    expect(await problemsOf(world)).toEqual([])
    const { blocks } = await world.clock.advance('15d')
    expect(await problemsOf(world)).toEqual([])
    // Six chains are those of both networks; at pace off the delegation of each ends, and no more.
    if (pace === 'calm') expect(total(blocks)).toBeGreaterThan(250)
    else expect(total(blocks)).toBeLessThan(10)
  },
)

test('nothing happens by itself in the empty world without a pace', async () => {
  const world = await startEmpty()
  expect(await world.clock.get()).toMatchObject({ pace: 0 })
  expect(total((await world.clock.advance('30d')).blocks)).toBe(0)
})

test('every operation answers in the empty world', async () => {
  const world = await startEmpty()
  for (const operation of operations) {
    const { method, path, params, query, body } = sampleOf(operation)
    const url = path.replace(/\{(\w+)\}/g, (_, name) => String(params?.[name as 'network']))
    const response = await world.inject({
      method: method.toUpperCase() as 'GET',
      url: `${url}?${new URLSearchParams(query as Record<string, string>)}`,
      ...(body !== undefined && { payload: body as object }),
    })
    expect(response.statusCode, `${operation.operationId} ${response.body}`).toBeLessThan(500)
  }
  for (const method of ['peers', 'uptime', 'acps', 'upgrades', 'getNodeID', 'getVMs', 'getTxFee'])
    expect(await call(world, '/ext/info', `info.${method}`), method).toBeDefined()
  for (const path of ['X/tx', 'X/vtx', 'X/block', 'P/block', 'C/block'])
    await call(world, `/ext/index/${path}`, 'index.getLastAccepted', { encoding: 'hex' })
})

test('the starting definition has at most 15 lines and is the empty world', async () => {
  expect(JSON.stringify(startingDefinition, null, 2).split('\n').length).toBeLessThanOrEqual(15)
  const { emptyWorld } = await import('../../fixtures/empty-world.ts')
  expect(JSON.stringify(fittingDefinition(startingDefinition))).toBe(JSON.stringify(emptyWorld))
})

test('a definition of members alone has a treasury beside them', () => {
  const { cast, contracts } = fittingDefinition({ cast: [{ name: 'alice' }] })
  expect(cast).toEqual([{ name: 'alice' }, { name: 'treasury' }])
  expect(contracts).toEqual([])
})

test('a name that no part of a definition has is refused where it stands', () => {
  expect(() => fittingDefinition({ primary: { validator: [] } })).toThrow('/primary/validator')
  expect(() => fittingDefinition({ nodes: { fuji: { port: 1 } } })).toThrow('/nodes/fuji/port')
})
