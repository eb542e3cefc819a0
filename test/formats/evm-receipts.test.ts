import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { decodeEventLog, encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import {
  erc20Transfer,
  erc721Transfer,
  erc1155TransferBatch,
  erc1155TransferSingle,
} from '../../src/formats/evm/events.ts'
import {
  decodeReceipt,
  encodeReceipt,
  type Log,
  logsBloom,
  mergeBlooms,
  type Receipt,
} from '../../src/formats/evm/receipts.ts'

const hex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`
const address = fc.uint8Array({ minLength: 20, maxLength: 20 })
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const log: fc.Arbitrary<Log> = fc.record({
  address,
  topics: fc.array(bytes32, { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 70 }),
})
const receipt: fc.Arbitrary<Receipt> = fc
  .record({
    type: fc.constantFrom(0 as const, 1 as const, 2 as const),
    succeeded: fc.boolean(),
    cumulativeGasUsed: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    logs: fc.array(log, { maxLength: 3 }),
  })
  .map((fields) => ({ ...fields, logsBloom: logsBloom(fields.logs) }))

test('the receipt of a legacy transfer has the layout of the yellow paper', () => {
  const encoded = encodeReceipt({
    type: 0,
    succeeded: true,
    cumulativeGasUsed: 21_000n,
    logsBloom: logsBloom([]),
    logs: [],
  })
  expect(bytesToHex(encoded)).toBe(`f9010801825208b90100${'00'.repeat(256)}c0`)
})

test('a receipt of any type is read back', () => {
  fc.assert(
    fc.property(receipt, (value) => {
      expect(decodeReceipt(encodeReceipt(value))).toEqual(value)
    }),
    { numRuns: 50 },
  )
})

test('bytes that are no receipt are refused with a format error and nothing else', () => {
  const read = (bytes: Uint8Array) => {
    try {
      expect(encodeReceipt(decodeReceipt(bytes))).toEqual(bytes)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError)
      return false
    }
  }
  fc.assert(
    fc.property(receipt, fc.uint8Array({ maxLength: 50 }), fc.nat(), (value, random, position) => {
      read(random)
      const encoded = encodeReceipt(value)
      expect(read(encoded.subarray(0, position % encoded.length))).toBe(false)
      expect(read(concatBytes(encoded, Uint8Array.of(0)))).toBe(false)
      read(encoded.with(position % encoded.length, position & 255))
    }),
    { numRuns: 100 },
  )
})

test('the bloom of a hundred texts has the hash of the go-ethereum test', () => {
  const logs = Array.from({ length: 100 }, (_, i) => ({
    address: new TextEncoder().encode(`xxxxxxxxxx data ${i} yyyyyyyyyyyyyy`),
    topics: [],
    data: new Uint8Array(),
  }))
  expect(bytesToHex(keccak_256(logsBloom(logs)))).toBe(
    'c8d3ca65cdb4874300a9e39475508f23ed6da09fdbc487f89a2dcf50b09eb263',
  )
})

test('each address and topic sets at most three bits of the bloom, and merging is a union', () => {
  fc.assert(
    fc.property(log, log, (one, other) => {
      const bits = (bloom: Uint8Array) =>
        bloom.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
      expect(bits(logsBloom([one]))).toBeLessThanOrEqual(3 * (1 + one.topics.length))
      expect(bits(logsBloom([one]))).toBeGreaterThan(0)
      expect(mergeBlooms([logsBloom([one]), logsBloom([other])])).toEqual(logsBloom([one, other]))
    }),
    { numRuns: 50 },
  )
})

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const nftAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])
const viemLog = ({ topics, data }: Log) => ({
  topics: topics.map(hex) as [Hex, ...Hex[]],
  data: hex(data),
})
const lower = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each)).toLowerCase(),
  )
const named = (values: Record<string, unknown>) =>
  lower(
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? hex(value) : value,
      ]),
    ),
  )

test('the topics are the published ones', () => {
  expect(bytesToHex(erc20Transfer.topic)).toBe(
    'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  )
  expect(erc721Transfer.topic).toEqual(erc20Transfer.topic)
  expect(bytesToHex(erc1155TransferSingle.topic)).toBe(
    'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  )
  expect(bytesToHex(erc1155TransferBatch.topic)).toBe(
    '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  )
})

test('viem reads our transfer logs, and we read them back', () => {
  fc.assert(
    fc.property(
      address,
      fc.record({ from: address, to: address, value: uint256 }),
      uint256,
      address,
      fc.array(uint256, { maxLength: 4 }),
      (emitter, { from, to, value }, id, operator, ids) => {
        const logs = [
          [abi, erc20Transfer, { from, to, value }],
          [nftAbi, erc721Transfer, { from, to, tokenId: id }],
          [abi, erc1155TransferSingle, { operator, from, to, id, value }],
          [abi, erc1155TransferBatch, { operator, from, to, ids, values: ids.map((x) => x / 2n) }],
        ] as const
        for (const [definition, event, values] of logs) {
          const written = event.encode(emitter, values as never)
          expect(event.decode(written)).toEqual(values)
          const decoded = decodeEventLog({ abi: definition, ...viemLog(written) })
          expect(lower(decoded.args)).toEqual(named(values))
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('an ERC-20 log is no ERC-721 log and the other way round', () => {
  const emitter = new Uint8Array(20)
  const fungible = erc20Transfer.encode(emitter, { from: emitter, to: emitter, value: 1n })
  const token = erc721Transfer.encode(emitter, { from: emitter, to: emitter, tokenId: 1n })
  expect(erc721Transfer.decode(fungible)).toBeUndefined()
  expect(erc20Transfer.decode(token)).toBeUndefined()
  expect(erc20Transfer.decode({ ...fungible, topics: [] })).toBeUndefined()
})

test('a transfer log with cut data or a wide address is refused', () => {
  const emitter = new Uint8Array(20)
  const written = erc20Transfer.encode(emitter, { from: emitter, to: emitter, value: 1n })
  const [topic = emitter, from = emitter] = written.topics
  expect(() => erc20Transfer.decode({ ...written, data: written.data.subarray(1) })).toThrow(
    FormatError,
  )
  const wide = hexToBytes('ff'.repeat(32))
  expect(() => erc20Transfer.decode({ ...written, topics: [topic, from, wide] })).toThrow(
    'to: an address with more than 20 bytes',
  )
})

test('viem writes the same topics and data', () => {
  const from = new Uint8Array(20).fill(1)
  const to = new Uint8Array(20).fill(2)
  const written = erc20Transfer.encode(from, { from, to, value: 5n })
  const args = { from: hex(from), to: hex(to) }
  expect(written.topics.map(hex)).toEqual(encodeEventTopics({ abi, eventName: 'Transfer', args }))
  expect(hex(written.data)).toBe(encodeAbiParameters([{ type: 'uint256' }], [5n]))
})
