import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf } from '../../src/evm/state.ts'
import { toHex } from '../../src/formats/ids.ts'
import { keccak256 } from '../../src/formats/keccak.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { cChainOf, nobodys, transfer, url, word } from './support/c-chain.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const { rpc, read, refusal, numbersWithTransactions } = cChainOf(() => server)

/** Returns the data of a call of `balanceOf`. */
const balanceOf = (address: string) => `0x70a08231${address.slice(2).padStart(64, '0')}`

test('every transaction executed again has the gas, the status and the sender of its receipt', async () => {
  const numbers = await numbersWithTransactions()
  expect(numbers.length).toBeGreaterThan(20)
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  let count = 0
  for (const number of numbers) {
    const tag = `0x${number.toString(16)}`
    const traces = await read('debug_traceBlockByNumber', tag, config)
    const receipts = await read('eth_getBlockReceipts', tag)
    expect(traces).toHaveLength(receipts.length)
    for (const [index, { txHash, result }] of traces.entries()) {
      const receipt = receipts[index]
      expect(txHash).toBe(receipt.transactionHash)
      expect({ txHash, gas: result.gasUsed }).toEqual({ txHash, gas: receipt.gasUsed })
      expect(result.error === undefined).toBe(receipt.status === '0x1')
      expect(result.from).toBe(receipt.from)
      count++
    }
  }
  expect(count).toBeGreaterThan(30)
})

test('a transaction has the same trace by its hash as in its block', async () => {
  const number = `0x${(await numbersWithTransactions()).at(-1)?.toString(16)}`
  const block = await read('eth_getBlockByNumber', number, false)
  const config = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
  const traces = await read('debug_traceBlockByHash', block.hash, config)
  const { txHash, result } = traces.at(-1)
  expect(await read('debug_traceTransaction', txHash, config)).toEqual(result)
  const { structLogs, gas, failed } = await read('debug_traceTransaction', txHash)
  const receipt = await read('eth_getTransactionReceipt', txHash)
  expect({ gas, failed }).toEqual({
    gas: Number(receipt.gasUsed),
    failed: receipt.status === '0x0',
  })
  expect(Array.isArray(structLogs)).toBe(true)
})

test('balanceOf is what the Data API tells of a holder', async () => {
  const logs = await read('eth_getLogs', { fromBlock: 'earliest', topics: [transfer] })
  const { address: token, topics } = logs.find((log: { data: string }) => log.data.length === 66)
  const holder = `0x${topics[2].slice(26)}`
  const listed = await server.inject(
    `/v1/chains/43113/addresses/${holder}/balances:listErc20?pageSize=100`,
  )
  const { erc20TokenBalances } = listed.json()
  const known = erc20TokenBalances.find(
    (each: { address: string }) => each.address.toLowerCase() === token,
  )
  const output = await read('eth_call', { to: token, data: balanceOf(holder) })
  expect(BigInt(output)).toBe(BigInt(known?.balance ?? 0))
})

test('a proof leads from the root of the latest block to an account and a slot', async () => {
  const [{ address }] = await read('eth_getLogs', { fromBlock: 'earliest', topics: [transfer] })
  const head = await read('eth_getBlockByNumber', 'latest', false)
  const proof = await read('eth_getProof', address, ['0x0', '0x2', word(2n ** 255n)], 'latest')
  const verified = async (root: string, key: Uint8Array, nodes: string[]) =>
    verifyMPTWithMerkleProof(await createMPT(), bytesOf(root), keccak256(key), nodes.map(bytesOf))
  const account = await verified(head.stateRoot, bytesOf(address), proof.accountProof)
  expect(toHex(account ?? new Uint8Array())).toContain(proof.storageHash.slice(2))
  expect(toHex(account ?? new Uint8Array())).toContain(proof.codeHash.slice(2))
  for (const [index, slot] of [0n, 2n, 2n ** 255n].entries()) {
    const { value, proof: nodes, key } = proof.storageProof[index]
    const found = await verified(proof.storageHash, bytesOf(word(slot)), nodes)
    expect(value !== '0x0').toBe(found !== null)
    expect(BigInt(await read('eth_getStorageAt', address, key, 'latest'))).toBe(BigInt(value))
  }
  const absent = await read('eth_getProof', nobodys, [], 'latest')
  expect(await verified(head.stateRoot, bytesOf(nobodys), absent.accountProof)).toBeNull()
  const older = await read('eth_getBlockByNumber', '0x1', false)
  expect(await refusal('eth_getProof', address, [], '0x1')).toEqual({
    code: -32000,
    message: `missing trie node ${older.stateRoot.slice(2)} (path ) state ${older.stateRoot} is not available`,
  })
})

