import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call } from './support/wallet.ts'

/* How arguments of the RPC of EVM chains are read, by go-ethereum's hexutil and encoding/json. */

const rpc = '/ext/bc/C/rpc'
const from = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const to = '0x00000000000000000000000000000000000000aa'
const unmarshal = 'json: cannot unmarshal'
const word = `0x${'11'.repeat(32)}`

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const slot = (digit: string) => digit.repeat(64)

// The prefix 0X is as good as 0x, as in common/hexutil of go-ethereum.
test.each<[method: string, paramsOf: (prefix: string) => unknown[]]>([
  ['eth_getBalance', (x) => [`${x}${from.slice(2)}`, `${x}5`]],
  ['eth_getTransactionCount', (x) => [from, { blockNumber: `${x}5` }]],
  ['eth_getBlockByHash', (x) => [`${x}${slot('1')}`, false]],
  ['eth_getBlockTransactionCountByHash', (x) => [`${x}${slot('1')}`]],
  ['eth_getBalance', (x) => [from, `${x}${slot('1')}`]],
  ['eth_getBalance', (x) => [from, { blockHash: `${x}${slot('1')}` }]],
  [
    'eth_getLogs',
    (x) => [{ fromBlock: `${x}1`, toBlock: `${x}2`, address: `${x}${from.slice(2)}` }],
  ],
  ['eth_getLogs', (x) => [{ fromBlock: '0x1', toBlock: '0x2', topics: [`${x}${slot('1')}`] }]],
  [
    'eth_call',
    (x) => [
      {
        ...{ from: `${x}${from.slice(2)}`, to: `${x}${to.slice(2)}`, gas: `${x}ffff` },
        ...{ value: `${x}0`, data: `${x}00`, gasPrice: `${x}0` },
        accessList: [{ address: `${x}${to.slice(2)}`, storageKeys: [`${x}${slot('1')}`] }],
      },
      `${x}5`,
      {
        [`${x}${to.slice(2)}`]: {
          // Returns slot 0x11….
          code: `${x}7f${slot('1')}5460005260206000f3`,
          ...{ nonce: `${x}1`, balance: `${x}1` },
          stateDiff: { [`${x}${slot('1')}`]: `${x}${slot('2')}` },
        },
      },
    ],
  ],
])('%s takes the prefix 0X like 0x', async (method, paramsOf) => {
  const expected = await call(server, rpc, method, paramsOf('0x'))
  expect(expected.error?.code).not.toBe(-32602)
  expect(await call(server, rpc, method, paramsOf('0X'))).toEqual(expected)
})

// Texts are read as UnmarshalText of common/hexutil does: too many digits count before wrong ones,
// and an empty text is 0. Numbers of blocks are read with strconv.ParseUint.
test.each<[method: string, params: unknown[], text: string]>([
  ['eth_call', [{ to, gas: `0x${'g'.repeat(17)}` }, 'latest'], 'hex number > 64 bits'],
  ['eth_call', [{ to, gas: `0x${'g'.repeat(16)}` }, 'latest'], 'invalid hex string'],
  ['eth_call', [{ to, value: `0x${'g'.repeat(65)}` }, 'latest'], 'hex number > 256 bits'],
  ['eth_call', [{ to, value: `0x${'g'.repeat(64)}` }, 'latest'], 'invalid hex string'],
  [
    'eth_getTransactionByBlockNumberAndIndex',
    ['latest', `0x${'g'.repeat(17)}`],
    'hex number > 64 bits',
  ],
  ['eth_getBalance', [to, `0x1${'g'.repeat(17)}`], 'invalid hex string'],
  ['eth_getBalance', [to, `0x1${'0'.repeat(16)}g`], 'hex number > 64 bits'],
])('%s of %j is refused with: %s', async (method, params, text) => {
  const { error } = await call(server, rpc, method, params)
  expect(error).toEqual({ code: -32602, message: expect.stringContaining(text) })
})

