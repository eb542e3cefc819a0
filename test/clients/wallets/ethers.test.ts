import { isError, JsonRpcProvider, NonceManager, parseEther, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../dist/src/control/client/connect.js'

const name = 'ethers'
const url = `${inject('servers').fuji}/_worlds/${name}/ext/bc/C/rpc`
// By default it caches responses for a quarter of a second.
const options = { polling: true, pollingInterval: 50, cacheTimeout: -1 }
const provider = new JsonRpcProvider(url, 43113, options)
const wallet = new Wallet(`0x${'6b'.repeat(32)}`, provider)
const to = '0x00000000000000000000000000000000000000ee'

beforeAll(async () => {
  const control = connect(inject('servers').fuji, { world: name })
  await control.act({ do: 'fund', to: wallet.address, chain: 'C', amount: '10', network: 'fuji' })
})
afterAll(() => provider.destroy())

/** Returns the transaction as the Data API shows it. */
async function shown(hash: string) {
  const response = await fetch(`${inject('servers').fuji}/v1/chains/43113/transactions/${hash}`, {
    headers: { 'x-snowglobe-world': name },
  })
  const body = (await response.json()) as { nativeTransaction: Record<string, unknown> }
  return body.nativeTransaction
}

test('ethers sends AVAX, waits for it, and the Data API shows it', async () => {
  const sent = await wallet.sendTransaction({ to, value: parseEther('0.25') })
  const receipt = await sent.wait()
  expect(receipt).toMatchObject({ status: 1, gasUsed: 21_000n, index: 0 })
  expect(await provider.getBalance(to)).toBe(parseEther('0.25'))
  expect(await shown(sent.hash)).toMatchObject({
    ...{ txHash: sent.hash, value: String(parseEther('0.25')) },
    blockNumber: String(receipt?.blockNumber),
  })
  const block = await provider.getBlock(receipt?.blockNumber ?? 0, true)
  expect(block?.prefetchedTransactions.map(({ hash }) => hash)).toEqual([sent.hash])
})

test('ethers makes its typed errors of the refusals', async () => {
  const refusal = async (transaction: object) => {
    try {
      await wallet.sendTransaction({ to, value: 1n, gasLimit: 21_000n, ...transaction })
    } catch (error) {
      return error
    }
    throw new Error('it is refused')
  }
  expect(isError(await refusal({ nonce: 0 }), 'NONCE_EXPIRED')).toBe(true)
  expect(isError(await refusal({ value: parseEther('11') }), 'INSUFFICIENT_FUNDS')).toBe(true)
})

test('a nonce manager sends many at once, and all are in blocks in order', async () => {
  const manager = new NonceManager(wallet)
  const first = await provider.getTransactionCount(wallet.address)
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, i) => manager.sendTransaction({ to, value: BigInt(i + 1) })),
  )
  const receipts = await Promise.all(sent.map((each) => each.wait()))
  const places = [...sent.entries()]
    .sort(([, a], [, b]) => a.nonce - b.nonce)
    .map(([i]) => receipts[i])
    .map((receipt) => (receipt?.blockNumber ?? 0) * 1000 + (receipt?.index ?? 0))
  expect([...places].sort((a, b) => a - b)).toEqual(places)
  expect(sent.map(({ nonce }) => nonce).sort((a, b) => a - b)).toEqual(
    sent.map((_, i) => first + i),
  )
})

test('a replacement of a waiting transaction pays more', async () => {
  const nonce = 1 + (await provider.getTransactionCount(wallet.address))
  const waiting = await wallet.sendTransaction({ to, nonce, gasPrice: 10n ** 11n })
  expect(await provider.getTransaction(waiting.hash)).toMatchObject({ blockNumber: null })
  const cheap = wallet.sendTransaction({ to, nonce, gasPrice: 10n ** 11n + 1n })
  await expect(cheap).rejects.toMatchObject({ code: 'REPLACEMENT_UNDERPRICED' })
  const dear = await wallet.sendTransaction({ to, nonce, gasPrice: 2n * 10n ** 11n })
  await wallet.sendTransaction({ to, nonce: nonce - 1 })
  expect((await dear.wait())?.status).toBe(1)
  expect(await provider.getTransaction(waiting.hash)).toBe(null)
})
