import { RLP } from '@ethereumjs/rlp'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import {
  getContractAddress,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import {
  createdAddress,
  decodeEvmTransaction,
  type EvmTransaction,
  encodeEvmTransaction,
  evmTransactionHash,
  recoverEvmSender,
  signEvmTransaction,
} from '../../src/formats/evm/transactions.ts'

const ewoq = hexToBytes('56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027')
const ewoqAddress = '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc'
const account = privateKeyToAccount(`0x${bytesToHex(ewoq)}`)

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
// viem takes nonces as numbers and checks that fees are possible.
const nonce = fc.maxSafeNat().map(BigInt)
const wei = fc.bigInt({ min: 0n, max: 2n ** 200n })
const address = fc.uint8Array({ minLength: 20, maxLength: 20 })
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const shared = {
  nonce,
  gasLimit: uint64,
  to: fc.option(address),
  value: uint256,
  data: fc.uint8Array({ maxLength: 80 }),
}
const chainId = fc.integer({ min: 1, max: 2 ** 31 }).map(BigInt)
const accessList = fc.array(
  fc.record({ address, storageKeys: fc.array(bytes32, { maxLength: 2 }) }),
  { maxLength: 2 },
)
const transaction: fc.Arbitrary<EvmTransaction> = fc.oneof(
  fc.record({ type: fc.constant(0 as const), ...shared, chainId, gasPrice: wei }),
  fc.record({ type: fc.constant(0 as const), ...shared, gasPrice: wei }),
  fc.record({ type: fc.constant(1 as const), ...shared, chainId, gasPrice: wei, accessList }),
  fc
    .record({
      type: fc.constant(2 as const),
      ...shared,
      chainId,
      maxPriorityFeePerGas: wei,
      maxFeePerGas: wei,
      accessList,
    })
    .map((tx) => ({ ...tx, maxFeePerGas: tx.maxFeePerGas + tx.maxPriorityFeePerGas })),
)

const hex = (bytes: Uint8Array): `0x${string}` => `0x${bytesToHex(bytes)}`

/** The same transaction in viem's words. */
function toViem(tx: EvmTransaction) {
  const common = {
    nonce: Number(tx.nonce),
    gas: tx.gasLimit,
    to: tx.to && hex(tx.to),
    value: tx.value,
    data: hex(tx.data),
  }
  if (tx.type === 0)
    return {
      type: 'legacy' as const,
      ...common,
      gasPrice: tx.gasPrice,
      ...(tx.chainId === undefined ? {} : { chainId: Number(tx.chainId) }),
    }
  const typed = {
    ...common,
    chainId: Number(tx.chainId),
    accessList: tx.accessList.map((entry) => ({
      address: hex(entry.address),
      storageKeys: entry.storageKeys.map(hex),
    })),
  }
  if (tx.type === 1) return { type: 'eip2930' as const, ...typed, gasPrice: tx.gasPrice }
  const { maxFeePerGas, maxPriorityFeePerGas } = tx
  return { type: 'eip1559' as const, ...typed, maxFeePerGas, maxPriorityFeePerGas }
}

test('an EIP-1559 transfer by ewoq has the published bytes and hash', () => {
  const raw = encodeEvmTransaction(
    signEvmTransaction(
      {
        type: 2,
        chainId: 43114n,
        nonce: 5n,
        maxPriorityFeePerGas: 1n,
        maxFeePerGas: 50_000_000_000n,
        gasLimit: 21_000n,
        to: new Uint8Array(20).fill(0x11),
        value: 128n,
        data: new Uint8Array(),
        accessList: [],
      },
      ewoq,
    ),
  )
  expect(hex(raw)).toBe(
    '0x02f86a82a86a0501850ba43b7400825208941111111111111111111111111111111111111111818080c001a0a088be6f61531c4160d207e8501b0fb41e18fd8cbbc6d973122c90467ff5b659a07b4ff14657e4a219b0920ce9e3b7d8177f31eba28f32b318ea5fe39c80d41fe4',
  )
  expect(hex(evmTransactionHash(raw))).toBe(
    '0x8046ece5873810256af52d16997fbc36c8ab4e995797ed965176dec912326dd7',
  )
})

test('viem signs the same transactions to the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(transaction, async (tx) => {
      const raw = hex(encodeEvmTransaction(signEvmTransaction(tx, ewoq)))
      expect(raw).toBe(await account.signTransaction(toViem(tx)))
      expect(hex(evmTransactionHash(hexToBytes(raw.slice(2))))).toBe(keccak256(raw))
    }),
    { numRuns: 60 },
  )
})

