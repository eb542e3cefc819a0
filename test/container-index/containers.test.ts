import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Container, indexPaths } from '../../schemas/container-index.ts'
import { decode } from '../../src/formats/codec.ts'
import { decodeCorethBlock } from '../../src/formats/evm/blocks.ts'
import { corethBlockHash } from '../../src/formats/evm/headers.ts'
import { encodeCb58, fromCheckedHex, idOf, parseId } from '../../src/formats/ids.ts'
import { PlatformBlock } from '../../src/formats/p-chain-blocks.ts'
import {
  decodeProposerBlock,
  hasValidSignature,
  proposerBlockId,
} from '../../src/formats/proposer-blocks.ts'
import { decodeVertex } from '../../src/formats/x-chain-blocks.ts'
import { networkConstants } from '../../src/networks/constants.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { rpc } from '../support/rpc.ts'
import { startServer } from '../support/server.ts'

const networks = ['mainnet', 'fuji'] as const
const servers = {} as Record<(typeof networks)[number], Snowglobe>

beforeAll(async () => {
  for (const network of networks) servers[network] = await startServer({ network })
})
afterAll(() => Promise.all(networks.map((network) => servers[network].close())))

const cases = networks.flatMap((network) => indexPaths.map((path) => ({ network, path })))

/** Every container of an index, by ranges. */
async function walk(server: Snowglobe, path: string): Promise<Container[]> {
  const { index } = await rpc<Container>(server, path, 'index.getLastAccepted')
  const all: Container[] = []
  while (all.length <= Number(index))
    all.push(
      ...(await rpc<Container[]>(server, path, 'index.getContainerRange', {
        startIndex: all.length,
        numToFetch: 97,
      })),
    )
  return all
}

