import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Vertex } from '../../../../schemas/data/primary-blocks.ts'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  networks,
  refusal,
  wholeList,
  withQuery,
} from '../lists.ts'

let server: Snowglobe

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const chain = (network: string) => `/v1/networks/${network}/blockchains/x-chain`
const all = (network: string) => wholeList<Vertex>(server, `${chain(network)}/vertices`, 'vertices')
const byHeight = (network: string, vertexHeight: number) =>
  withQuery(`${chain(network)}/vertices:listByHeight`, { vertexHeight })

/** A height with as many vertices as there are. */
async function busiestHeight(network: string): Promise<number> {
  const counts = new Map<number, number>()
  for (const { vertexHeight } of await all(network))
    counts.set(vertexHeight, (counts.get(vertexHeight) ?? 0) + 1)
  const [[height, count] = [0, 0]] = [...counts].sort(([, a], [, b]) => b - a)
  expect(count).toBeGreaterThan(1)
  return height
}

test.each(networks)(
  '%s: every height has the vertices of the whole list with that height',
  async (network) => {
    const vertices = await all(network)
    const heights = new Set(vertices.map(({ vertexHeight }) => vertexHeight))
    expect(heights).toContain(0)
    for (const height of heights)
      expect(await wholeList(server, byHeight(network, height), 'vertices')).toEqual(
        vertices.filter(({ vertexHeight }) => vertexHeight === height),
      )
  },
)

test.each(networks)('%s: pages have every item once and asc is the reverse', async (network) => {
  await expectPagesToAddUp(server, byHeight(network, await busiestHeight(network)), 'vertices')
  await expectPagesToAddUp(server, `${chain(network)}/vertices`, 'vertices', { hasOrder: false })
})

test.each(networks)(
  '%s: vertices point to vertices below and hold transactions of the list',
  async (network) => {
    const vertices = new Map((await all(network)).map((vertex) => [vertex.vertexHash, vertex]))
    const transactions = await wholeList<PrimaryNetworkTransaction>(
      server,
      `${chain(network)}/transactions`,
      'transactions',
    )
    for (const vertex of vertices.values()) {
      for (const parent of vertex.parentHashes)
        expect(vertices.get(parent)?.vertexHeight).toBeLessThan(vertex.vertexHeight)
      const own = transactions.filter(({ blockHash }) => blockHash === vertex.vertexHash)
      expect(new Set(vertex.transactions)).toEqual(new Set(own.map(({ txHash }) => txHash)))
      expect(vertex.txCount).toBe(vertex.transactions.length)
      for (const { blockNumber, blockTimestamp } of own)
        expect([blockNumber, blockTimestamp]).toEqual([
          String(vertex.vertexHeight),
          vertex.vertexTimestamp,
        ])
      expect((await get(server, `${chain(network)}/vertices/${vertex.vertexHash}`)).body).toEqual(
        vertex,
      )
    }
  },
)

test('a height that the X-chain never had is empty', async () => {
  expect((await get(server, byHeight('mainnet', 99_999_999))).body).toEqual({
    vertices: [],
    chainInfo: { chainName: 'x-chain', network: 'mainnet' },
  })
})

test('testnet is fuji, also for a page that goes on', async () => {
  await expectTestnetToBeFuji(server, `${byHeight('fuji', await busiestHeight('fuji'))}&pageSize=1`)
})

test('a height is required and only the X-chain has vertices', async () => {
  const requests = [
    `${chain('mainnet')}/vertices:listByHeight`,
    withQuery(`${chain('mainnet')}/vertices:listByHeight`, { vertexHeight: -1 }),
    byHeight('mainnet', 1).replace('x-chain', 'p-chain'),
    byHeight('mainnet', 1).replace('x-chain', '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm'),
    `${chain('mainnet')}/vertices/2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM`,
  ]
  expect(await Promise.all(requests.map((url) => refusal(server, url)))).toMatchInlineSnapshot(`
    [
      "400 vertexHeight is required",
      "400 vertexHeight must be an integer from 0 to 9007199254740991, not "-1"",
      "400 blockchainId must be one of 2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM, 2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm, x-chain, not "p-chain"",
      "400 blockchainId 2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm is not a chain of mainnet",
      "404 Vertex "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM" does not exist on mainnet",
    ]
  `)
})
