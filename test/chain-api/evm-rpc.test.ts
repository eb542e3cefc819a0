import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type Hex,
  InsufficientFundsError,
  keccak256,
  NonceTooLowError,
  parseEther,
  parseGwei,
} from 'viem'
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

const path = '/ext/bc/C/rpc'
const to = '0x00000000000000000000000000000000000000aa'
const account = privateKeyToAccount(toHex(ewoqKey) as Hex)
const chain = defineChain({
  id: 43113,
  name: 'C',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1'] } },
})

// biome-ignore lint/suspicious/noExplicitAny: bodies of all forms are sent and read.
async function post(payload: any, url = path): Promise<any> {
  const headers = { 'content-type': 'application/json' }
  const response = await server.inject({ method: 'POST', url, headers, payload })
  return response.body === '' ? undefined : response.json()
}
const call = (method: string, ...params: unknown[]) =>
  post({ jsonrpc: '2.0', id: 7, method, params })

const transport = custom({
  async request({ method, params }) {
    const { result, error } = await call(method, ...((params as unknown[] | undefined) ?? []))
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  },
})
const reader = createPublicClient({ chain, transport, pollingInterval: 10 })
const wallet = createWalletClient({ account, chain, transport })

test('a transfer that viem signs has a receipt at once, and every interface shows it', async () => {
  const before = await reader.getBalance({ address: to })
  const nonce = await reader.getTransactionCount({ address: account.address })
  const hash = await wallet.sendTransaction({ to, value: parseEther('0.5') })
  const receipt = await reader.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', gasUsed: 21_000n, transactionIndex: 0 })
  expect(await reader.getBalance({ address: to })).toBe(before + parseEther('0.5'))
  expect(await reader.getTransactionCount({ address: account.address })).toBe(nonce + 1)
  const block = await reader.getBlock({ blockHash: receipt.blockHash, includeTransactions: true })
  expect(block.transactions.map((each) => each.hash)).toEqual([hash])
  const served = await server.inject(`/v1/chains/43113/transactions/${hash}`)
  expect(served.json().nativeTransaction).toMatchObject({ txHash: hash, blockHash: block.hash })
  const { rules } = await server.check()
  expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})

test('what a block shows hashes to its hash', async () => {
  const { result: block } = await call('eth_getBlockByNumber', 'latest', true)
  const raws = await Promise.all(
    block.transactions.map(({ hash }: { hash: Hex }) => call('eth_getTransactionByHash', hash)),
  )
  expect(raws.length).toBeGreaterThan(0)
  for (const { result } of raws) expect(result.blockHash).toBe(block.hash)
  const byHash = await call('eth_getBlockByHash', block.hash, true)
  expect(byHash.result).toEqual(block)
  expect(block.parentHash).toMatch(/^0x[0-9a-f]{64}$/)
})

test('refusals have the errors that viem knows', async () => {
  const refusal = async (transaction: object) => {
    try {
      await wallet.sendTransaction({ to, value: 1n, gas: 21_000n, ...transaction } as never)
    } catch (error) {
      return (error as { cause: unknown }).cause
    }
    throw new Error('it is refused')
  }
  expect(await refusal({ nonce: 0 })).toBeInstanceOf(NonceTooLowError)
  expect(await refusal({ value: parseEther('999999999') })).toBeInstanceOf(InsufficientFundsError)
  const tooLong = `0x${'00'.repeat(49_153)}`
  expect(await refusal({ to: undefined, data: tooLong, gas: 3_000_000n })).toMatchObject({
    details: 'max initcode size exceeded: code size 49153, limit 49152',
  })
  expect(await refusal({ gas: 20_000n })).toMatchObject({
    details: expect.stringContaining('intrinsic gas too low: address'),
  })
  expect(await refusal({ maxFeePerGas: parseEther('0.1') })).toMatchObject({
    details: 'tx fee (2100.00 ether) exceeds the configured cap (100.00 ether)',
  })
})

test('an account spends its whole balance, and not a wei more', async () => {
  const poor = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const balance = parseEther('1')
  await server.act({ do: 'fund', to: poor.address, chain: 'C', amount: '1', network: 'fuji' })
  expect(await reader.getBalance({ address: poor.address })).toBe(balance)
  const fees = { gas: 21_000n, maxFeePerGas: parseGwei('2'), maxPriorityFeePerGas: 1n }
  const spend = (value: bigint) =>
    createWalletClient({ account: poor, chain, transport }).sendTransaction({ to, value, ...fees })
  const rest = balance - fees.gas * fees.maxFeePerGas
  await expect(spend(rest + 1n)).rejects.toMatchObject({
    details: expect.stringMatching(/^insufficient funds .* overshot 1$/),
  })
  const receipt = await reader.waitForTransactionReceipt({ hash: await spend(rest) })
  expect(receipt.status).toBe('success')
})

