import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import {
  checksum,
  conversionValidationId,
  decodeCb58,
  encodeCb58,
  fromCheckedHex,
  fromHex,
  nodeIdOf,
  nodeIdText,
  parseId,
  parseNodeId,
  primaryNetworkIdBytes,
  toCheckedHex,
  toHex,
  vmIdOf,
} from '../../src/formats/ids.ts'

const bytes = (max = 64) => fc.uint8Array({ maxLength: max })

test.each([
  ['', '45PJLL'],
  ['6162', 'qVgKBvoL'],
  ['00'.repeat(32), '11111111111111111111111111111111LpoYY'],
])('CB58 of %s is %s', (hex, text) => {
  expect(encodeCb58(fromHex(hex))).toBe(text)
  expect(toHex(decodeCb58(text))).toBe(`0x${hex}`)
})

test('the id of the primary network is 32 zero bytes', () => {
  expect(encodeCb58(primaryNetworkIdBytes)).toBe('11111111111111111111111111111111LpoYY')
})

test('a NodeID is its prefix and the CB58 of 20 bytes', () => {
  expect(nodeIdText(new Uint8Array(20))).toBe('NodeID-111111111111111111116DBWJs')
  expect(parseNodeId('NodeID-111111111111111111116DBWJs')).toEqual(new Uint8Array(20))
  expect(() => parseNodeId('111111111111111111116DBWJs')).toThrow(FormatError)
  expect(() => parseNodeId('NodeID-11111111111111111111111111111111LpoYY')).toThrow(
    '32 bytes instead of 20',
  )
  expect(() => nodeIdText(new Uint8Array(32))).toThrow(FormatError)
})

// The certificate of the Granite container vector in proposer-blocks.test.ts.
test('a NodeID is ripemd160(sha256(certificate))', () => {
  const certificate = fromHex(
    '308201103081b7a003020102020100300a06082a8648ce3d04030230003020170d3939313233313030303030305a180f32313234303130313030303030305a30003059301306072a8648ce3d020106082a8648ce3d03010703420004fa8bdac2d3cbb4da9542fe105d3b9f60d0e44056538a320302eb6cb776527c0fa5a41d81dd77602616d454aa7a979fc25e49ed774215e5c84c3a6097ca93a95fa320301e300e0603551d0f0101ff040403020780300c0603551d130101ff04023000300a06082a8648ce3d0403020348003045022100db51eecc58b407be4bf56a4d10b6e468d3dbe8bf6e98c294d42f4bb2cfa09ac002200c7363ea3b845dbb5599df29192adf35591d2bcc36d5874c54e5411ab01804f7',
  )
  expect(nodeIdText(nodeIdOf(certificate))).toBe('NodeID-C9JLu37jVA63SL2pS2mzNkoCfztj7BRwa')
})

test.each([
  ['platformvm', 'rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT'],
  ['avm', 'jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq'],
  ['evm', 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6'],
  ['subnetevm', 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy'],
  ['secp256k1fx', 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ'],
  ['nftfx', 'qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT'],
  ['propertyfx', 'rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy'],
])('the VM id of %s is its padded name', (name, text) => {
  expect(encodeCb58(vmIdOf(name))).toBe(text)
})

test('a VM name is at most 32 ASCII characters', () => {
  expect(() => vmIdOf('x'.repeat(33))).toThrow(FormatError)
  expect(() => vmIdOf('é')).toThrow(FormatError)
})

test.each([
  'UUvXi6j7QhVvgpbKM89MP5HdrxKm9CaJeHc187TsDNf8nZdLk',
  'MSj6o9TpezwsQx4Tv7SHqpVvCbJ8of1ikjsqPZ1bKRjc9zBy3',
  '2nRRoR76HuEk1JjDpRdN8FKvZFvUXWxY3b9C5rZRPFjcgEh7S7',
  '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
  '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed',
  '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
  '2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC',
  'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
  'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
  '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe',
])('the published id %s is CB58 of 32 bytes', (text) => {
  expect(encodeCb58(parseId(text))).toBe(text)
})

test('hex carries a checksum only where the node appends one', () => {
  const zyg = fromHex('ab')
  expect(toHex(zyg)).toBe('0xab')
  expect(toCheckedHex(zyg)).toBe(`0xab${toHex(checksum(zyg)).slice(2)}`)
  expect(fromHex('AB')).toEqual(zyg)
  expect(fromHex('0x')).toEqual(new Uint8Array(0))
})

test.each(['0xa', '0xzz', 'İ0', '0x0x00', '12 4'])('%s is not hex', (text) => {
  expect(() => fromHex(text)).toThrow(FormatError)
})

test('bytes survive CB58, hex and checked hex', () => {
  fc.assert(
    fc.property(bytes(), (value) => {
      expect(decodeCb58(encodeCb58(value))).toEqual(value)
      expect(fromHex(toHex(value))).toEqual(value)
      expect(fromCheckedHex(toCheckedHex(value))).toEqual(value)
    }),
  )
})

test('a changed character of CB58 or checked hex is noticed', () => {
  const swap = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1)
  fc.assert(
    fc.property(bytes(40), fc.nat(), fc.constantFrom('1', '2', 'z', 'a'), (value, where, by) => {
      const text = encodeCb58(value)
      const changed = swap(text, where % text.length, by)
      fc.pre(changed !== text)
      expect(() => decodeCb58(changed)).toThrow(FormatError)
    }),
  )
  expect(() => fromCheckedHex('0xab00000000')).toThrow('wrong checksum')
  expect(() => fromCheckedHex('0xab')).toThrow('too short for a checksum')
})

test('any text gives bytes or a FormatError, quickly', () => {
  const readers = [decodeCb58, parseId, parseNodeId, fromHex, fromCheckedHex]
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...readers), (text, read) => {
      try {
        expect(read(text)).toBeInstanceOf(Uint8Array)
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
    }),
  )
  expect(() => decodeCb58('z'.repeat(1_000_000))).toThrow('not base58')
})

test.each([
  [0, 'tQbgSWo1uZeWrmoYgvpTGChTnb1JZke2NoidmHqxzvuXnCM8a'],
  [1, '2otKNRcpiiQM3rkyvj1EHGv2xkyPtotN1dCW2wTLbc6WYs8R6v'],
])('the validation id of conversion validator %i hashes subnet id and index', (index, text) => {
  const subnetId = parseId('BDfW7SyeCh9Puiw1EBWrx653xQnzGtUrV9k83rAodqiCMViXZ')
  expect(encodeCb58(conversionValidationId(subnetId, index))).toBe(text)
})
