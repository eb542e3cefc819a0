import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmBlock } from '../../../../schemas/data/evm-blocks.ts'
import type { NativeTransaction } from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  accountsOf,
  allItems,
  chains,
  ewoq,
  granite,
  nativeTransactions,
  withMilliseconds,
} from '../support/chains.ts'
import { atomicTransactions } from '../support/native-replay.ts'

let server: Snowglobe
/** Every transaction of the accounts around ewoq, by chain and hash. */
const seen = new Map<string, Map<string, NativeTransaction>>()

beforeAll(async () => {
  server = await startServer()
  for (const chain of chains) {
    const transactions = new Map<string, NativeTransaction>()
    for (const account of await accountsOf(server, chain))
      for (const transaction of await nativeTransactions(server, chain, account))
        transactions.set(transaction.txHash, transaction)
    seen.set(chain, transactions)
  }
})
afterAll(() => server?.close())

const everywhere = () => [...seen.values()].flatMap((transactions) => [...transactions.values()])

test.each(['43114', '43113'] as const)(
  'chain %s: the ten newest of ewoq, newest on top',
  async (chain) => {
    const url = `/v1/chains/${chain}/addresses/${ewoq}/transactions:listNative`
    const { status, body } = await get(server, url)
    expect(status).toBe(200)
    const transactions = (await nativeTransactions(server, chain, ewoq)).slice(0, 10)
    const nextPageToken = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(body).toEqual({ transactions, nextPageToken })
    const live = (await get(server, url, { 'x-snowglobe-dialect': 'live' })).body
    expect(live).toEqual({
      transactions: transactions.map((transaction) => ({
        ...withMilliseconds(chain, transaction),
        ...(transaction.blockTimestamp >= granite[chain] && { blockMinDelayExcess: 7_970_124 }),
      })),
      nextPageToken,
    })
  },
)

test.each(chains)(
  'chain %s: the transactions of a block are those that it counts',
  async (chain) => {
    const blocks = await allItems<EvmBlock>(server, `/v1/chains/${chain}/blocks`, 'blocks')
    for (const block of blocks) {
      const own = [...(seen.get(chain)?.values() ?? [])]
        .filter(({ blockNumber }) => blockNumber === block.blockNumber)
        .sort((a, b) => a.blockIndex - b.blockIndex)
      expect(own.map(({ blockIndex }) => blockIndex)).toEqual(
        Array.from({ length: block.txCount }, (_, index) => index),
      )
      for (const transaction of own)
        expect(transaction).toMatchObject({
          chainId: chain,
          blockHash: block.blockHash,
          blockTimestamp: block.blockTimestamp,
        })
      const sum = (of: (transaction: NativeTransaction) => bigint) =>
        own.reduce((total, transaction) => total + of(transaction), 0n)
      expect(block.feesSpent).toBe(
        String(sum(({ gasUsed, gasPrice }) => BigInt(gasUsed) * BigInt(gasPrice))),
      )
    }
  },
)

test.each(chains)('chain %s: nonces count what a sender sent and exported', async (chain) => {
  const sent = (await nativeTransactions(server, chain, ewoq))
    .filter(({ from }) => from.address === ewoq)
    .reverse()
  const exports = (await atomicTransactions(server, chain)).filter(
    (transaction) =>
      transaction.txType === 'ExportTx' &&
      transaction.evmInputs.some(({ fromAddress }) => fromAddress === ewoq),
  )
  expect(sent.length).toBeGreaterThan(0)
  sent.forEach(({ nonce, blockNumber }, index) => {
    // A block's atomic transactions come after its others.
    const before = exports.filter(({ blockHeight }) => blockHeight < Number(blockNumber))
    expect(Number(nonce)).toBe(index + before.length)
  })
})

test('gas is used up to its limit, and every kind of envelope occurs', () => {
  for (const { gasUsed, gasLimit } of everywhere())
    expect(BigInt(gasUsed)).toBeLessThanOrEqual(BigInt(gasLimit))
  expect(new Set(everywhere().map(({ txType }) => txType))).toEqual(new Set([0, 1, 2]))
})

test('a method names the called function; only calls have a selector', () => {
  const methodsOf = (callType: string) =>
    everywhere().flatMap(({ method }) => (method?.callType === callType ? method : []))
  const transfers = methodsOf('NATIVE_TRANSFER')
  const calls = methodsOf('CONTRACT_CALL')
  const creations = methodsOf('CONTRACT_CREATION')
  expect(Math.min(transfers.length, calls.length, creations.length)).toBeGreaterThan(0)
  expect(transfers.length + calls.length + creations.length).toBe(everywhere().length)

  for (const method of transfers)
    expect(method).toEqual({
      callType: 'NATIVE_TRANSFER',
      methodHash: '',
      methodName: 'Native Transfer',
    })
  for (const method of creations)
    expect(method).toEqual({
      callType: 'CONTRACT_CREATION',
      methodHash: '',
      methodName: 'Contract Created',
    })
  for (const { methodHash, methodName } of calls) {
    expect(methodHash).toMatch(/^0x[0-9a-f]{8}$/)
    if (methodName !== undefined) expect(methodName).toMatch(/^\w+\(.*\)$/)
  }
  expect(calls).toContainEqual({
    callType: 'CONTRACT_CALL',
    methodHash: '0xa9059cbb',
    methodName: 'transfer(address,uint256)',
  })
})

test('some transactions fail', () => {
  const statuses = new Set(everywhere().map(({ txStatus }) => txStatus))
  expect([...statuses].sort()).toEqual(['0', '1'])
})

test('a creation shows the created contract, which its sender has among the deployments', async () => {
  const created = [...(seen.get('43114')?.values() ?? [])].filter(
    ({ method, txStatus }) => method?.callType === 'CONTRACT_CREATION' && txStatus === '1',
  )
  expect(created.length).toBeGreaterThan(0)
  for (const { from, to, txHash } of created) {
    const url = `/v1/chains/43114/contracts/${from.address}/deployments`
    const contracts = await allItems(server, url, 'contracts')
    expect(contracts).toContainEqual(
      expect.objectContaining({
        address: to.address,
        deploymentDetails: { txHash, deployerAddress: from.address },
      }),
    )
  }
})

test('an address that is a known contract comes with what is known of it', async () => {
  const parties = everywhere().flatMap(({ chainId, from, to }) => [
    { chainId, ...from },
    { chainId, ...to },
  ])
  const distinct = new Set(parties.map((party) => JSON.stringify(party)))
  const named = [...distinct]
    .map((party) => JSON.parse(party) as (typeof parties)[number])
    .filter(({ name }) => name !== undefined)
  expect(named.length).toBeGreaterThan(0)
  for (const { chainId, address, ...known } of named) {
    const { logoAsset, name, symbol, decimals } = (
      await get(server, `/v1/chains/${chainId}/addresses/${address}`)
    ).body as Record<string, { imageUri?: string }>
    const logoUri = logoAsset?.imageUri
    expect(known).toEqual(JSON.parse(JSON.stringify({ name, symbol, decimals, logoUri })))
  }
  for (const party of parties.filter(({ address }) => address === ewoq))
    expect(Object.keys(party)).toEqual(['chainId', 'address'])
})
