import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContractDeployment } from '../../../../schemas/data/contracts.ts'
import type { InternalTransaction } from '../../../../schemas/data/evm-transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { walkPages } from '../../../support/pages.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, chains, ewoq, unknownAddress, withMilliseconds } from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

// biome-ignore lint/suspicious/noExplicitAny: the parsed response
type Json = any

const urlOf = (chain: string, address: string) =>
  `/v1/chains/${chain}/addresses/${address}/transactions:listInternals`
const internalsOf = (chain: string, address: string) =>
  allItems<InternalTransaction>(server, urlOf(chain, address), 'transactions')

/** The selector of `withdraw(uint256)`. */
const withdraw = '0x2e1a7d4d'

/** Payments of contracts on a chain, as the call data and the deployments tell it, newest first. */
async function expectedOn(chain: string): Promise<Partial<InternalTransaction>[]> {
  const url = `/v1/chains/${chain}/transactions`
  const all: Json[] = await allItems(server, url, 'transactions')
  const found = []
  for (const { txHash, txStatus, method, from, to } of all) {
    if (txStatus !== '1') continue
    if (method.methodHash === withdraw) {
      const { nativeTransaction } = (await get(server, `${url}/${txHash}`)).body as Json
      const value = String(BigInt(`0x${nativeTransaction.input.slice(10)}`))
      const [gasUsed, gasLimit] = ['0', '2300']
      const call = { internalTxType: 'CALL', from: to, to: from, value, gasUsed, gasLimit } as const
      found.push({ txHash, ...call, isReverted: false })
    }
    if (method.methodName?.startsWith('createCollection')) {
      const made = await allItems<ContractDeployment>(
        server,
        `/v1/chains/${chain}/contracts/${from.address}/deployments`,
        'contracts',
      )
      const contract = made.find(({ deploymentDetails }) => deploymentDetails?.txHash === txHash)
      expect(contract?.deploymentDetails?.deployerContractAddress).toBe(to.address)
      const create = { internalTxType: 'CREATE', from: to, value: '0', isReverted: false } as const
      found.push({ txHash, ...create, to: expect.objectContaining({ address: contract?.address }) })
    }
  }
  return found
}

test.each(chains)('on %s contracts give what the call demands, and nothing else', async (chain) => {
  const expected = await expectedOn(chain)
  expect(expected.length).toBeGreaterThan(0)
  const addresses = new Set([ewoq, unknownAddress])
  for (const { from, to } of await allItems<Json>(
    server,
    `/v1/chains/${chain}/transactions`,
    'transactions',
  ))
    addresses.add(from.address).add(to.address)
  const seen = new Map<string, InternalTransaction>()
  for (const address of addresses) {
    const listed = await internalsOf(chain, address)
    for (const one of listed) {
      expect([one.from.address, one.to.address]).toContain(address)
      seen.set(one.txHash, one)
    }
    expect(listed.map(({ txHash }) => txHash)).toEqual(
      expected
        .map(({ txHash }) => txHash)
        .filter((hash) => listed.some((it) => it.txHash === hash)),
    )
  }
  expect([...seen.keys()].sort()).toEqual(expected.map(({ txHash }) => txHash).sort())
  for (const one of expected) expect(seen.get(one.txHash ?? '')).toMatchObject(one)
})

test('a collection lists its creation, whose gas is part of its transaction', async () => {
  const created = (await internalsOf('43114', ewoq)).concat(
    ...(await Promise.all(
      (
        await expectedOn('43114')
      )
        .filter(({ internalTxType }) => internalTxType === 'CREATE')
        .map(({ from }) => internalsOf('43114', from?.address ?? '')),
    )),
  )
  const creations = created.filter(({ internalTxType }) => internalTxType === 'CREATE')
  expect(creations).not.toEqual([])
  for (const creation of creations) {
    expect(await internalsOf('43114', creation.to.address)).toEqual([creation])
    const url = `/v1/chains/43114/transactions/${creation.txHash}`
    const { nativeTransaction } = (await get(server, url)).body as Json
    expect(BigInt(creation.gasUsed)).toBeGreaterThan(0n)
    expect(BigInt(creation.gasUsed)).toBeLessThan(BigInt(nativeTransaction.gasUsed))
    expect(BigInt(creation.gasLimit)).toBeLessThan(BigInt(nativeTransaction.gasLimit))
  }
})

