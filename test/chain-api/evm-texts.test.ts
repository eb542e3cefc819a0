import {
  concat,
  type Hex,
  keccak256,
  parseEther,
  serializeTransaction,
  toRlp,
  trim,
  toHex as viemHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import { ewoqKey } from '../../src/formats/secp256k1.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call } from './support/wallet.ts'

/*
 * Texts and codes of the RPC of EVM chains, typed by hand from the contract and libevm: rpc,
 * internal/ethapi, core/txpool and core/error.go.
 */

const rpc = '/ext/bc/C/rpc'
const account = privateKeyToAccount(toHex(ewoqKey) as Hex)
const from = account.address
const to = '0x00000000000000000000000000000000000000aa'
const gwei = 10n ** 9n

let server: Snowglobe
let nonce = 0
let balance = 0n
let baseFee = 0n
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
  const read = async (method: string, ...params: unknown[]) =>
    (await call(server, rpc, method, params)).result
  nonce = Number(await read('eth_getTransactionCount', from, 'latest'))
  balance = BigInt(await read('eth_getBalance', from, 'latest'))
  const { baseFeePerGas } = await read('eth_feeHistory', '0x1', 'latest', [])
  baseFee = BigInt(baseFeePerGas.at(-1))
})
afterAll(() => server.close())

const price = 100n * gwei
const signed = (change: object = {}): Promise<Hex> =>
  account.signTransaction({
    ...{ chainId: 43113, nonce, to, value: 1n, gas: 21_000n, gasPrice: price },
    ...change,
  } as never)