test.each(cases)('$path of $network is whole, ordered and two-way', async ({ network, path }) => {
  const server = servers[network]
  const all = await walk(server, path)
  expect(all.map(({ index }) => index)).toEqual(all.map((_, i) => String(i)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  all.slice(1).forEach(({ timestamp }, i) => {
    expect(nanoseconds(timestamp) >= nanoseconds(all[i]?.timestamp ?? '')).toBe(true)
  })
  for (const container of [all[0], all[Math.floor(all.length / 2)], all.at(-1)]) {
    if (!container) throw new Error(`${path} is empty`)
    const { id, index } = container
    expect(await rpc(server, path, 'index.getIndex', { id })).toEqual({ index })
    expect(await rpc(server, path, 'index.getContainerByIndex', { index })).toEqual(container)
    expect(await rpc(server, path, 'index.getContainerByID', { id })).toEqual(container)
    expect(await rpc(server, path, 'index.isAccepted', { id })).toEqual({ isAccepted: true })
  }
})

test.each(cases.filter(({ path }) => path.endsWith('block')))(
  '$path of $network: ids hash the bytes, parents link, proposers signed',
  async ({ network, path }) => {
    const chain = path.split('/')[3]
    const { cChainId, xChainId } = networkConstants[network]
    const chainId = parseId(chain === 'C' ? cChainId : chain === 'X' ? xChainId : idOfPlatform)
    const kinds = new Set<string>()
    let parent: string | undefined
    for (const { id, bytes: text } of await walk(servers[network], path)) {
      const bytes = fromCheckedHex(text)
      const outer = outerBlock(bytes)
      if (outer === undefined) {
        kinds.add('bare')
        expect(id).toBe(encodeCb58(chain === 'C' ? evmHash(bytes) : idOf(bytes)))
        if (chain === 'P' && parent) expect(parentOf(bytes)).toBe(parent)
      } else {
        kinds.add(outer.type)
        expect(id).toBe(encodeCb58(proposerBlockId(outer)))
        if (parent) expect(encodeCb58(outer.parentId)).toBe(parent)
        if (outer.type !== 'Option' && outer.certificate.length > 0) {
          kinds.add('signed')
          expect(hasValidSignature(chainId, outer)).toBe(true)
        }
      }
      parent = id
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['signed', 'GraniteBlock', 'Block']))
  },
)

test.each(networks)(
  'X/tx and X/vtx of %s hold transactions and vertices by their hash',
  async (network) => {
    const transactions = await walk(servers[network], '/ext/index/X/tx')
    for (const { id, bytes } of transactions)
      expect(id).toBe(encodeCb58(idOf(fromCheckedHex(bytes))))
    const vertices = await walk(servers[network], '/ext/index/X/vtx')
    const seen = new Set(transactions.map(({ id }) => id))
    const known = new Set<string>()
    for (const { id, bytes } of vertices) {
      const vertex = decodeVertex(fromCheckedHex(bytes))
      expect(id).toBe(encodeCb58(idOf(fromCheckedHex(bytes))))
      if (known.size > 0)
        for (const parent of vertex.parentIds) expect(known).toContain(encodeCb58(parent))
      if ('transactions' in vertex)
        for (const tx of vertex.transactions) expect(seen).toContain(encodeCb58(idOf(tx)))
      known.add(id)
    }
  },
)

test.each(networks)(
  'the DAG of %s ends in the stop vertex that info.upgrades names',
  async (network) => {
    const server = servers[network]
    const upgrades = await rpc<{ cortinaXChainStopVertexID: string }>(
      server,
      '/ext/info',
      'info.upgrades',
    )
    const last = await rpc<Container>(server, '/ext/index/X/vtx', 'index.getLastAccepted')
    expect(last.id).toBe(upgrades.cortinaXChainStopVertexID)
  },
)

test('ranges follow the rules and texts of the contract', async () => {
  const path = '/ext/index/X/tx'
  const range = (params: object) =>
    rpc<Container[] | null>(servers.mainnet, path, 'index.getContainerRange', params)
  const all = await walk(servers.mainnet, path)
  const last = all.length - 1

  expect(await range({ startIndex: 0, numToFetch: 0 })).toBeNull()
  expect(await range({ startIndex: 10 ** 9, numToFetch: '0' })).toBeNull()
  expect(await range({ startIndex: last - 1, numToFetch: 1024 })).toEqual(all.slice(-2))
  expect(await range({ startIndex: '3', numToFetch: '4' })).toEqual(all.slice(3, 7))
  await expect(range({ startIndex: 0, numToFetch: 1025 })).rejects.toThrow(
    'numToFetch must be in [0,1024] but is 1025',
  )
  await expect(range({ startIndex: last + 1, numToFetch: 1 })).rejects.toThrow(
    `start index (${last + 1}) > last accepted index (${last})`,
  )
})

test('a range is whole wherever it begins and ends', async () => {
  const path = '/ext/index/P/block'
  const all = await walk(servers.mainnet, path)
  expect(all.length).toBeGreaterThan(300)
  for (const [startIndex, numToFetch] of [
    [0, 300],
    [100, 60],
    [127, 2],
    [128, 128],
    [100, 1_024],
  ] as const)
    expect(
      await rpc(servers.mainnet, path, 'index.getContainerRange', { startIndex, numToFetch }),
    ).toEqual(all.slice(startIndex, startIndex + numToFetch))
})

test('unknown things have the texts of the node', async () => {
  const call = (method: string, params: object) =>
    rpc(servers.mainnet, '/ext/index/P/block', method, params)
  await expect(call('index.getContainerByIndex', { index: 999_999 })).rejects.toThrow(
    'no container at index 999999',
  )
  await expect(call('index.getContainerByID', {})).rejects.toThrow('not found')
  await expect(call('index.getIndex', { id: idOfPlatform })).rejects.toThrow('not found')
  expect(await call('index.isAccepted', { id: idOfPlatform })).toEqual({ isAccepted: false })
  for (const method of ['getLastAccepted', 'isAccepted', 'getIndex'])
    await expect(call(`index.${method}`, { encoding: 'cb58' })).rejects.toThrow(
      "couldn't unmarshal",
    )
})

test('the live dialect wraps ranges, refuses 0, honours endIndex and ends X/tx at Cortina', async () => {
  const live = { 'x-snowglobe-dialect': 'live' }
  const call = <Result>(path: string, method: string, params: object, headers = live) =>
    rpc<Result>(servers.mainnet, path, method, params, headers)
  const path = '/ext/index/X/block'
  const all = await walk(servers.mainnet, path)
  expect(await call(path, 'index.getContainerRange', { startIndex: 1, numToFetch: 2 })).toEqual({
    containers: all.slice(1, 3),
  })
  expect(
    await rpc(servers.mainnet, path, 'index.getContainerRange', { startIndex: 1, endIndex: 3 }),
  ).toEqual({ containers: all.slice(1, 4) })
  await expect(call(path, 'index.getContainerRange', { startIndex: 0 })).rejects.toThrow(
    'numToFetch must be in [1,1024] but is 0',
  )
  const hexnc = await call<Container>(path, 'index.getLastAccepted', { encoding: 'hexnc' })
  expect(hexnc).toMatchObject({ encoding: 'hexnc', bytes: all.at(-1)?.bytes.slice(0, -8) })

  const documented = await walk(servers.mainnet, '/ext/index/X/tx')
  const last = await call<Container>('/ext/index/X/tx', 'index.getLastAccepted', {})
  expect(Number(last.index)).toBeLessThan(documented.length - 1)
  expect(documented[Number(last.index)]).toEqual(last)
  const next = documented[Number(last.index) + 1]
  expect(await call('/ext/index/X/tx', 'index.isAccepted', { id: next?.id })).toEqual({
    isAccepted: false,
  })
})

test('without --index-enabled there is no index', async () => {
  const server = await startServer({ indexEnabled: false })
  const response = await server.inject({ method: 'POST', url: '/ext/index/X/tx' })
  expect([response.statusCode, response.body]).toEqual([404, '404 page not found\n'])
  await server.close()
})

const idOfPlatform = '11111111111111111111111111111111LpoYY'

function outerBlock(bytes: Uint8Array) {
  try {
    return decodeProposerBlock(bytes)
  } catch {
    return undefined
  }
}

const evmHash = (bytes: Uint8Array) => corethBlockHash(decodeCorethBlock(bytes).header)

const parentOf = (bytes: Uint8Array) => encodeCb58(decode(PlatformBlock, bytes).parentId)

/** RFC 3339 with up to nine digits of a second, as nanoseconds since 1970. */
function nanoseconds(timestamp: string): bigint {
  const [, seconds, fraction = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(timestamp) ?? []
  expect(fraction).not.toMatch(/0$/)
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}
