import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmBlock } from '../../../../schemas/data/evm-blocks.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, chains } from '../support/chains.ts'

let server: Snowglobe
let ofChains: EvmBlock[]
beforeAll(async () => {
  server = await startServer()
  const lists = chains.map((chain) =>
    allItems<EvmBlock>(server, `/v1/chains/${chain}/blocks`, 'blocks'),
  )
  ofChains = (await Promise.all(lists)).flat()
})
afterAll(() => server?.close())

/** Newest first; at one second in the order of the list of chains, genesis blocks as of one second. */
const merged = (blocks: EvmBlock[]) =>
  blocks.toSorted(
    (a, b) =>
      b.blockTimestamp - a.blockTimestamp ||
      chains.indexOf(a.chainId as never) - chains.indexOf(b.chainId as never),
  )
const fuji = ['43113', '930113']

test.each(['/v1/blocks', '/v1/chains/allBlocks'])(
  '%s merges the blocks of all chains by time, in pages of any size',
  async (path) => {
    for (const pageSize of [1, 7, 100]) {
      const { items } = await walkPages<EvmBlock>(server, path, 'blocks', pageSize)
      expect(items).toEqual(merged(ofChains))
    }
  },
)

test.each([
  ['mainnet', (chain: string) => !fuji.includes(chain)],
  ['fuji', (chain: string) => fuji.includes(chain)],
  ['testnet', (chain: string) => fuji.includes(chain)],
])('network=%s leaves out the blocks of the other network', async (network, isWanted) => {
  const blocks = await allItems<EvmBlock>(server, `/v1/blocks?network=${network}`, 'blocks')
  expect(blocks).toEqual(merged(ofChains.filter(({ chainId }) => isWanted(chainId))))
})

test('a token of one network or of the older path is refused by another list', async () => {
  const { body } = await get(server, '/v1/blocks?network=fuji&pageSize=1')
  const token = (body as { nextPageToken: string }).nextPageToken
  for (const list of ['/v1/blocks?', '/v1/blocks?network=mainnet&', '/v1/chains/allBlocks?'])
    expect((await get(server, `${list}pageToken=${token}`)).status).toBe(400)
  expect((await get(server, `/v1/blocks?network=testnet&pageToken=${token}`)).status).toBe(200)
})

test('a chain is not called allBlocks: the static path comes first', async () => {
  const { status, body } = await get(server, '/v1/chains/allBlocks?pageSize=1')
  expect(status).toBe(200)
  expect(body).toHaveProperty('blocks.0.blockHash')
})
