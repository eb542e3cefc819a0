import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  Erc20Transfer,
  Erc721Transfer,
  Erc1155Transfer,
  InternalTransaction,
  NativeTransaction,
} from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { groupBy } from '../../../../src/util/grouping.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, ewoq, unknownAddress, zeroAddress } from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

interface Grouped {
  nativeTransaction: NativeTransaction
  erc20Transfers?: { erc20Token: { address: string; tokenReputation?: string | null } }[]
  erc721Transfers?: object[]
  erc1155Transfers?: object[]
  internalTransactions?: object[]
}
type Moved = Erc20Transfer | Erc721Transfer | Erc1155Transfer | InternalTransaction

const wallet = '0x7f2D1C0334E447f0cBa911a3EfA0B30e9cD378ce'
const cases = ['43114', '43113', '930114', '930113'].flatMap((chain) =>
  [ewoq, wallet, zeroAddress, unknownAddress].map((address) => [chain, address] as const),
)

/** Items of an address in the lists of one kind, put together by transaction. */
async function grouped(chain: string, address: string): Promise<Grouped[]> {
  const list = `/v1/chains/${chain}/addresses/${address}/transactions:list`
  const native = await allItems<NativeTransaction>(server, `${list}Native`, 'transactions')
  const tokens = {
    erc20Transfers: await allItems<Moved>(server, `${list}Erc20`, 'transactions'),
    erc721Transfers: await allItems<Moved>(server, `${list}Erc721`, 'transactions'),
    erc1155Transfers: await allItems<Moved>(server, `${list}Erc1155`, 'transactions'),
    internalTransactions: await allItems<Moved>(server, `${list}Internals`, 'transactions'),
  }
  const known = new Map(native.map((transaction) => [transaction.txHash, transaction]))
  for (const { txHash, blockNumber } of Object.values(tokens).flat()) {
    if (known.has(txHash)) continue
    const url = `/v1/chains/${chain}/blocks/${blockNumber}/transactions`
    const { body } = await get(server, url)
    for (const transaction of (body as { transactions: NativeTransaction[] }).transactions)
      if (transaction.txHash === txHash) known.set(txHash, transaction)
  }
  const details = ({ blockNumber, blockTimestamp, blockHash, txHash, ...transfer }: Moved) =>
    transfer
  return [...known.values()]
    .sort((a, b) => Number(b.blockNumber) - Number(a.blockNumber) || b.blockIndex - a.blockIndex)
    .map((nativeTransaction) => ({
      nativeTransaction,
      ...Object.fromEntries(
        Object.entries(tokens).flatMap(([kind, transfers]) => {
          const own = transfers.filter(({ txHash }) => txHash === nativeTransaction.txHash)
          return own.length === 0 ? [] : [[kind, own.toReversed().map(details)]]
        }),
      ),
    }))
}

const urlOf = (version: string, chain: string, address: string) =>
  `/${version}/chains/${chain}/addresses/${address}/transactions`

test.each(cases)(
  'on %s the transactions of %s are those of its five lists',
  async (chain, address) => {
    const expected = await grouped(chain, address)
    const url = urlOf('v1', chain, address)
    for (const pageSize of [1, 7, 100])
      expect((await walkPages(server, url, 'transactions', pageSize)).items).toEqual(expected)
    const ascending = await walkPages(server, `${url}?sortOrder=asc`, 'transactions', 7)
    expect(ascending.items).toEqual(expected.toReversed())
  },
)

test('some transactions are there for their tokens alone', async () => {
  const all = await allItems<Grouped>(server, urlOf('v1', '43114', zeroAddress), 'transactions')
  const parties = ({ from, to }: NativeTransaction) => [from.address, to.address]
  expect(all.filter((it) => !parties(it.nativeTransaction).includes(zeroAddress))).not.toEqual([])
})

test.each(cases)('on %s a range of one block has all of %s in it', async (chain, address) => {
  const url = urlOf('v1', chain, address)
  const all = await allItems<Grouped>(server, url, 'transactions')
  const byBlock = groupBy(all, ({ nativeTransaction }) => Number(nativeTransaction.blockNumber))
  for (const [block, own] of byBlock) {
    const range = `${url}?startBlock=${block}&endBlock=${block + 1}`
    expect(await allItems<Grouped>(server, range, 'transactions')).toEqual(own)
  }
})

test('startBlock is the first block and endBlock the one behind the last, in both orders', async () => {
  const url = urlOf('v1', '43114', ewoq)
  const all = await allItems<Grouped>(server, url, 'transactions')
  for (const [start, end] of [
    [20, 60],
    [50, 50],
    [0, 30],
    [99, 1000],
  ] as const) {
    const own = all.filter(({ nativeTransaction: { blockNumber } }) => {
      return Number(blockNumber) >= start && Number(blockNumber) < end
    })
    const range = `${url}?startBlock=${start}&endBlock=${end}`
    expect((await walkPages(server, range, 'transactions', 5)).items).toEqual(own)
    const ascending = await walkPages(server, `${range}&sortOrder=asc`, 'transactions', 5)
    expect(ascending.items).toEqual(own.toReversed())
  }
  expect((await get(server, `${url}?startBlock=2&endBlock=1`)).status).toBe(400)
})

describe('version 2', () => {
  const isSpam = (transfer: { erc20Token: { tokenReputation?: string | null } }) =>
    transfer.erc20Token.tokenReputation === 'Malicious'

  test('tells the reputation of tokens and nothing else more', async () => {
    const [one, two] = await Promise.all(
      ['v1', 'v2'].map((version) =>
        allItems<Grouped>(server, urlOf(version, '43113', ewoq), 'transactions'),
      ),
    )
    const reputations = new Set<string | null | undefined>()
    const without = two?.map(({ erc20Transfers, ...rest }) => ({
      ...rest,
      ...(erc20Transfers && {
        erc20Transfers: erc20Transfers.map(({ erc20Token, ...transfer }) => {
          const { tokenReputation, ...token } = erc20Token
          reputations.add(tokenReputation)
          return { ...transfer, erc20Token: token }
        }),
      }),
    }))
    expect(without).toEqual(one)
    expect(reputations).toEqual(new Set([null, 'Malicious']))
  })

  test('filterSpamTokens leaves out malicious tokens and what has nothing else', async () => {
    const holder = ewoq
    const url = urlOf('v2', '43113', holder)
    const all = await allItems<Grouped>(server, url, 'transactions')
    const expected = all.flatMap(({ erc20Transfers, ...rest }) => {
      const matching = erc20Transfers?.filter((transfer) => !isSpam(transfer)) ?? []
      const { from, to } = rest.nativeTransaction
      const isOwn = [from.address, to.address].includes(holder)
      const { erc721Transfers, erc1155Transfers, internalTransactions } = rest
      const others = erc721Transfers ?? erc1155Transfers ?? internalTransactions
      if (!isOwn && matching.length === 0 && !others) return []
      return [{ ...rest, ...(matching.length > 0 && { erc20Transfers: matching }) }]
    })
    for (const order of ['asc', 'desc'] as const) {
      const target = `${url}?filterSpamTokens=true&sortOrder=${order}`
      const { items } = await walkPages<Grouped>(server, target, 'transactions', 3)
      expect(items).toEqual(order === 'asc' ? expected.toReversed() : expected)
    }
    expect(expected.length).toBeLessThan(all.length)
    expect(all.some(({ erc20Transfers }) => erc20Transfers?.some(isSpam))).toBe(true)
  })
})