// A call has no nonce and no other chain, but Go reads both fields.
test.each([
  [{ nonce: 'abc' }, 'hex string without 0x prefix', 'nonce', 'hexutil.Uint64'],
  [{ nonce: 5 }, 'non-string', 'nonce', 'hexutil.Uint64'],
  [{ nonce: `0x1${'0'.repeat(16)}` }, 'hex number > 64 bits', 'nonce', 'hexutil.Uint64'],
  [{ chainId: {} }, 'non-string', 'chainId', '*hexutil.Big'],
  [{ chainId: '0x05' }, 'hex number with leading zero digits', 'chainId', '*hexutil.Big'],
])('a call with %j is refused', async (fields, found, name, type) => {
  const { error } = await call(server, rpc, 'eth_call', [{ to, ...fields }, 'latest'])
  const into = `Go struct field TransactionArgs.${name} of type ${type}`
  expect(error).toEqual({
    code: -32602,
    message: `invalid argument 0: ${unmarshal} ${found} into ${into}`,
  })
})

test('a call with any nonce, any chain id and unknown fields is made', async () => {
  const fields = { nonce: '0xffff', chainId: '0x1', type: {} }
  const { result } = await call(server, rpc, 'eth_call', [{ to, ...fields }, 'latest'])
  expect(result).toBe('0x')
})

const noPrefix = 'hex string without 0x prefix into Go value of type'
const limited = (limit: unknown) => [{ to }, 'latest', { limit }]

test.each<[method: string, params: unknown[], index: number, text: string]>([
  [
    'eth_call',
    [{ to, accessList: 'x' }, 'latest'],
    0,
    'string into Go struct field TransactionArgs.accessList of type types.AccessList',
  ],
  [
    'eth_call',
    [{ to, accessList: {} }, 'latest'],
    0,
    'object into Go struct field TransactionArgs.accessList of type types.AccessList',
  ],
  [
    'eth_call',
    [{ to, accessList: [{ address: to, storageKeys: ['x'] }] }, 'latest'],
    0,
    `${noPrefix} common.Hash`,
  ],
  [
    'eth_call',
    [{ to, accessList: [{ address: to, storageKeys: [null] }] }, 'latest'],
    0,
    'non-string into Go value of type common.Hash',
  ],
  ['eth_call', [{ to }, 'latest', { x: {} }], 2, `${noPrefix} common.Address`],
  ['eth_call', [{ to }, 'latest', { [to]: { state: { x: word } } }], 2, `${noPrefix} common.Hash`],
  [
    'eth_call',
    [{ to }, 'latest', { [to]: { stateDiff: { [word]: 'x' } } }],
    2,
    `${noPrefix} common.Hash`,
  ],
  [
    'eth_call',
    [{ to }, 'latest', { [to]: { stateDiff: { [word]: null } } }],
    2,
    'non-string into Go value of type common.Hash',
  ],
  ['eth_getProof', [to, '0x0', 'latest'], 1, 'string into Go value of type []string'],
  ['eth_getProof', [to, 5, 'latest'], 1, 'number into Go value of type []string'],
  [
    'debug_traceCall',
    limited(1.5),
    2,
    'number 1.5 into Go struct field TraceConfig.limit of type int',
  ],
  [
    'debug_traceCall',
    limited(2 ** 63),
    2,
    'number 9223372036854776000 into Go struct field TraceConfig.limit of type int',
  ],
  ['debug_traceCall', limited('1'), 2, 'string into Go struct field TraceConfig.limit of type int'],
])('%s of %j is refused by what it has', async (method, params, index, text) => {
  const { error } = await call(server, rpc, method, params)
  expect(error).toEqual({
    code: -32602,
    message: `invalid argument ${index}: ${unmarshal} ${text}`,
  })
})

test.each([
  [-1, 0],
  [0, 3],
  [2, 2],
])('a trace with the limit %i has %i of 3 steps', async (limit, steps) => {
  const stateOverrides = { [to]: { code: '0x5f5f00' } }
  const options = { limit, stateOverrides }
  const { result } = await call(server, rpc, 'debug_traceCall', [{ to }, 'latest', options])
  expect(result.structLogs).toHaveLength(steps)
})

test('an empty text is 0 and no bytes', async () => {
  const { result } = await call(server, rpc, 'eth_call', [{ to, value: '', data: '' }, 'latest'])
  expect(result).toBe('0x')
})
