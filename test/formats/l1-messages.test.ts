import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode, FormatError } from '../../src/formats/codec.ts'
import {
  conversionValidationId,
  encodeCb58,
  parseId,
  registrationValidationId,
} from '../../src/formats/ids.ts'
import {
  decodeJustification,
  encodeJustification,
  type Justification,
  justifiedValidationId,
} from '../../src/formats/l1-justifications.ts'
import {
  conversionIdOf,
  L1Message,
  l1MessageIn,
  platformMessage,
} from '../../src/formats/l1-messages.ts'
import { UnsignedWarpMessage, WarpPayload, warpMessageId } from '../../src/formats/warp.ts'

const subnetId = parseId('BDfW7SyeCh9Puiw1EBWrx653xQnzGtUrV9k83rAodqiCMViXZ')
const nodeId = hexToBytes('479f66c8be895830547e70b4b298cafd433dba6e')
const blsPublicKey = hexToBytes(
  '900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d',
)
const owner = {
  threshold: 1,
  addresses: [hexToBytes('3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c')],
}
const registration = {
  type: 'RegisterL1Validator' as const,
  subnetId,
  nodeId,
  blsPublicKey,
  expiry: 1_700_000_000n,
  remainingBalanceOwner: owner,
  disableOwner: owner,
  weight: 50n,
}
const registrationBytes = hexToBytes(
  '0000000000011733b5f488f0408e4bdb05e702721c91957c402161cffb7a7b1a3738196e130500000014479f66c8be895830547e70b4b298cafd433dba6e900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d000000006553f10000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c0000000000000032',
)
const validationId = parseId('2MfM9TudCWW6aoUYj6ws6iBmYUdotUNUQW8anVUQdaupiph2hc')

test('a registration has the known bytes, which hash to its validation id', () => {
  expect(encode(L1Message, registration)).toEqual(registrationBytes)
  expect(decode(L1Message, registrationBytes)).toEqual(registration)
  expect(registrationValidationId(registrationBytes)).toEqual(validationId)
  expect(bytesToHex(validationId)).toBe(
    'b29c1b23ef58a8df3f27c52f94ec7615ed4e3b8b29c30ec30bddc6a439b883a7',
  )
})

test('validators of a conversion have the known validation ids', () => {
  expect([0, 1].map((index) => encodeCb58(conversionValidationId(subnetId, index)))).toEqual([
    'tQbgSWo1uZeWrmoYgvpTGChTnb1JZke2NoidmHqxzvuXnCM8a',
    '2otKNRcpiiQM3rkyvj1EHGv2xkyPtotN1dCW2wTLbc6WYs8R6v',
  ])
})

test('a conversion has the known id', () => {
  const conversionId = conversionIdOf({
    subnetId,
    managerChainId: parseId('2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'),
    managerAddress: hexToBytes('facade0000000000000000000000000000000000'),
    validators: [{ nodeId, blsPublicKey, weight: 100n }],
  })
  expect(encodeCb58(conversionId)).toBe('wphagZuWK8VHuzoue8a3zNj78nUigpUbDKum7TR8gGAcpUxMh')
})

test('a weight that the P-chain of Fuji confirms has the known message and id', () => {
  const message = { type: 'L1ValidatorWeight' as const, validationId, nonce: 42n, weight: 100n }
  const unsigned = platformMessage(5, message)
  expect(bytesToHex(unsigned)).toBe(
    '0000000000050000000000000000000000000000000000000000000000000000000000000000000000440000000000010000000000000036000000000003b29c1b23ef58a8df3f27c52f94ec7615ed4e3b8b29c30ec30bddc6a439b883a7000000000000002a0000000000000064',
  )
  expect(encodeCb58(warpMessageId(unsigned))).toBe(
    'sjyvyN5ioU64TMWug7XmNtbSgDBy72JxutVNcpQvbHduk18SC',
  )
  expect(l1MessageIn(unsigned)).toEqual(message)
})

test('justifications have the bytes of the protobuf message', () => {
  const subnet = bytesToHex(subnetId)
  const cases: [Justification, string][] = [
    [{ type: 'Subnet', subnetId }, subnet],
    [{ type: 'ConversionValidator', subnetId, index: 0 }, `0a220a20${subnet}`],
    [{ type: 'ConversionValidator', subnetId, index: 1 }, `0a240a20${subnet}1001`],
    [{ type: 'ConversionValidator', subnetId, index: 300 }, `0a250a20${subnet}10ac02`],
    [
      { type: 'RegisteredValidator', payload: registrationBytes },
      `12b601${bytesToHex(registrationBytes)}`,
    ],
  ]
  for (const [justification, hex] of cases) {
    expect(bytesToHex(encodeJustification(justification))).toBe(hex)
    expect(decodeJustification(hexToBytes(hex))).toEqual(justification)
  }
})

