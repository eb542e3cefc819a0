import { RLP } from '@ethereumjs/rlp'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import {
  type CorethBlock,
  decodeCorethBlock,
  decodeSubnetEvmBlock,
  encodeCorethBlock,
  encodeSubnetEvmBlock,
  extDataHash,
} from '../../src/formats/evm/blocks.ts'
import { decodeFeeState, encodeFeeState } from '../../src/formats/evm/fee-state.ts'
import {
  type CorethHeader,
  corethBlockHash,
  EMPTY_UNCLES_HASH,
  INITIAL_MIN_DELAY_EXCESS,
  type SubnetEvmHeader,
  subnetEvmBlockHash,
} from '../../src/formats/evm/headers.ts'
import { EMPTY_LIST_ROOT } from '../../src/formats/evm/list-root.ts'
import { encodeEvmTransaction, signEvmTransaction } from '../../src/formats/evm/transactions.ts'

const zero = (length: number) => new Uint8Array(length)
const emptyRoot = '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

const genesis: CorethHeader = {
  parentHash: zero(32),
  sha3Uncles: hexToBytes('1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'),
  miner: zero(20),
  stateRoot: hexToBytes('d65eb1b8604a7aa497d41cd6372663785a5f809a17bd192edb86658ef24e29cc'),
  transactionsRoot: hexToBytes(emptyRoot),
  receiptsRoot: hexToBytes(emptyRoot),
  logsBloom: zero(256),
  difficulty: 0n,
  number: 0n,
  gasLimit: 100_000_000n,
  gasUsed: 0n,
  timestamp: 0n,
  extraData: zero(1),
  mixHash: zero(32),
  nonce: zero(8),
  extDataHash: zero(32),
}

const granite: CorethHeader = {
  ...genesis,
  parentHash: hexToBytes('258e78c10ee669d502425096e02e3e01646ec993cd09076f28c5731b1fefa4b1'),
  stateRoot: hexToBytes('d2936a5affc08b2842ded96c61db43e85298ef604c36a07eab095a06130edc40'),
  transactionsRoot: hexToBytes('2091c9f520d1aee00e5552f3e8da86e1d0668593e8dc189c1c2f429401ab2c23'),
  receiptsRoot: hexToBytes('056b23fbba480696b65fe5a59b8f2148a1299103c4f57df839233af2cf4ca2d2'),
  difficulty: 1n,
  number: 1n,
  gasLimit: 10_000_000n,
  gasUsed: 21_000n,
  timestamp: 10n,
  extraData: hexToBytes('000000000098447800000000000052080000000000000000'),
  extDataHash: hexToBytes(emptyRoot),
  baseFeePerGas: 1n,
  extDataGasUsed: 0n,
  blockGasCost: 0n,
  blobGasUsed: 0n,
  excessBlobGas: 0n,
  parentBeaconBlockRoot: zero(32),
  timestampMilliseconds: 10_000n,
  minDelayExcess: 7_970_124n,
}

test('the C-chain genesis of mainnet and Fuji has its published hash', () => {
  expect(bytesToHex(corethBlockHash(genesis))).toBe(
    '31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b',
  )
})

test('a Granite header has the hash of the node test vector', () => {
  expect(bytesToHex(corethBlockHash(granite))).toBe(
    'f81ad58778a090ed344621e354290a8318cfe6d0227d702274799a9f465dc3dd',
  )
})

test('the constants of empty lists and of the first Granite block are those of the vectors', () => {
  expect(EMPTY_UNCLES_HASH).toEqual(genesis.sha3Uncles)
  expect(bytesToHex(EMPTY_LIST_ROOT)).toBe(emptyRoot)
  expect(bytesToHex(extDataHash(zero(0)))).toBe(emptyRoot)
  expect(INITIAL_MIN_DELAY_EXCESS).toBe(granite.minDelayExcess)
})