test('code and nonces are those of any block', async () => {
  const numbers = await numbersWithTransactions()
  const block = await read('eth_getBlockByNumber', `0x${numbers.at(-1)?.toString(16)}`, true)
  const { from, nonce } = block.transactions[0]
  const before = `0x${(Number(block.number) - 1).toString(16)}`
  expect(await read('eth_getTransactionCount', from, before)).toBe(nonce)
  expect(Number(await read('eth_getTransactionCount', from, block.number))).toBeGreaterThan(
    Number(nonce),
  )
  const [{ address }] = await read('eth_getLogs', { fromBlock: 'earliest', topics: [transfer] })
  expect((await read('eth_getCode', address, 'latest')).length).toBeGreaterThan(100)
  expect(await read('eth_getCode', nobodys, 'latest')).toBe('0x')
})

/** Reverts with `Error("no")`. */
const reverts = `0x6064600c60003960646000fd08c379a0${word(0x20).slice(2)}${word(2).slice(2)}6e6f${'0'.repeat(60)}`

test('overrides put code, balances and slots in the place of an account’s own', async () => {
  const at = (override: object) =>
    read('eth_call', { to: nobodys }, 'latest', { [nobodys]: override })
  // Returns slot 7.
  const loads = '0x60075460005260206000f3'
  expect(await at({ code: loads, stateDiff: { [word(7)]: word(42) } })).toBe(word(42))
  expect(await at({ code: loads, state: { [word(8)]: word(42) } })).toBe(word(0))
  // Returns its balance.
  expect(await at({ code: '0x4760005260206000f3', balance: '0x5' })).toBe(word(5))
  // Returns the time.
  const time = await rpc(
    'eth_call',
    { to: nobodys },
    'latest',
    { [nobodys]: { code: '0x4260005260206000f3' } },
    { time: '0x1234' },
  )
  expect(time.result).toBe(word(0x1234))
})

test('a revert has the code 3, its reason and its bytes; without bytes it has -32000', async () => {
  const at = (code: string, method = 'eth_call') =>
    refusal(method, { to: nobodys }, 'latest', { [nobodys]: { code } })
  const reverted = {
    code: 3,
    message: 'execution reverted: no',
    data: `0x${reverts.slice(26)}`,
  }
  expect(await at(reverts)).toEqual(reverted)
  expect(await at(reverts, 'eth_estimateGas')).toEqual(reverted)
  expect(await at('0x600080fd')).toEqual({ code: -32000, message: 'execution reverted' })
  expect(await at('0xfe')).toEqual({ code: -32000, message: 'invalid opcode: INVALID' })
  const detailed = await read('eth_callDetailed', { to: nobodys }, 'latest', {
    [nobodys]: { code: reverts },
  })
  expect(detailed).toMatchObject({ errCode: 3, err: 'execution reverted: no' })
})

test('an estimate is for the time of the next block, a call for that of the last one', async () => {
  const { timestamp } = await read('eth_getBlockByNumber', 'latest', false)
  // Stores a word if TIMESTAMP is above that of the last block.
  const code = `0x63${timestamp.slice(2)}4211600b57005b600160005500`
  const overrides = { [nobodys]: { code } }
  const ahead = await read('eth_estimateGas', { to: nobodys }, 'latest', overrides)
  expect(Number(ahead)).toBeGreaterThan(43_100)
  const before = await read('eth_estimateGas', { to: nobodys }, '0x5', overrides)
  expect(Number(before)).toBeLessThan(22_000)
  const { gas } = await read('eth_callDetailed', { to: nobodys }, 'latest', overrides)
  expect(gas).toBeLessThan(22_000)
})