test('the suggested gas price is the next base fee and the suggested tip', async () => {
  const read = async (method: string, ...params: unknown[]) =>
    (await call(method, ...params)).result
  const { baseFeePerGas } = await read('eth_feeHistory', '0x1', 'latest', [])
  const tip = await read('eth_maxPriorityFeePerGas')
  expect(BigInt(tip)).toBeGreaterThan(0n)
  expect(BigInt(await read('eth_gasPrice'))).toBe(BigInt(baseFeePerGas.at(-1)) + BigInt(tip))
})

test.each([
  ['0x', 'typed transaction too short'],
  ['0x03c0', 'transaction type not supported'],
  ['0xc0', /^rlp: /],
])('raw bytes %s are refused', async (raw, message) => {
  const { error } = await call('eth_sendRawTransaction', raw)
  expect(error).toMatchObject({ code: -32000, message: expect.stringMatching(message) })
})

test('a transaction of another chain, and one that is there, are refused', async () => {
  const signed = async (chainId: number, nonce: number) =>
    account.signTransaction({ chainId, nonce, to, value: 1n, gas: 21_000n, gasPrice: 10n ** 9n })
  const nonce = await reader.getTransactionCount({ address: account.address })
  expect((await call('eth_sendRawTransaction', await signed(1, nonce))).error.message).toBe(
    'invalid sender: invalid chain id for signer: have 1 want 43113',
  )
  const raw = await signed(43113, nonce)
  expect((await call('eth_sendRawTransaction', raw)).result).toBe(keccak256(raw))
  expect((await call('eth_sendRawTransaction', raw)).error.message).toBe('already known')
})

test.each([
  [{ jsonrpc: '2.0', id: 1, method: 'eth_fillTransaction' }, -32601],
  [{ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [] }, -32602],
  [{ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: ['0x12'] }, -32602],
  [{ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: {} }, -32602],
  [{ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [to, '0xffffff'] }, -32000],
  [{ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [{}] }, -32000],
  [{ jsonrpc: '1.0', id: 1, method: 'eth_chainId' }, -32600],
  [{ jsonrpc: '2.0', id: 1, method: 'constructor' }, -32601],
  ['{', -32700],
  [[], -32600],
])('%j gets the code %i', async (body, code) => {
  expect((await post(body)).error.code).toBe(code)
})

test('a batch is answered in order, without its notifications', async () => {
  const responses = await post([
    { jsonrpc: '2.0', id: 'a', method: 'eth_chainId' },
    { jsonrpc: '2.0', method: 'eth_blockNumber' },
    { jsonrpc: '2.0', id: 12345678901234, method: 'net_version' },
  ])
  expect(responses).toEqual([
    { jsonrpc: '2.0', id: 'a', result: '0xa869' },
    { jsonrpc: '2.0', id: 12345678901234, result: '43113' },
  ])
})

test('an L1 is there by chain id, blockchain id and name', async () => {
  const { chains } = (await server.inject('/v1/chains?network=testnet')).json()
  const l1 = chains.find(({ chainId }: { chainId: string }) => chainId !== '43113')
  for (const name of [l1.chainId, l1.platformChainId, l1.chainName])
    expect(
      await post(
        { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
        `/ext/bc/${encodeURIComponent(name)}/rpc`,
      ),
    ).toMatchObject({ result: `0x${Number(l1.chainId).toString(16)}` })
  const missing = await server.inject({ method: 'POST', url: '/ext/bc/nothing/rpc', payload: {} })
  expect(missing.statusCode).toBe(404)
})

test('load balancers read the health', async () => {
  for (const url of ['/ext/health', '/ext/health/liveness', '/ext/health/readiness'])
    expect((await server.inject(url)).json()).toEqual({ checks: {}, healthy: true })
})

test('a world is named in front of the path, for clients that set no header', async () => {
  const height = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }
  const nonce = await reader.getTransactionCount({ address: account.address })
  const raw = await account.signTransaction({
    ...{ chainId: 43113, nonce, to, value: 1n, gas: 21_000n, gasPrice: 10n ** 9n },
  })
  const send = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }
  const before = (await post(height)).result
  const named = '/_worlds/other/ext/bc/C/rpc'
  const start = (await post(height, named)).result
  // The other world begins as the main one did, so the account's nonce is lower there.
  expect((await post(send, named)).result).toBe(keccak256(raw))
  expect((await post(height, named)).result).toBe(start)
  expect((await post(height)).result).toBe(before)
  const wrong = await server.inject({ method: 'POST', url: '/_worlds/A B/ext/bc/C/rpc' })
  expect(wrong.statusCode).toBe(400)
})