/** Signs by hand, since viem refuses a tip above the fee cap. */
async function withTip(maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Promise<Hex> {
  const tx = { chainId: 43113, nonce, to, value: 1n, gas: 21_000n } as const
  const word = (value: bigint | number) => (value ? viemHex(value) : '0x')
  const fields = [
    ...[word(tx.chainId), word(nonce), word(maxPriorityFeePerGas), word(maxFeePerGas)],
    ...[word(tx.gas), to, word(tx.value), '0x', []],
  ] as const
  const { r, s, yParity } = await signatureOf(keccak256(concat(['0x02', toRlp(fields as never)])))
  const full = [...fields, word(yParity), trim(r), trim(s)]
  return concat(['0x02', toRlp(full as never)])
}
async function signatureOf(hash: Hex) {
  const text = await account.sign({ hash })
  return {
    ...{ r: text.slice(0, 66) as Hex, s: `0x${text.slice(66, 130)}` as Hex },
    yParity: text.endsWith('1c') ? 1 : 0,
  }
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** The same transaction with the other signature that the curve allows: a high s. */
async function withHighS(): Promise<Hex> {
  const tx = { chainId: 43113, nonce, to, value: 1n, gas: 21_000n, gasPrice: price } as const
  const hash = keccak256(serializeTransaction(tx))
  const { r, s, yParity } = await signatureOf(hash)
  return serializeTransaction(tx, {
    ...{ r, s: viemHex(order - BigInt(s), { size: 32 }) },
    v: BigInt(43113 * 2 + 35 + (1 - yParity)),
  })
}
const withSignature = (r: bigint, s: bigint) =>
  serializeTransaction(
    { chainId: 43113, nonce, to, value: 1n, gas: 21_000n, maxFeePerGas: price },
    { r: viemHex(r, { size: 32 }), s: viemHex(s, { size: 32 }), yParity: 0 },
  )

const transactions: Readonly<Record<string, () => readonly [Hex | Promise<Hex>, string | RegExp]>> =
  {
    'a nonce that was': () => [
      signed({ nonce: nonce - 1 }),
      `nonce too low: next nonce ${nonce}, tx nonce ${nonce - 1}`,
    ],
    'more than the account has': () => [
      signed({ value: balance }),
      `insufficient funds for gas * price + value: balance ${balance}, tx cost ${balance + 21_000n * price}, overshot ${21_000n * price}`,
    ],
    'too little gas': () => [
      signed({ gas: 20_999n }),
      `intrinsic gas too low: address ${from} tx gas (20999), minimum needed 21000`,
    ],
    'more gas than a block has': () => [
      signed({ gas: 10n ** 9n, gasPrice: gwei }),
      'exceeds block gas limit',
    ],
    'a fee cap below the base fee': () => [
      withTip(baseFee - 1n, 0n),
      `max fee per gas less than block base fee: address ${from}, maxFeePerGas: ${baseFee - 1n}, baseFee: ${baseFee}`,
    ],
    'a tip above the fee cap': () => [
      withTip(price, price + 1n),
      'max priority fee per gas higher than max fee per gas',
    ],
    'a fee above 100 coins': () => [
      signed({ gasPrice: parseEther('0.01') }),
      'tx fee (210.00 ether) exceeds the configured cap (100.00 ether)',
    ],
    'no chain id': () => [
      signed({ chainId: undefined }),
      'only replay-protected (EIP-155) transactions allowed over RPC',
    ],
    'another chain': () => [
      signed({ chainId: 43114 }),
      'invalid sender: invalid chain id for signer: have 43114 want 43113',
    ],
    'a high s': () => [withHighS(), 'invalid sender'],
    'no signature': () => [withSignature(0n, 0n), 'invalid sender'],
    'an r that is no point': () => [withSignature(5n, 1n), 'invalid sender'],
    'an r above the order': () => [withSignature(order, 1n), 'invalid sender'],
    'an s above the order': () => [withSignature(1n, order + 1n), 'invalid sender'],
    'init code of 49,153 bytes': () => [
      signed({ to: null, data: `0x${'00'.repeat(49_153)}`, gas: 3_000_000n }),
      'max initcode size exceeded: code size 49153, limit 49152',
    ],
    'more than 128 KiB': () => [
      signed({ data: `0x${'00'.repeat(131_072)}`, gas: 3_000_000n }),
      /^oversized data: transaction size 131\d\d\d, limit 131072$/,
    ],
    blobs: () => ['0x03c0', 'transaction type not supported'],
    authorizations: () => ['0x04c0', 'transaction type not supported'],
    'no bytes': () => ['0x', 'typed transaction too short'],
  }

test.each(Object.keys(transactions))('a transaction with %s is refused', async (name) => {
  const [raw, text] = transactions[name]?.() ?? []
  const before = await server.export()
  const { error } = await call(server, rpc, 'eth_sendRawTransaction', [await raw])
  const message = typeof text === 'string' ? text : expect.stringMatching(text ?? /^$/)
  expect(error).toEqual({ code: -32000, message })
  expect(await server.export()).toEqual(before)
})

const unmarshal = 'json: cannot unmarshal'
const word = `0x${'11'.repeat(32)}`
type Refused = readonly [method: string, params: unknown, code: number, message: string]

const refused: readonly Refused[] = [
  [
    'eth_fillTransaction',
    [{}],
    -32601,
    'the method eth_fillTransaction does not exist/is not available',
  ],
  ['eth_invented', [], -32601, 'the method eth_invented does not exist/is not available'],
  ['eth_getBalance', [], -32602, 'missing value for required argument 0'],
  ['eth_getBalance', [null], -32602, 'missing value for required argument 0'],
  ['eth_getBalance', { address: to }, -32602, 'non-array args'],
  [
    'eth_getBalance',
    [1],
    -32602,
    `invalid argument 0: ${unmarshal} non-string into Go value of type common.Address`,
  ],
  [
    'eth_getBlockByHash',
    [{}],
    -32602,
    `invalid argument 0: ${unmarshal} non-string into Go value of type common.Hash`,
  ],
  [
    'eth_getBalance',
    ['8db9'],
    -32602,
    `invalid argument 0: ${unmarshal} hex string without 0x prefix into Go value of type common.Address`,
  ],
  [
    'eth_getBalance',
    ['0x123'],
    -32602,
    `invalid argument 0: ${unmarshal} hex string of odd length into Go value of type common.Address`,
  ],
  [
    'eth_getBalance',
    ['0xzz'],
    -32602,
    `invalid argument 0: ${unmarshal} invalid hex string into Go value of type common.Address`,
  ],
  [
    'eth_getBalance',
    ['0x12'],
    -32602,
    'invalid argument 0: hex string has length 2, want 40 for common.Address',
  ],
  [
    'eth_sendRawTransaction',
    [5],
    -32602,
    `invalid argument 0: ${unmarshal} non-string into Go value of type hexutil.Bytes`,
  ],
  [
    'eth_getTransactionByBlockNumberAndIndex',
    ['latest', '0x00'],
    -32602,
    `invalid argument 1: ${unmarshal} hex number with leading zero digits into Go value of type hexutil.Uint`,
  ],
  ...['eth_getBalance', 'eth_getBlockByNumber'].flatMap((method): Refused[] => {
    const [before, place] = method === 'eth_getBalance' ? [[to], 1] : [[], 0]
    return (
      [
        ['5', 'hex string without 0x prefix'],
        ['', 'empty hex string'],
        ['0x', 'hex string "0x"'],
        ['0x05', 'hex number with leading zero digits'],
        ['0xg', 'invalid hex string'],
        [`0x1${'0'.repeat(16)}`, 'hex number > 64 bits'],
      ] as const
    ).map(([block, text]) => [
      method,
      [...before, block],
      -32602,
      `invalid argument ${place}: ${text}`,
    ])
  }),
  [
    'eth_getBlockByNumber',
    ['0x8000000000000000', false],
    -32602,
    'invalid argument 0: block number larger than int64',
  ],
  ['eth_getBlockByNumber', [5, false], -32602, 'invalid argument 0: hex string without 0x prefix'],
  [
    'eth_getBlockByNumber',
    [{ blockNumber: '0x1' }, false],
    -32602,
    'invalid argument 0: hex string without 0x prefix',
  ],
  [
    'eth_getBalance',
    [to, '0x8000000000000000'],
    -32602,
    'invalid argument 1: blocknumber too high',
  ],
  [
    'eth_getBalance',
    [to, 5],
    -32602,
    `invalid argument 1: ${unmarshal} number into Go value of type string`,
  ],
  [
    'eth_getBalance',
    [to, { blockHash: '0x1' }],
    -32602,
    `invalid argument 1: ${unmarshal} object into Go value of type string`,
  ],
  [
    'eth_getBalance',
    [to, { blockHash: word, blockNumber: '0x1' }],
    -32602,
    'invalid argument 1: cannot specify both BlockHash and BlockNumber, choose one or the other',
  ],
  ['eth_getBalance', [to, {}], -32000, 'invalid arguments; neither block nor hash specified'],
  [
    'eth_getBlockByNumber',
    ['latest', 'true'],
    -32602,
    `invalid argument 1: ${unmarshal} string into Go value of type bool`,
  ],
  ['debug_traceCall', [{ to }, 'pending'], -32000, 'tracing on top of pending is not supported'],
  [
    'debug_traceCall',
    [{ to }, { blockNumber: 'pending' }],
    -32000,
    'tracing on top of pending is not supported',
  ],
  ['eth_getBalance', [to, word], -32000, 'header not found'],
  ['eth_getBalance', [to, { blockHash: word }], -32000, 'header not found'],
  ['eth_getBalance', [to, '0xffffffff'], -32000, 'header not found'],
  ['eth_getTransactionCount', [to, '0xffffffff'], -32000, 'header not found'],
  ['eth_getCode', [to, '0xffffffff'], -32000, 'header not found'],
  ['eth_feeHistory', ['0x1', '0xffffffff', []], -32000, 'request beyond head block'],
  ['eth_sendTransaction', [{}], -32000, 'unknown account'],
  ['eth_sign', [to, '0x'], -32000, 'unknown account'],
  ['eth_signTransaction', [{}], -32000, 'unknown account'],
]

test.each(refused)('%s with %j is refused', async (method, params, code, message) => {
  const { error } = await call(server, rpc, method, params)
  expect(error).toEqual({ code, message })
})

test.each([
  ['eth_getBlockByNumber', ['0xffffffff', false]],
  ['eth_getBlockByHash', [word, false]],
  ['eth_getBlockReceipts', ['0xffffffff']],
  ['eth_getBlockTransactionCountByNumber', ['0xffffffff']],
  ['eth_getTransactionByHash', [word]],
  ['eth_getTransactionReceipt', [word]],
  ['eth_getTransactionByBlockNumberAndIndex', ['latest', '0xffff']],
])('%s of what there is not is null', async (method, params) => {
  expect((await call(server, rpc, method, params)).result).toBeNull()
})

test('a block is named by its hash too', async () => {
  const { hash, number } = (await call(server, rpc, 'eth_getBlockByNumber', ['0x5', false])).result
  const at = async (block: unknown) =>
    (await call(server, rpc, 'eth_getBalance', [from, block])).result
  expect(await at(hash)).toBe(await at(number))
  expect(await at({ blockHash: hash })).toBe(await at({ blockNumber: number }))
  const receipts = await call(server, rpc, 'eth_getBlockReceipts', [hash])
  expect(receipts).toEqual(await call(server, rpc, 'eth_getBlockReceipts', [number]))
})

test('there is no account of the node, and its chain id is its version', async () => {
  expect((await call(server, rpc, 'eth_accounts', [])).result).toEqual([])
  expect((await call(server, rpc, 'net_version', [])).result).toBe('43113')
})

test('the names of the last accepted block and the first one are known', async () => {
  const numberOf = async (tag: string) =>
    (await call(server, rpc, 'eth_getBlockByNumber', [tag, false])).result.number
  const head = (await call(server, rpc, 'eth_blockNumber', [])).result
  for (const tag of ['latest', 'accepted', 'finalized', 'safe', 'pending'])
    expect(await numberOf(tag)).toBe(head)
  expect(await numberOf('earliest')).toBe('0x0')
})
