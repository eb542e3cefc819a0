import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { decode, encode, FormatError } from '../../src/formats/codec.ts'
import {
  addressedCall,
  SignedWarpMessage,
  sendWarpMessageEvent,
  UnsignedWarpMessage,
  unsignedBytesOf,
  unwrapWarpMessage,
  WarpPayload,
  warpMessageId,
  warpPrecompile,
} from '../../src/formats/warp.ts'

/** L1ValidatorWeight of validator 98c4…7d55 with nonce 1 and weight 20, said by Fuji's P-chain. */
const unsigned = hexToBytes(
  '000000000005000000000000000000000000000000000000000000000000000000000000000000000044000000000001000000000000003600000000000398c41dcd20b86b86830ec0794559835614458ceaae0f0ec77a3ed1cd3a1f7d5500000000000000010000000000000014',
)
const signature = hexToBytes(
  'b3c1db7af700b29d12dc1cb153a9235c9b0ea32aac2c9390b1bab1e29244c7d47bbaf8494cb170bc44df4578adb94b0c12a500b7ba1f33ea3967789d9e1498b95c3fde41116311daba1b3d57fae9021af088dbaf0fe64e9d7040b505f39dba58',
)
const signed = concatBytes(unsigned, hexToBytes('00000000000000010e'), signature)

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anyBytes = fc.uint8Array({ maxLength: 60 })
const unsignedMessage = fc.record({
  networkId: fc.nat(2 ** 32 - 1),
  sourceChainId: bytes32,
  payload: anyBytes,
})

test('an unsigned message has its known fields and id', () => {
  expect(decode(UnsignedWarpMessage, unsigned)).toEqual({
    networkId: 5,
    sourceChainId: new Uint8Array(32),
    payload: unsigned.subarray(42),
  })
  expect(bytesToHex(warpMessageId(unsigned))).toBe(
    '7931235b8dc8b70cb15d9b0507224f14cc27e4f5f7767632f7a394e369731408',
  )
})

test('a signed message has its known fields and begins with the unsigned one', () => {
  expect(decode(SignedWarpMessage, signed).signature).toEqual({
    type: 'BitSetSignature',
    signers: Uint8Array.of(0x0e),
    signature,
  })
  expect(unsignedBytesOf(signed)).toEqual(unsigned)
})

test('an addressed call puts its payload behind two headers', () => {
  const source = {
    networkId: 5,
    sourceChainId: new Uint8Array(32),
    sourceAddress: new Uint8Array(),
  }
  expect(addressedCall(source, unsigned.subarray(56))).toEqual(unsigned)
})

test('the two payloads have the layouts of the node', () => {
  const hash = new Uint8Array(32).fill(7)
  expect(bytesToHex(encode(WarpPayload, { type: 'Hash', hash }))).toBe(
    `000000000000${'07'.repeat(32)}`,
  )
  const call = {
    type: 'AddressedCall' as const,
    sourceAddress: Uint8Array.of(1, 2),
    payload: Uint8Array.of(3),
  }
  expect(bytesToHex(encode(WarpPayload, call))).toBe('0000000000010000000201020000000103')
})

test('log data and bare messages unwrap to the unsigned message', () => {
  const log = sendWarpMessageEvent.encode(warpPrecompile, {
    sender: new Uint8Array(20),
    messageId: warpMessageId(unsigned),
    message: unsigned,
  })
  expect(bytesToHex(sendWarpMessageEvent.topic)).toBe(
    '56600c567728a800c0aa927500f831cb451df66a7af570eb4df4dfbf4674887d',
  )
  expect(`0x${bytesToHex(log.data)}`).toBe(
    encodeAbiParameters([{ type: 'bytes' }], [`0x${bytesToHex(unsigned)}`]),
  )
  expect(unwrapWarpMessage(log.data)).toEqual(unsigned)
  expect(unwrapWarpMessage(unsigned)).toEqual(unsigned)
  expect(bytesToHex(warpPrecompile)).toBe('0200000000000000000000000000000000000005')
})

test('input that is neither log data nor a message is refused', () => {
  const zeros = encodeAbiParameters([{ type: 'bytes' }], ['0x0102'])
  for (const input of [
    new Uint8Array(),
    signed,
    unsigned.subarray(1),
    concatBytes(unsigned, Uint8Array.of(0)),
    hexToBytes(zeros.slice(2)),
  ])
    expect(() => unwrapWarpMessage(input)).toThrow(FormatError)
})

test('messages and payloads are read back', () => {
  fc.assert(
    fc.property(unsignedMessage, anyBytes, bytes32, (message, signers, hash) => {
      const read = decode(UnsignedWarpMessage, encode(UnsignedWarpMessage, message))
      expect(read).toEqual(message)
      const bitSet = { type: 'BitSetSignature' as const, signers, signature: new Uint8Array(96) }
      const full = { ...message, signature: bitSet }
      expect(decode(SignedWarpMessage, encode(SignedWarpMessage, full))).toEqual(full)
      const call = { type: 'AddressedCall' as const, sourceAddress: signers, payload: hash }
      expect(decode(WarpPayload, encode(WarpPayload, call))).toEqual(call)
    }),
    { numRuns: 50 },
  )
})

test('cut, extended and random bytes are refused with a format error and nothing else', () => {
  const layouts = [UnsignedWarpMessage, SignedWarpMessage, WarpPayload]
  const read = (input: Uint8Array, action: (bytes: Uint8Array) => unknown) => {
    try {
      action(input)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError)
      return false
    }
  }
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.nat(signed.length - 1),
      (random, position) => {
        for (const layout of layouts) read(random, (bytes) => decode<unknown>(layout, bytes))
        read(random, unwrapWarpMessage)
        const decodeSigned = (bytes: Uint8Array) => decode(SignedWarpMessage, bytes)
        expect(read(signed.subarray(0, position), decodeSigned)).toBe(false)
        expect(read(concatBytes(signed, Uint8Array.of(position & 255)), decodeSigned)).toBe(false)
        read(signed.with(position, position & 255), decodeSigned)
      },
    ),
    { numRuns: 200 },
  )
})
