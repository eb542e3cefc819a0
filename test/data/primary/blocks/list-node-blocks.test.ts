import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrimaryNetworkBlock } from '../../../../schemas/data/primary-blocks.ts'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  chainNames,
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

const chainPath = (network: string, chain: string) => `/v1/networks/${network}/blockchains/${chain}`
const list = (url: string) => wholeList<PrimaryNetworkBlock>(server, url, 'blocks')
const everyChain = networks.flatMap((network) =>
  chainNames.map((chain) => ({ network, chain, url: chainPath(network, chain) })),
)
const proposerOf = ({ proposerDetails }: PrimaryNetworkBlock) => proposerDetails?.proposerNodeId
const proposersOf = (blocks: PrimaryNetworkBlock[]) => [
  ...new Set(blocks.flatMap((block) => proposerOf(block) ?? [])),
]

test.each(everyChain)(
  '$network $chain: blocks of a node are those of all that it proposed',
  async ({ url }) => {
    const all = await list(`${url}/blocks`)
    const nodes = proposersOf(all)
    const times = all.flatMap(({ blockTimestamp: time }) => [
      ...(time > 0 ? [time - 1] : []),
      time,
      time + 1,
    ])
    const filter = fc.record({
      node: fc.constantFrom(...nodes),
      start: fc.option(fc.constantFrom(...times), { nil: undefined }),
      end: fc.option(fc.constantFrom(...times), { nil: undefined }),
      pageSize: fc.constantFrom(3, 100),
    })
    await fc.assert(
      fc.asyncProperty(filter, async ({ node, start, end, pageSize }) => {
        fc.pre(start === undefined || end === undefined || start <= end)
        const inTime = all.filter(
          ({ blockTimestamp }) =>
            (start === undefined || blockTimestamp >= start) &&
            (end === undefined || blockTimestamp <= end),
        )
        const query = { startTimestamp: start, endTimestamp: end, pageSize }
        expect(await list(withQuery(`${url}/nodes/${node}/blocks`, query))).toEqual(
          inTime.filter((block) => proposerOf(block) === node),
        )
        expect(await list(withQuery(`${url}/blocks`, query))).toEqual(inTime)
      }),
      { numRuns: 20 },
    )
  },
)

test.each(everyChain)(
  '$network $chain: pages have every item once, newest first',
  async ({ url }) => {
    const all = await list(`${url}/blocks`)
    const numbers = all.map(({ blockNumber }) => Number(blockNumber))
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
    await expectPagesToAddUp(server, `${url}/blocks`, 'blocks', { hasOrder: false })
    const [node] = proposersOf(all)
    await expectPagesToAddUp(server, `${url}/nodes/${node}/blocks`, 'blocks', { hasOrder: false })
  },
)

test.each(everyChain)(
  '$network $chain: blocks link to their parents and hold the transactions of the list',
  async ({ url }) => {
    const all = await list(`${url}/blocks`)
    const transactions = await wholeList<PrimaryNetworkTransaction>(
      server,
      `${url}/transactions`,
      'transactions',
    )
    all.forEach((block, i) => {
      const parent = all[i + 1]
      if (parent) expect(block.parentHash).toBe(parent.blockHash)
      const own = transactions.filter(({ blockHash }) => blockHash === block.blockHash)
      expect(new Set(block.transactions)).toEqual(new Set(own.map(({ txHash }) => txHash)))
      expect(block.txCount).toBe(block.transactions.length)
    })
    for (const block of all.slice(0, 20)) {
      for (const blockId of [block.blockNumber, block.blockHash])
        expect((await get(server, `${url}/blocks/${blockId}`)).body).toEqual(block)
      for (const txHash of block.transactions)
        expect((await get(server, `${url}/transactions/${txHash}`)).body).toEqual(
          transactions.find((transaction) => transaction.txHash === txHash),
        )
    }
  },
)

test('an id without a block, and a node without blocks', async () => {
  const url = chainPath('mainnet', 'p-chain')
  const none = `${url}/nodes/NodeID-222222222222222222227DBWJs/blocks`
  expect((await get(server, none)).body).toEqual({
    blocks: [],
    chainInfo: { chainName: 'p-chain', network: 'mainnet' },
  })
})

test('testnet is fuji, also for a page that goes on', async () => {
  const url = chainPath('fuji', 'p-chain')
  const [node] = proposersOf(await list(`${url}/blocks`))
  await expectTestnetToBeFuji(server, `${url}/nodes/${node}/blocks?pageSize=1`)
})

test('what does not exist is 404, what has another form is 400', async () => {
  const url = chainPath('mainnet', 'p-chain')
  const unknown = '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm'
  const requests = [
    `${url}/nodes/node/blocks`,
    `${url}/nodes/NodeID-222222222222222222227DBWJs/blocks?startTimestamp=2&endTimestamp=1`,
    `${chainPath('mainnet', unknown)}/blocks`,
    `${url}/blocks/99999999`,
    `${url}/blocks/${unknown}`,
    `${url}/blocks/0x12`,
    `${url}/transactions/${unknown}`,
    `${url}/transactions/x`,
  ]
  expect(await Promise.all(requests.map((each) => refusal(server, each)))).toMatchInlineSnapshot(`
    [
      "400 nodeId must be NodeID- and a base-58 hash, not "node"",
      "400 startTimestamp 2 must not be after endTimestamp 1",
      "400 blockchainId 2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm is not a chain of mainnet",
      "404 Block "99999999" does not exist on the p-chain of mainnet",
      "404 Block "2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm" does not exist on the p-chain of mainnet",
      "400 blockId must be a height, a base-58 id or 0x and 64 hex digits, not "0x12"",
      "404 Transaction "2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm" does not exist on the p-chain of mainnet",
      "400 txHash must be a base-58 id of 32 bytes with checksum, not "x"",
    ]
  `)
})
