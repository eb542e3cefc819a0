import { expect, test } from 'vitest'
import type { Action } from '../../../schemas/control/actions/index.ts'
import {
  type PooledTransaction,
  type PoolWorld,
  TransactionPool,
} from '../../../src/http/worlds/transaction-pool.ts'

/** A world that takes everything, whose accounts have used as many nonces as given. */
function worldWith(nonces: Record<string, number>) {
  const acted: string[] = []
  const world = {
    get: (_: unknown, { sender }: { sender: string }) => ({ nonce: nonces[sender] ?? 0 }),
    async act(actions: readonly Action[]) {
      for (const action of actions) if (action.do === 'issue') acted.push(action.bytes)
      for (const action of actions)
        if (action.do === 'issue') nonces[senderIn(action.bytes)] = 1 + nonceIn(action.bytes)
      return []
    },
  } as unknown as PoolWorld
  return { world, acted }
}
const senderIn = (bytes: string) => bytes.slice(2).split('-')[0] ?? ''
const nonceIn = (bytes: string) => Number(bytes.split('-')[1])

const waiting = (sender: string, nonce: number, length = 0): PooledTransaction => ({
  ...{ network: 'fuji', chainId: '43113', chain: 'C', sender, nonce: BigInt(nonce) },
  ...{ hash: `${sender} ${nonce} ${length}`, feeCap: 100n, tipCap: 100n },
  bytes: `0x${sender}-${nonce}-`.padEnd(2 + 2 * length, '0'),
})

test('a pool holds 1,024 transactions, and says that it is full', () => {
  const pool = new TransactionPool(worldWith({}).world)
  for (let i = 0; i < 1024; i++)
    expect(pool.add(waiting(`s${i >> 6}`, 5 + (i % 64)))).toBe(undefined)
  expect(pool.add(waiting('another', 5))).toBe('txpool is full')
  pool.reset()
  expect(pool.add(waiting('another', 5))).toBe(undefined)
})

test('long transactions fill it sooner: each 32 KiB count as one', () => {
  const pool = new TransactionPool(worldWith({}).world)
  for (let i = 0; i < 256; i++) expect(pool.add(waiting(`s${i}`, 5, 128 * 1024))).toBe(undefined)
  expect(pool.add(waiting('another', 5))).toBe('txpool is full')
})

test('what is ready is issued in the order of nonces, and makes room', async () => {
  const nonces: Record<string, number> = { a: 1, b: 1 }
  const { world, acted } = worldWith(nonces)
  const pool = new TransactionPool(world)
  for (const nonce of [4, 2, 3, 6]) pool.add(waiting('a', nonce))
  pool.add(waiting('b', 2))
  await pool.issueReady()
  expect(acted).toEqual([])
  nonces.a = 2
  await pool.issueReady()
  expect(acted.map(nonceIn)).toEqual([2, 3, 4])
  expect(pool.find('43113', 'a 6 0')).toBeDefined()
  expect(pool.find('43113', 'a 3 0')).toBe(undefined)
  // A nonce that something else has used leaves the pool.
  nonces.a = 7
  await pool.issueReady()
  expect(pool.find('43113', 'a 6 0')).toBe(undefined)
  expect(acted).toHaveLength(3)
})

test('an error that is no refusal leaves the transactions in the pool', async () => {
  const { world } = worldWith({ a: 2 })
  const full = { ...world, act: () => Promise.reject(new Error('the disk is full')) }
  const pool = new TransactionPool(full)
  pool.add(waiting('a', 2))
  await pool.issueReady()
  expect(pool.find('43113', 'a 2 0')).toBeDefined()
})
