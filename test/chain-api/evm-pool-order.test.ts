import { type Hex, keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call } from './support/wallet.ts'

/** How many transactions a test sends: POOL_TRANSACTIONS=1000 for the long form. */
const count = Number(process.env.POOL_TRANSACTIONS ?? 96)
/** How many transactions of an account may wait. G-242 */
const waitingOfAccount = 64

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const to = '0x00000000000000000000000000000000000000aa'
const sign = (account: PrivateKeyAccount, nonce: number) =>
  account.signTransaction({
    ...{ chainId: 43113, nonce, to, value: 1n, gas: 21_000n, gasPrice: 100n * 10n ** 9n },
  })
const rpc = (method: string, ...params: unknown[]) => call(server, '/ext/bc/C/rpc', method, params)
const nonceOf = async ({ address }: PrivateKeyAccount) =>
  Number((await rpc('eth_getTransactionCount', address, 'latest')).result)

/** Accounts of their own keys, each with 10 AVAX on the C-chain. */
async function accounts(from: number, amount: number): Promise<PrivateKeyAccount[]> {
  const made = Array.from({ length: amount }, (_, index) =>
    privateKeyToAccount(toHex(BigInt(from + index), { size: 32 })),
  )
  for (const { address } of made)
    await server.act({ do: 'fund', to: address, chain: 'C', amount: '10', network: 'fuji' })
  return made
}

/** Draws an order from a seed of the test's own, so that a failure repeats. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const drawn = items.map((item, index) => ({
    item,
    lot: Math.imul((index + seed) ^ 0x9e3779b9, 0x85ebca6b) >>> 0,
  }))
  return drawn.sort((a, b) => a.lot - b.lot).map(({ item }) => item)
}

/** Checks that the transactions of an account are in blocks, in the order of their nonces. */
async function expectInOrder(raws: readonly Hex[]): Promise<void> {
  let before = -1
  for (const raw of raws) {
    const { result } = await rpc('eth_getTransactionByHash', keccak256(raw))
    const place = Number(result.blockNumber) * 10_000 + Number(result.transactionIndex)
    expect(place).toBeGreaterThan(before)
    before = place
  }
}

test('nonces of one account come in any order, as many as may wait at once', async () => {
  const [account] = (await accounts(1_000_001, 1)) as [PrivateKeyAccount]
  const raws = await Promise.all(Array.from({ length: count }, (_, nonce) => sign(account, nonce)))
  for (let first = 0; first < count; first += waitingOfAccount) {
    const group = raws.slice(first, first + waitingOfAccount)
    for (const raw of group.toReversed())
      expect(await rpc('eth_sendRawTransaction', raw)).toMatchObject({ result: keccak256(raw) })
    expect(await nonceOf(account)).toBe(first + group.length)
  }
  await expectInOrder(raws)

  const next = (await nonceOf(account)) + 1
  const later = await Promise.all(
    Array.from({ length: waitingOfAccount + 1 }, (_, index) => sign(account, next + index)),
  )
  for (const raw of later.slice(0, waitingOfAccount))
    expect(await rpc('eth_sendRawTransaction', raw)).toHaveProperty('result')
  const { error } = await rpc('eth_sendRawTransaction', later.at(-1))
  expect(error).toMatchObject({ code: -32000, message: 'txpool is full' })
  expect(await rpc('eth_sendRawTransaction', await sign(account, next - 1))).toHaveProperty(
    'result',
  )
  expect(await nonceOf(account)).toBe(next + waitingOfAccount)
})

test('nonces of many accounts come in any order, and each account has its own', async () => {
  const perAccount = Math.min(32, Math.ceil(count / 8))
  const all = await accounts(2_000_001, Math.ceil(count / perAccount))
  const raws = await Promise.all(
    all.map((account) =>
      Promise.all(Array.from({ length: perAccount }, (_, nonce) => sign(account, nonce))),
    ),
  )
  // At most 1,024 wait in all, and as many as these accounts have are fewer.
  const responses = await Promise.all(
    shuffled(raws.flat(), 26).map((raw) => rpc('eth_sendRawTransaction', raw)),
  )
  for (const response of responses) expect(response).toHaveProperty('result')
  for (const [index, account] of all.entries()) {
    expect(await nonceOf(account)).toBe(perAccount)
    await expectInOrder(raws[index] ?? [])
  }
  expect(await server.check()).toMatchObject({ violations: 0 })
})
