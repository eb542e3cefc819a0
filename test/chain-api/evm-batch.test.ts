import fc from 'fast-check'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const to = '0x00000000000000000000000000000000000000aa'
const ewoq = privateKeyToAccount(toHex(ewoqKey) as Hex)

// biome-ignore lint/suspicious/noExplicitAny: bodies of all forms are sent and read.
async function post(payload: any, world?: string): Promise<any> {
  const url = world === undefined ? '/ext/bc/C/rpc' : `/_worlds/${world}/ext/bc/C/rpc`
  const headers = { 'content-type': 'application/json' }
  return (await server.inject({ method: 'POST', url, headers, payload })).json()
}

const calling = (id: number, method: string, ...params: unknown[]) => ({
  ...{ jsonrpc: '2.0', id, method, params },
})
const sending = (raws: readonly string[]) =>
  raws.map((raw, id) => calling(id, 'eth_sendRawTransaction', raw))
const read = async (method: string, ...params: unknown[]) =>
  (await post(calling(1, method, ...params))).result

const transfer = (nonce: number, more: { value?: bigint; gas?: bigint; chainId?: number } = {}) =>
  ewoq.signTransaction({
    ...{ chainId: 43113, nonce, to, value: 1n, gas: 21_000n, gasPrice: 10n ** 11n },
    ...more,
  })
const nonceOf = async (world?: string) =>
  Number((await post(calling(1, 'eth_getTransactionCount', ewoq.address, 'latest'), world)).result)

const blocksOf = async (hashes: readonly string[]): Promise<number[]> => {
  const found = await Promise.all(hashes.map((hash) => read('eth_getTransactionByHash', hash)))
  return found.map(({ blockNumber }) => Number(blockNumber))
}

test('raw transactions of a batch share a block', async () => {
  const nonce = await nonceOf()
  const height = Number(await read('eth_blockNumber'))
  const raws = await Promise.all(Array.from({ length: 50 }, (_, i) => transfer(nonce + i)))
  const responses = await post([
    calling(-1, 'eth_blockNumber'),
    ...sending(raws),
    calling(-2, 'eth_blockNumber'),
  ])
  expect(responses.map(({ id }: { id: number }) => id)).toEqual([-1, ...raws.keys(), -2])
  expect(Number(responses.at(0).result)).toBe(height)
  expect(Number(responses.at(-1).result)).toBe(height + 1)
  const { transactions } = await read('eth_getBlockByNumber', 'latest', true)
  expect(transactions.map((each: { nonce: Hex }) => Number(each.nonce))).toEqual(
    raws.map((_, i) => nonce + i),
  )
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})

test('a block takes as many as its gas has room for', async () => {
  const nonce = await nonceOf()
  const { gasLimit } = await read('eth_getBlockByNumber', 'latest', false)
  // Room is what the transactions before have not used: four of these fit.
  const gas = BigInt(gasLimit) - 3n * 21_000n
  const raws = await Promise.all(Array.from({ length: 8 }, (_, i) => transfer(nonce + i, { gas })))
  const responses = await post(sending(raws))
  const blocks = await blocksOf(responses.map(({ result }: { result: string }) => result))
  const [first = 0] = blocks
  expect(blocks).toEqual([0, 0, 0, 0, 1, 1, 1, 1].map((later) => first + later))
})

test('calls between them see those before, and none after', async () => {
  const nonce = await nonceOf()
  const count = calling(9, 'eth_getTransactionCount', ewoq.address, 'latest')
  const [first, second] = sending([await transfer(nonce), await transfer(nonce + 1)])
  const responses = await post([count, first, count, second, count])
  expect([0, 2, 4].map((i) => Number(responses[i].result))).toEqual([nonce, nonce + 1, nonce + 2])
})

