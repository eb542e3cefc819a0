import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmChainInfo } from '../../../../schemas/data/chains.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, chains, ewoq, unknownAddress, zeroAddress } from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

const kinds = ['Native', 'Erc20', 'Erc721', 'Erc1155']
const wrappedFlake = '0x52C84043CD9c865236f11d9Fc9F56aa003c1f922'

test.each([ewoq, unknownAddress, zeroAddress, wrappedFlake])(
  'the chains of %s are those on which one of its lists has something',
  async (address) => {
    const expected: EvmChainInfo[] = []
    for (const chain of chains) {
      const list = `/v1/chains/${chain}/addresses/${address}/transactions:list`
      const found = await Promise.all(
        kinds.map((kind) => allItems(server, `${list}${kind}`, 'transactions')),
      )
      if (found.flat().length > 0)
        expected.push((await get(server, `/v1/chains/${chain}`)).body as EvmChainInfo)
    }
    const response = { indexedChains: expected, unindexedChains: [] }
    for (const path of [`/v1/address/${address}/chains`, `/v1/chains/address/${address}`])
      expect((await get(server, path)).body).toEqual(response)
  },
)