test('viem reads our fields and finds our sender', async () => {
  const tx = signEvmTransaction(
    {
      type: 1,
      chainId: 43113n,
      nonce: 1n,
      gasPrice: 25_000_000_000n,
      gasLimit: 60_000n,
      to: null,
      value: 0n,
      data: hexToBytes('60016002'),
      accessList: [],
    },
    ewoq,
  )
  const serializedTransaction = hex(encodeEvmTransaction(tx)) as TransactionSerialized
  expect(parseTransaction(serializedTransaction)).toMatchObject({
    type: 'eip2930',
    chainId: 43113,
    nonce: 1,
    gasPrice: 25_000_000_000n,
    gas: 60_000n,
    data: '0x60016002',
  })
  const sender = await recoverTransactionAddress({ serializedTransaction })
  expect(sender.toLowerCase()).toBe(ewoqAddress)
})

test('decoding gives back the signed transaction and its sender', () => {
  fc.assert(
    fc.property(transaction, (tx) => {
      const signed = signEvmTransaction(tx, ewoq)
      const decoded = decodeEvmTransaction(encodeEvmTransaction(signed))
      expect(decoded).toEqual(signed)
      expect(hex(recoverEvmSender(decoded))).toBe(ewoqAddress)
    }),
    { numRuns: 60 },
  )
})

test('a changed amount has another sender', () => {
  fc.assert(
    fc.property(transaction, (tx) => {
      const changed = { ...signEvmTransaction(tx, ewoq), value: tx.value ^ 1n }
      // A few signatures recover to no key at all once the message has changed.
      try {
        expect(hex(recoverEvmSender(changed))).not.toBe(ewoqAddress)
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }),
    { numRuns: 20 },
  )
})

test('contract addresses are those of viem', () => {
  fc.assert(
    fc.property(address, nonce, (from, number) => {
      const expected = getContractAddress({ from: hex(from), nonce: number })
      expect(hex(createdAddress(from, number))).toBe(expected.toLowerCase())
    }),
    { numRuns: 50 },
  )
})

test('a field out of range or a wrong recipient is refused when signing', () => {
  const tx = {
    type: 0 as const,
    chainId: 1n,
    nonce: 0n,
    gasPrice: 0n,
    gasLimit: 0n,
    to: null,
    value: 0n,
    data: new Uint8Array(),
  }
  expect(() => signEvmTransaction({ ...tx, nonce: 2n ** 64n }, ewoq)).toThrow(FormatError)
  expect(() => signEvmTransaction({ ...tx, value: -1n }, ewoq)).toThrow(
    'value: -1 is not a uint256',
  )
  expect(() => signEvmTransaction({ ...tx, to: new Uint8Array(19) }, ewoq)).toThrow(FormatError)
})

test('bytes that are no transaction are refused with a format error and nothing else', () => {
  const read = (bytes: Uint8Array) => {
    try {
      const tx = decodeEvmTransaction(bytes)
      expect(encodeEvmTransaction(tx)).toEqual(bytes)
      return recoverEvmSender(tx)
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError)
      return undefined
    }
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(2), (bytes, type) => {
      read(bytes)
      read(concatBytes(Uint8Array.of(type), bytes))
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(transaction, fc.nat(), fc.nat(255), (tx, position, value) => {
      const raw = encodeEvmTransaction(signEvmTransaction(tx, ewoq))
      expect(read(raw.subarray(0, position % raw.length))).toBeUndefined()
      expect(read(concatBytes(raw, Uint8Array.of(value)))).toBeUndefined()
      read(raw.with(position % raw.length, value))
    }),
    { numRuns: 100 },
  )
})

test('a legacy transaction whose v is neither 27, 28 nor of EIP-155 is refused', () => {
  const withV = (v: number) => {
    const fields = Array.from({ length: 6 }, () => new Uint8Array())
    return RLP.encode([...fields, v, 1, 1])
  }
  for (const v of [1, 26, 29, 34]) expect(() => decodeEvmTransaction(withV(v))).toThrow('v: ')
  expect(decodeEvmTransaction(withV(27))).not.toHaveProperty('chainId')
  expect(decodeEvmTransaction(withV(37))).toMatchObject({ chainId: 1n, yParity: 0n })
})

test('lists nested deeper than the stack allows are a format error', () => {
  const levels: Uint8Array[] = []
  for (let length = 0; length < 40_000; ) {
    const prefix = length < 56 ? [0xc0 + length] : [0xf9, length >> 8, length & 255]
    // A length below 256 takes one byte.
    if (length >= 56 && length < 256) prefix.splice(0, 2, 0xf8)
    levels.unshift(Uint8Array.from(prefix))
    length += prefix.length
  }
  expect(() => decodeEvmTransaction(concatBytes(...levels))).toThrow(/call stack|items/)
})
