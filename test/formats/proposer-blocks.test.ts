import { createHash, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { decode, FormatError } from '../../src/formats/codec.ts'
import { bitString, der, integer, objectId, sequence, tag } from '../../src/formats/der.ts'
import { sha256 } from '../../src/formats/hashes.ts'
import {
  encodeCb58,
  fromCheckedHex,
  fromHex,
  idOf,
  nodeIdText,
  parseId,
  primaryNetworkIdBytes,
  toHex,
} from '../../src/formats/ids.ts'
import { PlatformBlock } from '../../src/formats/p-chain-blocks.ts'
import { signP256 } from '../../src/formats/p256.ts'
import {
  decodeProposerBlock,
  encodeProposerBlock,
  hasValidSignature,
  ProposerBlock,
  proposerBlockId,
  proposerHeader,
  proposerOf,
  UnsignedProposerBlock,
} from '../../src/formats/proposer-blocks.ts'
import { stakingCertificate } from '../../src/formats/staking-certificates.ts'
import { ExchangeBlock } from '../../src/formats/x-chain-blocks.ts'
import { expectRoundTrips, expectSafeDecoding } from './support/schema-properties.ts'
import { contentOf, typeIdsOf } from './support/type-tables.ts'

const parentId = fromHex(`010203${'00'.repeat(29)}`)
const none = new Uint8Array()
const block: ProposerBlock = {
  type: 'Block',
  parentId,
  timestamp: 1_700_000_000n,
  pChainHeight: 7n,
  certificate: none,
  innerBlock: fromHex('aabbcc'),
  signature: none,
}
const graniteBlock: ProposerBlock = {
  ...block,
  type: 'GraniteBlock',
  epoch: { pChainHeight: 5n, number: 9n, startTime: 1_699_999_999n },
}
const parentHex = toHex(parentId).slice(2)

// Compiled from the node's own codec.
test.each<[ProposerBlock, string, string]>([
  [
    block,
    `000000000000${parentHex}000000006553f10000000000000000070000000000000003aabbcc00000000`,
    'RKsWnj8jhgpSt27L7vxsvjMPSdU54pyo1BbjbJ8h9um1U9GVP',
  ],
  [
    { type: 'Option', parentId, innerBlock: fromHex('aabbcc') },
    `000000000001${parentHex}00000003aabbcc`,
    '2G84Mq3q5viqunngUyfvnEeLxVTrTjEe6yynycR9z5mPydxTAx',
  ],
  [
    graniteBlock,
    `000000000002${parentHex}000000006553f10000000000000000070000000000000003aabbcc00000000000000050000000000000009000000006553f0ff00000000`,
    'cmxCGnPtk5rg6QDyXZzd9F9LhNtLUtvs3L2j2qyGZXuQFhh8i',
  ],
])('the outer block $type has the bytes and the id of the node', (value, hex, id) => {
  expect(toHex(encodeProposerBlock(value))).toBe(`0x${hex}`)
  expect(decodeProposerBlock(fromHex(hex))).toEqual(value)
  expect(encodeCb58(proposerBlockId(value))).toBe(id)
})

test('an option recorded on mainnet wraps a commit block', () => {
  const bytes = fromCheckedHex(
    '000000000001e94973022dc63ddd4cf9f92732dfd7eabc88a4e93fe3d474e691b38d57e6dc8a0000002e000000000002d2bdea152eec9865cd6d60e1f778c2b8d13849190789dfafa0a91249d69d7bc600000000001435d3b538f228',
  )
  const option = decodeProposerBlock(bytes)
  expect(option.type).toBe('Option')
  expect(encodeCb58(proposerBlockId(option))).toBe(
    '262KEmzRbBhWjhfccaQUF9HLAmj6mGNs5Y1nVksTBZN9nafWaR',
  )
  expect(encodeCb58(idOf(option.innerBlock))).toBe(
    '2daE9w2wtYWbvLy8UxKtE11DNF4X1CzB3P4GjcPNNi6hVgEhdj',
  )
  expect(decode(PlatformBlock, option.innerBlock)).toMatchObject({
    type: 'ApricotCommitBlock',
    height: 1_324_499n,
  })
  expect(proposerOf(option)).toBeUndefined()
})

// On the X-chain of Fuji, made and checked with other libraries.
const fujiX = parseId('2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm')
const signedHex =
  '000000000002beb24eacd6fae8232f04df540f18808d3fee25fcc2249cf15726702f141dbd28000000006553f101000000000000006300000114308201103081b7a003020102020100300a06082a8648ce3d04030230003020170d3939313233313030303030305a180f32313234303130313030303030305a30003059301306072a8648ce3d020106082a8648ce3d03010703420004fa8bdac2d3cbb4da9542fe105d3b9f60d0e44056538a320302eb6cb776527c0fa5a41d81dd77602616d454aa7a979fc25e49ed774215e5c84c3a6097ca93a95fa320301e300e0603551d0f0101ff040403020780300c0603551d130101ff04023000300a06082a8648ce3d0403020348003045022100db51eecc58b407be4bf56a4d10b6e468d3dbe8bf6e98c294d42f4bb2cfa09ac002200c7363ea3b845dbb5599df29192adf35591d2bcc36d5874c54e5411ab01804f70000005a000000000014e47125968b3b71049fbc4802d1e40a71ea1359decfabacf70b34588037d4ff0c0000000000000007000000006553f10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000620000000000000003000000006553ed1800000047304502204d532f313f7427ddd483725c5b822b2045d20118cf8e0f0bf56b48f40d4524bd022100ee4ffe4cbd38ee35af1d084dbdaf4e64ef917210c5cadccb1db2db6bea1567d3'

test('a signed Granite block names its proposer and verifies on its chain only', () => {
  const signed = decodeProposerBlock(fromHex(signedHex))
  expect(toHex(encodeProposerBlock(signed))).toBe(`0x${signedHex}`)
  expect(encodeCb58(proposerBlockId(signed))).toBe(
    'rpk6qYftxe531XJbMSPZ4NAoZJ5trUavHUX38KDdYg8cFdzmp',
  )
  expect(nodeIdText(proposerOf(signed) ?? none)).toBe('NodeID-C9JLu37jVA63SL2pS2mzNkoCfztj7BRwa')
  expect(signed).toMatchObject({ epoch: { pChainHeight: 98n, number: 3n } })
  expect(decode(ExchangeBlock, signed.innerBlock).height).toBe(7n)
  expect(hasValidSignature(fujiX, signed)).toBe(true)
  expect(hasValidSignature(primaryNetworkIdBytes, signed)).toBe(false)
})

test('the header is 98 bytes: version, chain, parent, block', () => {
  const header = proposerHeader(fujiX, block)
  const parts = [fujiX, parentId, proposerBlockId(block)].map((part) => toHex(part).slice(2))
  expect(toHex(header)).toBe(`0x0000${parts.join('')}`)
  expect(header).toHaveLength(98)
})

const secretKey = sha256(Buffer.from('a staking key'))
const certificate = stakingCertificate(secretKey)

test('a block that we sign verifies with OpenSSL and is the same each time', () => {
  const unsigned = { ...graniteBlock, certificate }
  const signature = signP256(proposerHeader(fujiX, unsigned), secretKey)
  expect(signP256(proposerHeader(fujiX, unsigned), secretKey)).toEqual(signature)
  const signed = { ...unsigned, signature }
  expect(hasValidSignature(fujiX, signed)).toBe(true)

  // The same, from the bytes alone, without our code.
  const bytes = encodeProposerBlock(signed)
  const blockId = createHash('sha256')
    .update(bytes.subarray(0, -signature.length - 4))
    .digest()
  const { publicKey } = new X509Certificate(certificate)
  const header = Buffer.concat([Buffer.alloc(2), fujiX, parentId, blockId])
  expect(verify('sha256', header, publicKey, signature)).toBe(true)
})

test('the id does not depend on the signature', () => {
  const unsigned = { ...block, certificate }
  const signed = { ...unsigned, signature: signP256(proposerHeader(fujiX, unsigned), secretKey) }
  expect(proposerBlockId(signed)).toEqual(proposerBlockId(unsigned))
})

test.each<[string, Partial<Extract<ProposerBlock, { type: 'Block' }>>]>([
  ['a later timestamp', { timestamp: block.timestamp + 1n }],
  ['another height', { pChainHeight: 8n }],
  ['another inner block', { innerBlock: fromHex('aabbcd') }],
  ['another parent', { parentId: new Uint8Array(32) }],
  ['another certificate', { certificate: stakingCertificate(sha256(none)) }],
  ['no signature', { signature: none }],
  ['noise as signature', { signature: fromHex('3006020101020101') }],
  ['noise as certificate', { certificate: fromHex('3003020101') }],
  ['a signature without certificate', { certificate: none }],
])('%s makes the signature invalid', (_change, change) => {
  const unsigned = { ...block, certificate } as const
  const signed = { ...unsigned, signature: signP256(proposerHeader(fujiX, unsigned), secretKey) }
  expect(hasValidSignature(fujiX, signed)).toBe(true)
  expect(hasValidSignature(fujiX, { ...signed, ...change })).toBe(false)
})

/** A certificate of any public key; its own signature is not looked at. */
function certificateOf(publicKey: Uint8Array): Uint8Array {
  const algorithm = sequence(objectId('2a864886f70d01010b'))
  const date = der(tag.utcTime, Buffer.from('200101000000Z'))
  return sequence(
    sequence(integer(1), algorithm, sequence(), sequence(date, date), sequence(), publicKey),
    algorithm,
    bitString(Uint8Array.of(0)),
  )
}

test.each([
  ['RSA of 2,048 bits', true, () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['RSA of 1,024 bits', false, () => generateKeyPairSync('rsa', { modulusLength: 1024 })],
  [
    'RSA with exponent 3',
    false,
    () => generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }),
  ],
  ['P-384', false, () => generateKeyPairSync('ec', { namedCurve: 'P-384' })],
])('a block signed with %s counts as signed: %s', (_kind, valid, generate) => {
  const { publicKey, privateKey } = generate()
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const unsigned = { ...block, certificate: certificateOf(key) } as const
  const signature = sign('sha256', proposerHeader(fujiX, unsigned), privateKey)
  expect(hasValidSignature(fujiX, { ...unsigned, signature })).toBe(valid)
  expect(hasValidSignature(primaryNetworkIdBytes, { ...unsigned, signature })).toBe(false)
})

test('an unsigned block and an option need no signature', () => {
  expect(hasValidSignature(fujiX, block)).toBe(true)
  expect(hasValidSignature(fujiX, { type: 'Option', parentId, innerBlock: none })).toBe(true)
})

test('an epoch of zeros is refused in both directions', () => {
  const zeros = { ...graniteBlock, epoch: { pChainHeight: 0n, number: 0n, startTime: 0n } }
  expect(() => encodeProposerBlock(zeros)).toThrow('epoch: an id of zeros only')
  const bytes = encodeProposerBlock(graniteBlock)
  bytes.fill(0, bytes.length - 28)
  expect(() => decodeProposerBlock(bytes)).toThrow(FormatError)
})

test('kinds are numbered as in the node', () => {
  const kinds = { Block: 0, Option: 1, GraniteBlock: 2 }
  expect(typeIdsOf(contentOf(ProposerBlock))).toEqual(kinds)
  expect(typeIdsOf(contentOf(UnsignedProposerBlock))).toEqual(kinds)
})

test('outer blocks round-trip, and damaged ones give a FormatError at most', () => {
  expectRoundTrips(ProposerBlock)
  expectSafeDecoding(ProposerBlock)
})