test('the extraData of the Granite header holds its fee state', () => {
  const state = { gasCapacity: 9_979_000n, gasExcess: 21_000n, targetExcess: 0n }
  expect(decodeFeeState(granite.extraData)).toEqual(state)
  expect(encodeFeeState(state)).toEqual(granite.extraData)
  expect(() => decodeFeeState(zero(23))).toThrow(FormatError)
  expect(() => encodeFeeState({ ...state, gasExcess: 2n ** 64n })).toThrow(FormatError)
})

const {
  extDataHash: _extDataHash,
  extDataGasUsed: _extDataGasUsed,
  ...subnetEvmGranite
} = granite satisfies CorethHeader
const l1Header: SubnetEvmHeader = subnetEvmGranite

const key = new Uint8Array(32).fill(7)
const transfer = {
  nonce: 0n,
  gasLimit: 21_000n,
  to: zero(20),
  value: 1n,
  data: zero(0),
  chainId: 43114n,
}
const transactions = [
  encodeEvmTransaction(signEvmTransaction({ type: 0, ...transfer, gasPrice: 1n }, key)),
  encodeEvmTransaction(
    signEvmTransaction(
      { type: 2, ...transfer, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, accessList: [] },
      key,
    ),
  ),
]
const block: CorethBlock = {
  header: granite,
  transactions,
  uncles: [],
  version: 0n,
  extData: Uint8Array.of(1, 2, 3),
}

test('blocks of both chains are read back with legacy and typed transactions', () => {
  expect(decodeCorethBlock(encodeCorethBlock(block))).toEqual(block)
  const l1Block = { header: l1Header, transactions, uncles: [] }
  expect(decodeSubnetEvmBlock(encodeSubnetEvmBlock(l1Block))).toEqual(l1Block)
})

test('a header of any era keeps exactly the optional fields it had', () => {
  const optional = [
    'baseFeePerGas',
    'extDataGasUsed',
    'blockGasCost',
    'blobGasUsed',
    'excessBlobGas',
    'parentBeaconBlockRoot',
    'timestampMilliseconds',
    'minDelayExcess',
  ]
  const hashes = new Set<string>()
  for (let present = 0; present <= optional.length; present++) {
    const left = Object.entries(granite).filter(([name]) => !optional.slice(present).includes(name))
    const header = Object.fromEntries(left) as CorethHeader
    expect(decodeCorethBlock(encodeCorethBlock({ ...block, header })).header).toEqual(header)
    hashes.add(bytesToHex(corethBlockHash(header)))
  }
  expect(hashes.size).toBe(optional.length + 1)
})

test('a transaction that is an empty string or a list inside a string is refused', () => {
  const encoded = RLP.decode(encodeCorethBlock(block)) as Uint8Array[]
  for (const item of [new Uint8Array(), Uint8Array.of(0xc0)]) {
    const changed = RLP.encode(encoded.with(1, [item] as never))
    expect(() => decodeCorethBlock(changed)).toThrow('transactions[0]')
  }
})

test('an absent field before a present one is written as the empty string', () => {
  const { baseFeePerGas: _, ...gap } = granite
  expect(corethBlockHash(gap)).toEqual(corethBlockHash({ ...granite, baseFeePerGas: 0n }))
})

test('the two chains hash the same common fields differently', () => {
  expect(subnetEvmBlockHash(l1Header)).not.toEqual(corethBlockHash(granite))
})

test('bytes that are no block are refused with a format error and nothing else', () => {
  const valid = encodeCorethBlock(block)
  const read = (bytes: Uint8Array) => {
    try {
      return encodeCorethBlock(decodeCorethBlock(bytes))
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError)
      return undefined
    }
  }
  expect(read(valid)).toEqual(valid)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(), fc.nat(255), (bytes, at, value) => {
      read(bytes)
      expect(read(valid.subarray(0, at % valid.length))).toBeUndefined()
      expect(read(concatBytes(valid, Uint8Array.of(value)))).toBeUndefined()
      const changed = valid.with(at % valid.length, value)
      expect([undefined, bytesToHex(changed)]).toContain(
        ((again) => again && bytesToHex(again))(read(changed)),
      )
    }),
    { numRuns: 200 },
  )
})
