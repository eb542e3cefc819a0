import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { cChainOf, nobodys, transfer, word } from './support/c-chain.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const { read, refusal, numbersWithTransactions } = cChainOf(() => server)

test('logs of all blocks are those of all receipts, and filters take a part of them', async () => {
  const all = await read('eth_getLogs', { fromBlock: 'earliest' })
  const receipts = []
  for (const number of await numbersWithTransactions())
    receipts.push(...(await read('eth_getBlockReceipts', `0x${number.toString(16)}`)))
  const logs = receipts.flatMap((receipt) => receipt.logs)
  expect(logs.length).toBeGreaterThan(10)
  expect(all).toEqual(logs)

  const [first] = logs
  const range = { fromBlock: 'earliest', toBlock: 'latest' }
  const of = (filter: object) => read('eth_getLogs', { ...range, ...filter })
  type Log = { address: string; topics: string[]; blockHash: string }
  expect(await of({ address: first.address.toUpperCase().replace('0X', '0x') })).toEqual(
    logs.filter(({ address }: Log) => address === first.address),
  )
  expect(await of({ topics: [[transfer, word(1)]] })).toEqual(
    logs.filter(({ topics }: Log) => topics[0] === transfer),
  )
  const second = logs.find(({ topics }: Log) => topics.length > 1).topics[1]
  expect(await of({ topics: [null, second] })).toEqual(
    logs.filter(({ topics }: Log) => topics[1] === second),
  )
  expect(await of({ topics: [null, null, null, null] })).toEqual(
    logs.filter(({ topics }: Log) => topics.length === 4),
  )
  expect(await of({ address: nobodys })).toEqual([])
  expect(await read('eth_getLogs', { blockHash: first.blockHash })).toEqual(
    logs.filter(({ blockHash }: Log) => blockHash === first.blockHash),
  )
  expect(await read('eth_getLogs', {})).toEqual(
    await read('eth_getLogs', { fromBlock: 'latest', toBlock: 'latest' }),
  )
})

test.each([
  [
    'eth_getLogs',
    [{ fromBlock: '0xffffff' }],
    -32000,
    expect.stringMatching(/^requested from block 16777215 after last accepted block [0-9]+$/),
  ],
  [
    'eth_getLogs',
    [{ fromBlock: '0x2', toBlock: '0x1' }],
    -32000,
    'begin block 2 is greater than end block 1',
  ],
  ['eth_getLogs', [{ blockHash: word(1) }], -32000, 'unknown block'],
  [
    'eth_getLogs',
    [{ blockHash: word(1), fromBlock: '0x1' }],
    -32602,
    'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
  ],
  ['eth_getLogs', [{ topics: ['0x1'] }], -32602, 'invalid argument 0: invalid topic(s)'],
])('%s of %j is refused', async (method, params, code, message) => {
  expect(await refusal(method, ...params)).toEqual({ code, message })
})
