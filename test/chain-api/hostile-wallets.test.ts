import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/control/client/connect.ts'
import { toCheckedHex, toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import { type RunningServer, startServerProcess, stopCommands } from '../support/command.ts'
import { ewoqText, signedTransferOf } from './support/wallet.ts'

// Wallets that mean harm, or just retry, against a process with readers and a persistent world.

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-hostile-wallets-'))
const start = () =>
  startServerProcess([
    ...['--workers', '2', '--network', 'fuji', '--pace', 'off'],
    ...['--data-dir', join(folder, 'data')],
  ])

let server: RunningServer
beforeAll(async () => {
  server = await start()
})
afterAll(async () => {
  await stopCommands()
  rmSync(folder, { recursive: true })
})

const account = privateKeyToAccount(toHex(ewoqKey) as Hex)
const rpc = '/ext/bc/C/rpc'

async function post(path: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(server.url + path, { method: 'POST', headers, body })
  return response.text()
}

/** A response of a method: its result or its error. */
interface Response {
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

const call = async (path: string, method: string, params: unknown): Promise<Response> =>
  JSON.parse(await post(path, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))

const nonceOf = async () =>
  Number((await call(rpc, 'eth_getTransactionCount', [account.address, 'latest'])).result)
const transfer = (nonce: number) =>
  account.signTransaction({
    ...{ chainId: 43113, nonce, to: '0x00000000000000000000000000000000000000aa', value: 1n },
    ...{ gas: 21_000n, gasPrice: 10n ** 11n },
  })
const send = (raw: string) => call(rpc, 'eth_sendRawTransaction', [raw])
const many = Array.from({ length: 64 })

test('the same transfer from 64 connections at once is in one block, once', async () => {
  const nonce = await nonceOf()
  const raw = await transfer(nonce)
  const responses = await Promise.all(many.map(() => send(raw)))
  const [hash, ...others] = new Set(responses.flatMap(({ result }) => result ?? []))
  expect(others).toEqual([])
  // The later ones come after it.
  for (const { error } of responses)
    if (error) expect(error.message).toMatch(/^already known$|^nonce too low: /)
  expect(await nonceOf()).toBe(nonce + 1)
  expect((await call(rpc, 'eth_getTransactionReceipt', [hash])).result.status).toBe('0x1')
})

test('the same transaction of the P-chain from 64 connections gets its id each time', async () => {
  const { result } = await call('/ext/bc/P', 'platform.getUTXOs', { addresses: [`P-${ewoqText}`] })
  const tx = toCheckedHex(signedTransferOf(result.utxos))
  const { head } = await connect(server.url).world()
  const responses = await Promise.all(many.map(() => call('/ext/bc/P', 'platform.issueTx', { tx })))
  const [txID, ...others] = new Set(responses.map((response) => response.result?.txID))
  expect(others).toEqual([])
  const { result: found } = await call('/ext/bc/P', 'platform.getTxStatus', { txID })
  expect(found.status).toBe('Committed')
  expect((await connect(server.url).world()).head).toBe(head + 1)
})

test('nonces in reverse order over many connections all find their block', async () => {
  const nonce = await nonceOf()
  const raws = await Promise.all(many.map((_, i) => transfer(nonce + i)))
  const responses = await Promise.all(raws.reverse().map(send))
  expect(responses.flatMap(({ error }) => error ?? [])).toEqual([])
  expect(await nonceOf()).toBe(nonce + many.length)
})

test('calls that are too many, too deep or not closed get an error each', async () => {
  const one = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
  const batch = (count: number) => `[${Array.from({ length: count }, () => one).join()}]`
  const parse = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}'
  expect(JSON.parse(await post(rpc, batch(1000)))).toHaveLength(1000)
  expect(JSON.parse(await post(rpc, batch(1001)))).toMatchObject([{ error: { code: -32600 } }])
  expect(await post(rpc, '['.repeat(200_000))).toBe(parse)
  expect(await post(rpc, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(parse)
  expect(await post(rpc, one.slice(0, -1))).toBe(parse)
  const long = `0x${'f8'.repeat(200_000)}`
  expect((await send(long)).error?.message).toMatch(/^oversized data: /)
  for (const path of ['/ext/bc/P', '/ext/bc/X', '/ext/bc/C/avax'])
    expect(await post(path, `{"a":${'['.repeat(100_000)}`)).toContain('-32700')
})

test('a connection that ends within a body leaves the server as it was', async () => {
  const head =
    'POST /ext/bc/C/rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  for (let i = 0; i < 20; i++)
    await new Promise<void>((resolve, reject) => {
      const socket = net.connect(server.port, '127.0.0.1')
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.write(`${head}Content-Length: 5000000\r\n\r\n{"jsonrpc":"2.0"`, () => socket.destroy())
    })
  expect((await call(rpc, 'eth_chainId', [])).result).toBe('0xa869')
})

test('what was answered before the process is killed is there afterwards', async () => {
  const nonce = await nonceOf()
  const raws = await Promise.all(Array.from({ length: 24 }, (_, i) => transfer(nonce + i)))
  const answered: string[] = []
  for (const raw of raws.slice(0, 16)) answered.push((await send(raw)).result)
  // These are on their way when the process ends; one that waits in the pool is in no block.
  const late = raws.slice(16).map((raw) => send(raw).catch(() => undefined))
  server.child.kill('SIGKILL')
  await Promise.all([server.ended, ...late])

  server = await start()
  const receipts = await Promise.all(
    answered.map((hash) => call(rpc, 'eth_getTransactionReceipt', [hash])),
  )
  expect(receipts.map(({ result }) => result?.transactionHash)).toEqual(answered)
  const { violations } = await connect(server.url).check()
  expect(violations).toBe(0)
})
