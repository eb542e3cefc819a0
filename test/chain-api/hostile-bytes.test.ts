import { concat, type Hex, keccak256, toRlp, trim, toHex as viemHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../src/formats/p-chain-transactions.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { refusalOf } from './support/refusals.ts'
import {
  base,
  call,
  ewoqText,
  issue,
  outputTo,
  type Spendable,
  signed,
  spendable,
  utxosOf,
  withChange,
} from './support/wallet.ts'

// Bodies and bytes that no client sends. Each gets a response, and none costs the world anything.

let server: Snowglobe
let utxo: Spendable
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  utxo = spendable(await utxosOf(server))[0] as Spendable
})
afterAll(() => server.close())

const rpc = '/ext/bc/C/rpc'
const platform = '/ext/bc/P'
const headers = { 'content-type': 'application/json' }
const post = (url: string, payload: string | Buffer) =>
  server.inject({ method: 'POST', url, headers, payload })
const callText = (method: string, params: string, id = '1') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`

test('a batch of 10,000 calls is refused as a whole, and the node’s services take none', async () => {
  const batch = (method: string, params: string) =>
    `[${Array.from({ length: 10_000 }, () => callText(method, params)).join()}]`
  expect((await post(rpc, batch('eth_chainId', '[]'))).json()).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } },
  ])
  expect((await post(platform, batch('platform.getHeight', '{}'))).json()).toMatchObject({
    error: { code: -32700, message: expect.stringContaining('cannot unmarshal array') },
  })
})

test('each call of a batch that is none is refused by itself', async () => {
  const responses = (await post(rpc, '[1,[],{},null,"eth_chainId",[[1]]]')).json()
  expect(responses).toHaveLength(6)
  for (const { error } of responses)
    expect(error).toEqual({ code: -32600, message: 'invalid request' })
})

test.each([
  '{}',
  '[]',
  'true',
  '1e400',
  '-0',
  '"\\ud800"',
  '[[[1]]]',
  '""',
  '1.5',
  `"${'x'.repeat(9999)}"`,
])('the id %s comes back as it was', async (id) => {
  expect((await post(rpc, callText('eth_chainId', '[]', id))).body).toBe(
    `{"jsonrpc":"2.0","id":${id},"result":"0xa869"}`,
  )
  expect((await post(platform, callText('platform.getTxFees', '{}', id))).body).toContain(
    `"id":${id}}`,
  )
})

test('of two members with one name the last one counts', async () => {
  const twice =
    '"id":1,"id":2,"method":"eth_accounts","method":"eth_chainId","params":[1],"params":[]'
  expect((await post(rpc, `{"jsonrpc":"2.0",${twice}}`)).json()).toEqual({
    ...{ jsonrpc: '2.0', id: 2, result: '0xa869' },
  })
  const params = `{"height":"18446744073709551615","height":"0"}`
  expect(
    (await post(platform, callText('platform.getBlockByHeight', params))).json(),
  ).toMatchObject({ result: { encoding: 'hex' } })
})

test('bytes that are no UTF-8 become the replacement character', async () => {
  const text = (start: string, end: string) =>
    Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from(end)])
  const head = '{"jsonrpc":"2.0","id":"'
  for (const [path, rest] of [
    [rpc, '","method":"eth_chainId","params":[]}'],
    [platform, '","method":"platform.getHeight","params":{}}'],
  ] as const)
    expect((await post(path, text(head, rest))).json()).toMatchObject({ id: '\ufffd\ufffd\ufffd' })
})

test('a block argument of many levels is refused', async () => {
  const nested = (levels: number) =>
    `["0x${'00'.repeat(20)}",${'{"blockNumber":'.repeat(levels)}"0x1"${'}'.repeat(levels)}]`
  for (const levels of [2, 500, 5000, 50_000]) {
    const { statusCode, body } = await post(rpc, callText('eth_getBalance', nested(levels)))
    expect({ statusCode, isError: body.includes('"error"') }).toEqual({
      statusCode: 200,
      isError: true,
    })
  }
})

const long = 'z'.repeat(900_000)
test.each([
  ['platform.getTx', { txID: long }],
  ['platform.getTx', { txID: '1'.repeat(900_000) }],
  ['platform.getUTXOs', { addresses: [long] }],
  ['platform.getUTXOs', { addresses: [`P-${ewoqText}`], sourceChain: long }],
  [
    'platform.getUTXOs',
    {
      addresses: [`P-${ewoqText}`],
      startIndex: { address: `P-${ewoqText}`, utxo: long },
    },
  ],
  ['platform.getBlockchainStatus', { blockchainID: long }],
  ['platform.validatedBy', { blockchainID: long }],
  ['platform.getL1Validator', { validationID: long }],
  ['platform.getCurrentValidators', { nodeIDs: [`NodeID-${long}`] }],
])('%s reads a text of 900 KB without decoding it', async (method, params) => {
  const { error } = await call(server, platform, method, params)
  expect(error?.code).toBe(-32000)
})

test.each(['2NEpo7TZRRrLZSi2U', ' 11111111111111111111111111111111LpoYY', '0OIl', 'LpoYY', '1'])(
  'the id %j has no checksum of 32 bytes',
  async (txID) => {
    const { error } = await call(server, platform, 'platform.getTxStatus', { txID })
    expect(error?.message).toContain("couldn't unmarshal an argument")
  },
)

test.each([
  ['18446744073709551615', true],
  ['"18446744073709551615"', true],
  ['5000000', true],
  ['0', true],
  ['null', true],
  ['18446744073709551616', false],
  ['-1', false],
  ['1.5', false],
  ['1e3', false],
  ['[]', false],
  ['9'.repeat(100_000), false],
])('a limit of %s', async (limit, isRead) => {
  const params = `{"addresses":["P-${ewoqText}"],"limit":${limit}}`
  const { result, error } = (await post(platform, callText('platform.getUTXOs', params))).json()
  expect(error === undefined).toBe(isRead)
  if (isRead) expect(Number(result.numFetched)).toBeGreaterThan(10)
})

test.each([
  [`0x0000${'00'.repeat(400_000)}`, /^couldn't parse tx: /],
  // A list of 2^32 - 1 outputs.
  [`0x00000000002200000005${'00'.repeat(32)}ffffffff${'00'.repeat(99)}`, /^couldn't parse tx: /],
  // A memo of 2^32 - 1 bytes.
  [
    `0x00000000002200000005${'00'.repeat(32)}0000000000000000ffffffff`,
    /^couldn't parse tx: .*memo/,
  ],
  ['0x', /^couldn't parse tx: /],
])('bytes that claim more than they are get an error', async (tx, message) => {
  const { error } = await call(server, platform, 'platform.issueTx', { tx, encoding: 'hexnc' })
  expect(error?.message).toMatch(message)
})

test.each([
  ['hex', '00', 'missing 0x prefix to hex encoding'],
  ['hex', '0x1', 'encoding/hex: odd length hex string'],
  ['hex', '0x0zz', "encoding/hex: invalid byte: U+007A 'z'"],
  ['hex', '0xé', "encoding/hex: invalid byte: U+00C3 'Ã'"],
  ['hex', '0x\u0000', 'encoding/hex: invalid byte: U+0000'],
  ['hex', '0x000000', 'input string is smaller than the checksum size'],
  ['hexc', '0x0000000000', 'invalid input checksum'],
  ['hexnc', '00', 'missing 0x prefix to hex encoding'],
  ['json', '0x00', 'unsupported encoding in method'],
])('%s that is not: %j', async (encoding, tx, reason) => {
  for (const [path, service] of [
    [platform, 'platform'],
    ['/ext/bc/X', 'avm'],
    ['/ext/bc/C/avax', 'avax'],
  ] as const) {
    const { error } = await call(server, path, `${service}.issueTx`, { tx, encoding })
    expect(error?.message).toBe(`problem decoding transaction: ${reason}`)
  }
})

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const transfer = (): PlatformTransaction =>
  withChange({ type: 'BaseTx', ...base(utxo, [outputTo(5n)]) }, 5n)
/** The transfer with another signature. */
const withSignature = (change: (signature: Uint8Array) => Uint8Array) => {
  const { unsigned, credentials } = platformTransactions.decode(signed(transfer()))
  return platformTransactions.encode({
    unsigned,
    credentials: credentials.map((each) => ({ ...each, signatures: each.signatures.map(change) })),
  })
}
const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const highS = (signature: Uint8Array) => {
  const s = BigInt(toHex(signature.subarray(32, 64)))
  const v = (signature[64] ?? 0) ^ 1
  return Uint8Array.from([...signature.subarray(0, 32), ...bytesOf(order - s), v])
}

test.each([
  ['the other s', highS],
  ['an r of 0', (of: Uint8Array) => Uint8Array.from([...bytesOf(0n), ...of.subarray(32)])],
  [
    'an r of the order',
    (of: Uint8Array) => Uint8Array.from([...bytesOf(order), ...of.subarray(32)]),
  ],
  [
    'an r that is no point',
    (of: Uint8Array) => Uint8Array.from([...bytesOf(5n), ...of.subarray(32)]),
  ],
  ['an s of 0', (of: Uint8Array) => Uint8Array.from([...of.subarray(0, 32), ...bytesOf(0n), 0])],
  ['a v of 2', (of: Uint8Array) => Uint8Array.from([...of.subarray(0, 64), 2])],
  ['a v of 255', (of: Uint8Array) => Uint8Array.from([...of.subarray(0, 64), 255])],
])('a signature with %s is no signature of the owner', async (_name, change) => {
  const reason = await refusalOf(server, withSignature(change))
  expect(reason).toMatch(/^failed to verify transfer: wrong signature: /)
})

const account = privateKeyToAccount(toHex(ewoqKey) as Hex)
/** A legacy transaction whose fields are any RLP. */
async function rawOf(fields: readonly unknown[]): Promise<Hex> {
  const hash = keccak256(toRlp([...fields, '0xa869', '0x', '0x'] as never))
  const text = await account.sign({ hash })
  const v = viemHex(43113 * 2 + 35 + (text.endsWith('1c') ? 1 : 0))
  const [r, s] = [`0x${text.slice(2, 66)}`, `0x${text.slice(66, 130)}`] as const
  return toRlp([...fields, v, trim(r), trim(s)] as never)
}
const to = `0x${'00'.repeat(19)}aa`
const gwei100 = '0x174876e800'
test.each([
  ['a nonce of 9 bytes', [`0x${'ff'.repeat(9)}`, gwei100, '0x5208', to, '0x01', '0x']],
  ['a nonce with a zero in front', ['0x0001', gwei100, '0x5208', to, '0x01', '0x']],
  ['gas of 9 bytes', ['0x', gwei100, `0x${'ff'.repeat(9)}`, to, '0x01', '0x']],
  ['a value of 33 bytes', ['0x', gwei100, '0x5208', to, `0x${'ff'.repeat(33)}`, '0x']],
  ['a recipient of 19 bytes', ['0x', gwei100, '0x5208', `0x${'aa'.repeat(19)}`, '0x01', '0x']],
  ['a list in the place of data', ['0x', gwei100, '0x5208', to, '0x01', []]],
  ['a list in the place of a nonce', [[[[]]], gwei100, '0x5208', to, '0x01', '0x']],
])('a raw transaction with %s is refused', async (_name, fields) => {
  const { error } = await call(server, rpc, 'eth_sendRawTransaction', [await rawOf(fields)])
  expect(error).toMatchObject({ code: -32000, message: expect.stringMatching(/^rlp: /) })
})

test.each([
  `0x${'c1'.repeat(60_000)}`,
  '0xffffffffffffffffff',
  concat(['0x02', `0x${'f8'.repeat(50_000)}`]),
])('RLP without an end is refused', async (raw) => {
  const { error } = await call(server, rpc, 'eth_sendRawTransaction', [raw])
  expect(error).toMatchObject({ code: -32000, message: expect.stringMatching(/^rlp: /) })
})

test('after all of it a good transaction is accepted', async () => {
  expect(await issue(server, platform, 'platform', signed(transfer()))).toHaveProperty(
    'result.txID',
  )
})
