import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmBlock } from '../../../../schemas/data/evm-blocks.ts'
import type { NativeTransaction } from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import { accountsOf, allItems, chains, nativeTransactions } from '../support/chains.ts'

let server: Snowglobe
/** Transactions of each chain as the lists of all its accounts have them, newest first. */
const ofChain = new Map<string, NativeTransaction[]>()
beforeAll(async () => {
  server = await startServer()
  for (const chain of chains) {
    const byHash = new Map<string, NativeTransaction>()
    for (const account of await accountsOf(server, chain))
      for (const transaction of await nativeTransactions(server, chain, account))
        byHash.set(transaction.txHash, transaction)
    ofChain.set(chain, [...byHash.values()].sort(newestFirst))
  }
})
afterAll(() => server?.close())

const newestFirst = (a: NativeTransaction, b: NativeTransaction) =>
  Number(b.blockNumber) - Number(a.blockNumber) || b.blockIndex - a.blockIndex
/** Sorting is stable: within a second the chains keep their order. */
const merged = (wanted: readonly string[]) =>
  wanted
    .flatMap((chain) => ofChain.get(chain) ?? [])
    .sort((a, b) => b.blockTimestamp - a.blockTimestamp)
const isFailed = ({ txStatus }: NativeTransaction) => txStatus === '0'

test.each(chains)(
  'the transactions of %s are those of all accounts, in pages of any size',
  async (chain) => {
    for (const pageSize of [1, 7, 100]) {
      const url = `/v1/chains/${chain}/transactions`
      const { items } = await walkPages<NativeTransaction>(server, url, 'transactions', pageSize)
      expect(items).toEqual(ofChain.get(chain))
    }
  },
)

test('they are as many as the newest block has counted', async () => {
  for (const chain of chains) {
    const { body } = await get(server, `/v1/chains/${chain}/blocks?pageSize=1`)
    const { blocks } = body as { blocks: EvmBlock[] }
    expect(String(ofChain.get(chain)?.length)).toBe(blocks[0]?.cumulativeTransactions)
  }
})

test.each(['/v1/transactions', '/v1/chains/allTransactions'])(
  '%s merges the transactions of all chains by time, in pages of any size',
  async (path) => {
    for (const pageSize of [7, 100]) {
      const { items } = await walkPages<NativeTransaction>(server, path, 'transactions', pageSize)
      expect(items).toEqual(merged(chains))
    }
  },
)

test.each([
  ['mainnet', ['43114', '930114']],
  ['fuji', ['43113', '930113']],
])('network=%s leaves out the transactions of the other network', async (network, own) => {
  const url = `/v1/transactions?network=${network}`
  expect(await allItems(server, url, 'transactions')).toEqual(merged(own))
})

test.each(['failed', 'success'])('status=%s is a filter of every list', async (status) => {
  const isWanted = (transaction: NativeTransaction) =>
    isFailed(transaction) === (status === 'failed')
  const all = await allItems(server, `/v1/transactions?status=${status}`, 'transactions')
  expect(all).toEqual(merged(chains).filter(isWanted))
  expect(all.length).toBeGreaterThan(0)
  for (const chain of chains) {
    const url = `/v1/chains/${chain}/transactions?status=${status}`
    const { items } = await walkPages<NativeTransaction>(server, url, 'transactions', 3)
    expect(items).toEqual(ofChain.get(chain)?.filter(isWanted))
  }
})

test('a block shows its transactions in their order, by number and by hash', async () => {
  for (const chain of chains) {
    const blocks = await allItems<EvmBlock>(server, `/v1/chains/${chain}/blocks`, 'blocks')
    for (const { blockNumber, blockHash, txCount } of blocks.slice(0, 20)) {
      const own = ofChain.get(chain)?.filter((it) => it.blockNumber === blockNumber) ?? []
      const byNumber = await get(server, `/v1/chains/${chain}/blocks/${blockNumber}/transactions`)
      expect(byNumber.body).toEqual({ transactions: own.toReversed() })
      expect(own).toHaveLength(txCount)
      const byHash = await get(server, `/v1/chains/${chain}/blocks/${blockHash}/transactions`)
      expect(byHash.body).toEqual(byNumber.body)
    }
  }
})

test('pages of a block go on behind each other; 0 asks for one page of all', async () => {
  const blocks = await allItems<EvmBlock>(server, '/v1/chains/43114/blocks', 'blocks')
  const largest = blocks.reduce((a, b) => (b.txCount > a.txCount ? b : a))
  expect(largest.txCount).toBeGreaterThan(2)
  const url = `/v1/chains/43114/blocks/${largest.blockNumber}/transactions`
  const { body } = await get(server, `${url}?pageSize=0`)
  const { items, pages } = await walkPages(server, url, 'transactions', 1)
  expect(body).toEqual({ transactions: items })
  expect(pages).toBe(largest.txCount)
})

test.each(['999999', `0x${'ab'.repeat(32)}`])('block %s does not exist', async (block) => {
  const { status, body } = await get(server, `/v1/chains/43114/blocks/${block}/transactions`)
  expect(status).toBe(404)
  expect(body).toMatchObject({
    message: expect.stringMatching(/^Block .* not exist on chain 43114$/),
  })
})