test('a call with the tag pending runs in the next block, with its number, time and base fee', async () => {
  const { number, timestamp, baseFeePerGas } = await read('eth_getBlockByNumber', 'latest', false)
  // Returns NUMBER, TIMESTAMP and BASEFEE.
  const code = '0x43600052426020524860405260606000f3'
  const call = { to: nobodys, gasPrice: baseFeePerGas }
  const rich = { [nobodys]: { code }, [`0x${'0'.repeat(40)}`]: { balance: `0x${'f'.repeat(20)}` } }
  const at = async (block: unknown) => {
    const output = await read('eth_call', call, block, rich)
    const words = [2, 66, 130].map((begin) => BigInt(`0x${output.slice(begin, begin + 64)}`))
    return { number: words[0], timestamp: words[1], baseFee: words[2] }
  }
  const last = await at('latest')
  expect(last).toEqual({
    number: BigInt(number),
    timestamp: BigInt(timestamp),
    baseFee: BigInt(baseFeePerGas),
  })
  const next = await at('pending')
  const [, fee] = (await read('eth_feeHistory', '0x1', 'latest', [])).baseFeePerGas
  expect(next).toEqual({
    number: BigInt(number) + 1n,
    timestamp: expect.toSatisfy((time: bigint) => time > BigInt(timestamp)),
    baseFee: BigInt(fee),
  })
  expect(await at({ blockNumber: 'pending' })).toEqual(next)
})

test('in a world without a transaction, a call has the rules of the present', async () => {
  const empty = await startServer({ network: 'fuji', pace: 0, size: 'empty' })
  try {
    const call = async (block: string) => {
      // PUSH0 exists since Durango, four years after the genesis.
      const override = { [nobodys]: { code: '0x5f5f5260205ff3' } }
      const payload = {
        ...{ jsonrpc: '2.0', id: 1, method: 'eth_call' },
        params: [{ to: nobodys }, block, override],
      }
      return (await empty.inject({ method: 'POST', url, payload })).json()
    }
    expect(await call('latest')).toMatchObject({ result: word(0) })
    expect(await call('pending')).toMatchObject({ result: word(0) })
  } finally {
    await empty.close()
  }
})

test('a history of no block is empty', async () => {
  const empty = { oldestBlock: '0x0', gasUsedRatio: null }
  expect(await read('eth_feeHistory', '0x0', 'latest', [])).toEqual(empty)
  expect(await read('eth_feeHistory', 0, '0x5', [50])).toEqual(empty)
})

test('the total difficulty of a block is its number', async () => {
  for (const number of ['0x0', '0x1', '0x5'])
    expect(await read('eth_getBlockByNumber', number, false)).toMatchObject({
      ...{ number, difficulty: number === '0x0' ? '0x0' : '0x1', totalDifficulty: number },
    })
})

test('estimates, access lists and traces of calls answer', async () => {
  const [{ address: token }] = await read('eth_getLogs', {
    fromBlock: 'earliest',
    topics: [transfer],
  })
  const data = balanceOf(nobodys)
  const gas = BigInt(await read('eth_estimateGas', { to: token, data }))
  expect(gas).toBeGreaterThan(21_000n)
  expect(await read('eth_call', { to: token, data, gas: `0x${gas.toString(16)}` })).toBe(word(0))
  const { accessList } = await read('eth_createAccessList', { to: token, data })
  expect(accessList).toMatchObject([{ address: token }])
  const config = { tracer: 'callTracer' }
  expect(await read('debug_traceCall', { to: token, data }, 'latest', config)).toMatchObject({
    type: 'CALL',
    to: token,
    output: word(0),
  })
  const { returnValue } = await read('debug_traceCall', { to: token, data }, 'latest')
  expect(returnValue).toBe(word(0).slice(2))
})