test('a batch answers as its calls one after another do', async () => {
  let run = 0
  const anyCall = fc.constantFrom('next', 'next', 'next', 'again', 'low', 'dear', 'broken', 'other')
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 2, maxLength: 14 }), async (kinds) => {
      const [batched, single] = [`batched${run}`, `single${run++}`]
      const first = await nonceOf(batched)
      let nonce = first
      const raws: string[] = []
      for (const kind of kinds) {
        if (kind === 'next') raws.push(await transfer(nonce++))
        else if (kind === 'again') raws.push(raws.at(-1) ?? '0x')
        else if (kind === 'low') raws.push(await transfer(0))
        else if (kind === 'dear') raws.push(await transfer(nonce, { value: 10n ** 30n }))
        else if (kind === 'other') raws.push(await transfer(nonce, { chainId: 1 }))
        else raws.push('0xc0')
      }
      const calls = sending(raws)
      const expected = []
      for (const each of calls) expected.push(await post(each, single))
      expect(await post(calls, batched)).toEqual(expected)
      expect(await nonceOf(batched)).toBe(nonce)
      for (const world of [batched, single]) await server.worlds.remove(world)
    }),
    { numRuns: 12 },
  )
})

test('a batch with many refusals leaves no transaction out', async () => {
  const nonce = await nonceOf()
  const raws: string[] = []
  for (let i = 0; i < 12; i++) raws.push(await transfer(nonce + i), '0xc0', await transfer(0))
  const responses = await post(sending(raws))
  const errors = responses.map(({ error }: { error?: object }) => error !== undefined)
  expect(errors).toEqual(raws.map((_, i) => i % 3 > 0))
  expect(await nonceOf()).toBe(nonce + 12)
})

test('a batch meets fault rules of its interface, and none of an operation', async () => {
  const batch = [calling(1, 'eth_chainId'), calling(2, 'net_version')]
  await server.faults.add({ match: { operation: 'eth_chainId' }, respond: { status: 503 } })
  expect(await post(batch)).toMatchObject([{ result: '0xa869' }, { result: '43113' }])
  await server.faults.add({ match: { interface: 'chain' }, respond: { status: 502 } })
  const url = '/ext/bc/C/rpc'
  const headers = { 'content-type': 'application/json' }
  const response = await server.inject({ method: 'POST', url, headers, payload: batch })
  expect(response.statusCode).toBe(502)
  await server.faults.clear()
})

test('a world that is removed meanwhile refuses transactions, and answers the rest of a batch', async () => {
  const error = {
    code: -32000,
    message: 'the world was removed, or the server is stopping; nothing was changed',
  }
  const payment = { do: 'transfer', from: 'alice', to: 'bob', chain: 'P', amount: '0.001' } as const
  let refused = 0
  for (const after of [0, 10, 50, 100]) {
    const nonce = await nonceOf('removed')
    const raws = await Promise.all([0, 1, 2].map((i) => transfer(nonce + i)))
    // These actions hold the world, and transactions wait behind them.
    const actions = Array.from({ length: 300 }, () => payment)
    const acting = server
      .in('removed')
      .act(actions)
      .catch(({ code }) => code)
    await new Promise((resolve) => setTimeout(resolve, after))
    const single = post(calling(9, 'eth_sendRawTransaction', raws[0]), 'removed')
    const batch = post(
      [calling(7, 'eth_chainId'), ...sending(raws.slice(1)), calling(8, 'eth_blockNumber')],
      'removed',
    )
    await new Promise((resolve) => setImmediate(resolve))
    await server.worlds.remove('removed')
    const [chain, ...others] = await batch
    expect(chain).toEqual({ jsonrpc: '2.0', id: 7, result: '0xa869' })
    const responses = [await single, ...others]
    expect(responses.map(({ id }) => id)).toEqual([9, 0, 1, 8])
    for (const response of responses)
      if (response.error) expect(response.error).toEqual(error)
      else expect(response.result).toMatch(/^0x/)
    refused += responses.filter((response) => response.error).length
    expect([undefined, 'not_found']).toContain(
      await acting.then((of) => (typeof of === 'string' ? of : undefined)),
    )
  }
  expect(refused).toBeGreaterThan(3)
})