test('index 0 may be written out', () => {
  expect(decodeJustification(hexToBytes(`0a240a20${bytesToHex(subnetId)}1000`))).toEqual({
    type: 'ConversionValidator',
    subnetId,
    index: 0,
  })
})

test('a justification names the validation it is about', () => {
  expect(justifiedValidationId({ type: 'ConversionValidator', subnetId, index: 1 })).toEqual(
    conversionValidationId(subnetId, 1),
  )
  expect(
    justifiedValidationId({ type: 'RegisteredValidator', payload: registrationBytes }),
  ).toEqual(validationId)
})

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const anyOwner = fc.record({
  threshold: fc.nat(5),
  addresses: fc.array(fc.uint8Array({ minLength: 20, maxLength: 20 }), { maxLength: 3 }),
})
const l1Message: fc.Arbitrary<L1Message> = fc.oneof(
  fc.record({ type: fc.constant('SubnetToL1Conversion' as const), conversionId: bytes32 }),
  fc.record({
    type: fc.constant('RegisterL1Validator' as const),
    subnetId: bytes32,
    nodeId: fc.uint8Array({ maxLength: 30 }),
    blsPublicKey: fc.uint8Array({ minLength: 48, maxLength: 48 }),
    expiry: u64,
    remainingBalanceOwner: anyOwner,
    disableOwner: anyOwner,
    weight: u64,
  }),
  fc.record({
    type: fc.constant('L1ValidatorRegistration' as const),
    validationId: bytes32,
    registered: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('L1ValidatorWeight' as const),
    validationId: bytes32,
    nonce: u64,
    weight: u64,
  }),
)

test('every message is read back, alone and inside its Warp message', () => {
  fc.assert(
    fc.property(l1Message, (message) => {
      expect(decode(L1Message, encode(L1Message, message))).toEqual(message)
      expect(l1MessageIn(platformMessage(1, message))).toEqual(message)
    }),
    { numRuns: 60 },
  )
})

test('every justification is read back', () => {
  fc.assert(
    fc.property(
      bytes32,
      fc.nat(2 ** 32 - 1),
      fc.uint8Array({ maxLength: 300 }),
      (id, index, payload) => {
        const justifications: Justification[] = [
          { type: 'ConversionValidator', subnetId: id, index },
          { type: 'RegisteredValidator', payload },
        ]
        // 30 bytes of payload make 32 bytes in all, which read as a subnet id.
        fc.pre(payload.length !== 30)
        for (const justification of justifications)
          expect(decodeJustification(encodeJustification(justification))).toEqual(justification)
      },
    ),
    { numRuns: 100 },
  )
})

test('other bytes are refused with a format error and nothing else', () => {
  const refuses = (action: () => unknown) => {
    try {
      action()
      return false
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError)
      return true
    }
  }
  const subnet = bytesToHex(subnetId)
  for (const hex of [
    '',
    '0a',
    `0a220a20${subnet}00`, // trailing byte
    `0a210a20${subnet}`, // cut inside
    `120a${subnet.slice(0, 18)}`, // cut payload
    `0a220a20${subnet}0a220a20${subnet}`, // two justifications
    `0a230a20${subnet}18`, // unknown field
    `0a210a1f${subnet.slice(2)}`, // short subnet id
    `0a280a20${subnet}10ffffffff7f`, // index over 32 bits
    `1a220a20${subnet}`, // unknown justification
    `${'80'.repeat(12)}00`, // endless number
  ])
    expect(refuses(() => decodeJustification(hexToBytes(hex)))).toBe(true)
  const hashPayload = encode(WarpPayload, { type: 'Hash', hash: subnetId })
  const attestation = { networkId: 1, sourceChainId: subnetId, payload: hashPayload }
  expect(refuses(() => l1MessageIn(encode(UnsignedWarpMessage, attestation)))).toBe(true)
  const valid = platformMessage(1, registration)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(valid.length - 1), (random, at) => {
      refuses(() => decodeJustification(random))
      refuses(() => l1MessageIn(random))
      refuses(() => l1MessageIn(valid.with(at, at & 255)))
      expect(refuses(() => l1MessageIn(valid.subarray(0, at)))).toBe(true)
      expect(refuses(() => l1MessageIn(concatBytes(valid, Uint8Array.of(at & 255))))).toBe(true)
    }),
    { numRuns: 200 },
  )
})