test.each([
  ['eth_call', [], -32602, 'missing value for required argument 0'],
  [
    'eth_call',
    [{ to: '0x12' }],
    -32602,
    'invalid argument 0: hex string has length 2, want 40 for common.Address',
  ],
  [
    'eth_call',
    [{ to: nobodys, gas: '0x01' }],
    -32602,
    'invalid argument 0: json: cannot unmarshal hex number with leading zero digits into Go struct field TransactionArgs.gas of type hexutil.Uint64',
  ],
  ['eth_call', [{ to: nobodys }, '0xffffff'], -32000, 'header not found'],
  [
    'eth_call',
    [{ to: nobodys, gas: '0x5' }],
    -32000,
    'err: intrinsic gas too low: have 5, want 21000 (supplied gas 5)',
  ],
  [
    'eth_call',
    [{ to: nobodys, gasPrice: '0x1', maxFeePerGas: '0x1' }],
    -32000,
    'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
  ],
  [
    'eth_call',
    [{ to: nobodys }, 'latest', { [nobodys]: { state: {}, stateDiff: {} } }],
    -32000,
    `account ${nobodys} has both 'state' and 'stateDiff'`,
  ],
  [
    'eth_estimateGas',
    [{ to: nobodys }, 'latest', { [nobodys]: { code: '0x5b600056' } }],
    -32000,
    'gas required exceeds allowance (10000000)',
  ],
  [
    'eth_getStorageAt',
    [nobodys, '0xzz'],
    -32000,
    'unable to decode storage key: hex string invalid',
  ],
  [
    'eth_getStorageAt',
    [nobodys, `0x${'0'.repeat(66)}`],
    -32000,
    'unable to decode storage key: hex string too long, want at most 32 bytes',
  ],
  ['eth_getProof', [nobodys, Array(1025).fill('0x0')], -32000, 'too many slots (max 1024)'],
  [
    'eth_getLogs',
    [{ fromBlock: '0xffffff' }],
    -32000,
    expect.stringMatching(/^requested from block 16777215 after last accepted block [0-9]+$/),
  ],
  [
    'eth_getLogs',
    [{ fromBlock: '0x2', toBlock: '0x1' }],
    -32000,
    'begin block 2 is greater than end block 1',
  ],
  ['eth_getLogs', [{ blockHash: word(1) }], -32000, 'unknown block'],
  [
    'eth_getLogs',
    [{ blockHash: word(1), fromBlock: '0x1' }],
    -32602,
    'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
  ],
  ['eth_getLogs', [{ topics: ['0x1'] }], -32602, 'invalid argument 0: invalid topic(s)'],
  ['debug_traceTransaction', [word(1)], -32000, 'transaction not found'],
  ['debug_traceBlockByNumber', ['0x0'], -32000, 'genesis is not traceable'],
  ['debug_traceBlockByNumber', ['0xffffff'], -32000, 'block #0xffffff not found'],
  [
    'debug_traceCall',
    [{ to: nobodys }, 'latest', { tracer: '{}' }],
    -32000,
    'this server has the tracers callTracer and prestateTracer, and struct logs without a tracer',
  ],
])('%s of %j is refused', async (method, params, code, message) => {
  expect(await refusal(method, ...params)).toEqual({ code, message })
})

// The texts are those of time.ParseDuration and encoding/json of Go.
test.each([
  [{ timeout: 'abc' }, -32000, 'time: invalid duration "abc"'],
  [{ timeout: '' }, -32000, 'time: invalid duration ""'],
  [{ timeout: '-' }, -32000, 'time: invalid duration "-"'],
  [{ timeout: '.s' }, -32000, 'time: invalid duration ".s"'],
  [{ timeout: '5' }, -32000, 'time: missing unit in duration "5"'],
  [{ timeout: '1h5' }, -32000, 'time: missing unit in duration "1h5"'],
  [{ timeout: '5 s' }, -32000, 'time: unknown unit " s" in duration "5 s"'],
  [{ timeout: '3d"' }, -32000, 'time: unknown unit "d\\"" in duration "3d\\""'],
  [{ timeout: '5µ\x7f\n' }, -32000, 'time: unknown unit "\\xc2\\xb5\x7f\\x0a" in duration'],
  [{ timeout: '9223372036855ms' }, -32000, 'time: invalid duration "9223372036855ms"'],
  [{ timeout: 5 }, -32602, 'cannot unmarshal number into Go struct field TraceConfig.timeout'],
  [{ tracer: 5 }, -32602, 'cannot unmarshal number into Go struct field TraceConfig.tracer'],
  [
    { enableMemory: 'yes' },
    -32602,
    'cannot unmarshal string into Go struct field TraceConfig.enab',
  ],
])('the options of a trace %j are refused', async (options, code, text) => {
  const error = await refusal('debug_traceCall', { to: nobodys }, 'latest', options)
  expect([error?.code, error?.message]).toEqual([code, expect.stringContaining(text)])
})

test.each(['5s', '1h15m30.918s', '-1.5h', '+1us', '1µs', '1μs', '0', '.5s', '1.s', '2562047h'])(
  'a trace takes the timeout %s',
  async (timeout) => {
    expect(await read('debug_traceCall', { to: nobodys }, 'latest', { timeout })).toMatchObject({
      failed: false,
    })
  },
)