test('pages of any size have every item once, and blocks are from the first to before the last', async () => {
  const url = urlOf('43113', ewoq)
  const all = await internalsOf('43113', ewoq)
  expect(all.length).toBeGreaterThan(3)
  for (const pageSize of [1, 2, 7, 100])
    expect((await walkPages(server, url, 'transactions', pageSize)).items).toEqual(all)
  const numbers = all.map(({ blockNumber }) => Number(blockNumber))
  const [start = 0, end = 0] = [numbers.at(-2), numbers.at(0)]
  const range = `${url}?startBlock=${start}&endBlock=${end}`
  expect((await walkPages(server, range, 'transactions', 1)).items).toEqual(
    all.filter(({ blockNumber }) => Number(blockNumber) >= start && Number(blockNumber) < end),
  )
  expect((await get(server, `${url}?startBlock=2&endBlock=1`)).status).toBe(400)
})

test('the live dialect tells the milliseconds of blocks beside', async () => {
  for (const chain of chains) {
    const documented = await internalsOf(chain, ewoq)
    const { body } = await get(server, `${urlOf(chain, ewoq)}?pageSize=100`, {
      'x-snowglobe-dialect': 'live',
    })
    expect((body as Json).transactions).toEqual(
      documented.map((one) => withMilliseconds(chain, one)),
    )
  }
})

test('an unknown chain is 404, an address without any has an empty list', async () => {
  expect((await get(server, urlOf('1', ewoq))).status).toBe(404)
  expect((await get(server, urlOf('43114', unknownAddress))).body).toEqual({ transactions: [] })
})

test('a transaction shows every call in it, with and without value', async () => {
  const all: Json[] = await allItems(server, '/v1/chains/43114/transactions', 'transactions')
  const newest = (name: string) =>
    all.find(({ txStatus, method }) => txStatus === '1' && method.methodName?.startsWith(name))
  const callsOf = async (name: string) => {
    const { txHash, to } = newest(name)
    const { body } = await get(server, `/v1/chains/43114/transactions/${txHash}`)
    const { internalTransactions = [], erc20Transfers = [] } = body as Json
    return {
      contract: to.address,
      tokens: erc20Transfers.map(({ erc20Token }: Json) => erc20Token.address),
      calls: internalTransactions.map(({ internalTxType, from, to, value, isReverted }: Json) => [
        ...[internalTxType, from.address, to.address],
        ...[value, isReverted],
      ]),
    }
  }
  const swap = await callsOf('swapExactTokensForTokens')
  expect(swap.tokens).toHaveLength(2)
  expect(swap.calls).toEqual(
    swap.tokens.map((token: string) => ['CALL', swap.contract, token, '0', false]),
  )
  const warp = '0x0200000000000000000000000000000000000005'
  const sent = await callsOf('sendCrossChainMessage')
  expect(sent.calls.at(-1)).toEqual(['CALL', sent.contract, warp, '0', false])
  const received = await callsOf('receiveCrossChainMessage')
  expect(received.calls[0]).toEqual(['STATICCALL', received.contract, warp, '0', false])
  expect((await callsOf('approve')).calls).toEqual([])
})

test('a message that its recipient does not take is a call that was reverted', async () => {
  const { results } = await server.act([
    {
      do: 'sendMessage',
      from: 'ewoq',
      sourceChain: 'C',
      destinationChain: '930114',
      deliver: false,
    },
  ] as never)
  const { messageId } = (results as Json)[0]
  const delivered = await server.act({ do: 'deliverMessage', message: messageId, succeeded: false })
  const { txId } = (delivered.results as Json)[0]
  const { body } = await get(server, `/v1/chains/930114/transactions/${txId}`)
  const [, execution] = (body as Json).internalTransactions
  expect(execution).toMatchObject({ internalTxType: 'CALL', value: '0', isReverted: true })
  await server.reset()
})
