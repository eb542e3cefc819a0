import { expect, test } from 'vitest'
import { decode, encode, FormatError } from '../../src/formats/codec.ts'
import { encodeCb58, fromCheckedHex, fromHex, idOf, parseId, toHex } from '../../src/formats/ids.ts'
import { sortByHash } from '../../src/formats/ordering.ts'
import {
  decodeVertex,
  ExchangeBlock,
  StopVertex,
  Vertex,
} from '../../src/formats/x-chain-blocks.ts'
import { exchangeTransactions } from '../../src/formats/x-chain-transactions.ts'
import { expectRoundTrips, expectSafeDecoding } from './support/schema-properties.ts'

const zero = new Uint8Array(32)

test.each([
  [
    'mainnet',
    'jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga',
    1_682_434_800n,
    'V8kYdATLoVjUBazVjEHy1dWurk2PcnhERSWnwmcNwirdsBb1S',
  ],
  [
    'Fuji',
    '2D1cmbiG36BqQMRyHt4kFhWarmatA1ighSpND3FeFgz3vFVtCZ',
    1_680_793_200n,
    '2tCdy3dRsf6rYG7jtBNSyANQ6StrAEYpCDMLBQyGRLF8wG5KPK',
  ],
])('block 0 of %s follows the stop vertex at Cortina', (_network, stopVertex, time, id) => {
  const bytes = encode(ExchangeBlock, {
    type: 'StandardBlock',
    parentId: parseId(stopVertex),
    height: 0n,
    time,
    merkleRoot: zero,
    transactions: [],
  })
  expect(encodeCb58(idOf(bytes))).toBe(id)
})

test('block 0 of mainnet has the published bytes', () => {
  const bytes = fromHex(
    `000000000014614b7db7eb04b0263b7434ed9c1db297196025631040409df717df7f26625e950000000000000000000000006447eaf0${'00'.repeat(36)}`,
  )
  expect(encodeCb58(idOf(bytes))).toBe('V8kYdATLoVjUBazVjEHy1dWurk2PcnhERSWnwmcNwirdsBb1S')
  const block = decode(ExchangeBlock, bytes)
  expect(encodeCb58(block.parentId)).toBe('jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga')
  expect(encode(ExchangeBlock, block)).toEqual(bytes)
})

test('an empty block has the id that a second codec gives', () => {
  const bytes = fromHex(
    `000000000014e47125968b3b71049fbc4802d1e40a71ea1359decfabacf70b34588037d4ff0c0000000000000007000000006553f100${'00'.repeat(36)}`,
  )
  expect(encodeCb58(idOf(bytes))).toBe('CZNRNC332EsgKoYZfzV5dxEagespeNErZ492kf9tzUVCjuAV7')
  expect(decode(ExchangeBlock, bytes)).toMatchObject({ height: 7n, time: 1_700_000_000n })
})

// Recorded on mainnet, checksum included.
const recorded =
  '0000ed5f38341e436e5d46e2bb00b45d62ae97d1b050c64bc634ae10626739e35c4b00000000002060e600000000000000018ed0be087be8cd4d0b3904015664e1532f3ee7bee4871ac68688b7626baf7e1d000000010000014f00000000000300000001ed5f38341e436e5d46e2bb00b45d62ae97d1b050c64bc634ae10626739e35c4b0000000121e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff00000007000000003b7c458000000000000000000000000100000001ebb2b5051db1009cbd08a66c9d6ba69b5f98ed0f00000000000000000427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd652000000017aa4d9cb609acaeef318e6d7974e8c03de90bedbf4ac96f78d3e4e51d52ea0c00000000021e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff00000005000000003b8b87c000000001000000000000000100000009000000016b71654daf1d5979cbac0ca0702d4facd25a90a24a567aed349407433fe8420c18ed425387b282c62bdc3c134625d6f4911051d9572acb8503e143c82089236101670b0a0b'

test('a vertex recorded on mainnet decodes, encodes and has its id', () => {
  const bytes = fromCheckedHex(recorded)
  expect(encodeCb58(idOf(bytes))).toBe('2sc5kGzCQzATBsDVvgKyLCdRgjeXZyjZL5qttsuYxZUKhPGDVH')
  const vertex = decodeVertex(bytes)
  if (vertex.type !== 'Vertex') throw new Error('version 0 is an ordinary vertex')
  expect(vertex).toMatchObject({ height: 2_121_958n, epoch: 0 })
  expect(encode(Vertex, vertex)).toEqual(bytes)
  const transactions = vertex.transactions.map(exchangeTransactions.decode)
  expect(transactions.map(({ id, unsigned }) => [encodeCb58(id), unsigned.type])).toEqual([
    ['w3nAnUhBbJjobdu4ywgQXQAAdXhN9i13UJC7rHsHukmu5FDo8', 'ImportTx'],
  ])
})

const chainId = fromHex(`04${'00'.repeat(31)}`)
const parentId = fromHex(`010203${'00'.repeat(29)}`)

test('a vertex keeps its transactions whole and in their order', () => {
  const bytes = encode(Vertex, {
    chainId,
    height: 3n,
    epoch: 0,
    parentIds: [parentId],
    transactions: [fromHex('0102'), fromHex('03')],
  })
  expect(toHex(bytes)).toBe(
    `0x0000${toHex(chainId).slice(2)}00000000000000030000000000000001${toHex(parentId).slice(2)}000000020000000201020000000103`,
  )
  expect(encodeCb58(idOf(bytes))).toBe('bSvZeBPZh1i2TzgF8i1hzeVuVCi8yQQAw4LGFqeoBFV7JBVm7')
})

test('the stop vertex has version 1 and ends after its parents', () => {
  const stop = { chainId, height: 4n, parentIds: [parentId] }
  const bytes = encode(StopVertex, stop)
  expect(toHex(bytes)).toBe(
    `0x0001${toHex(chainId).slice(2)}000000000000000400000001${toHex(parentId).slice(2)}`,
  )
  expect(encodeCb58(idOf(bytes))).toBe('2AgXimkNPdZPTkTmfzbmwRPDQfhjZsyiinpC2j8yx73vctW9Zc')
  expect(decodeVertex(bytes)).toEqual({ type: 'StopVertex', ...stop })
})

test('a vertex of another version is refused', () => {
  const bytes = fromCheckedHex(recorded)
  bytes[1] = 2
  expect(() => decodeVertex(bytes)).toThrow('version: 2 instead of 0')
  expect(() => decodeVertex(new Uint8Array())).toThrow(FormatError)
})

test('transactions of a vertex ascend by hash, not by bytes', () => {
  // sha256: 01 gives 4bf5…, 02 gives dbc1…, 03 gives 084f….
  expect(sortByHash(['01', '02', '03'].map(fromHex)).map(toHex)).toEqual(['0x03', '0x01', '0x02'])
})

test('blocks and vertices round-trip, and damaged ones give a FormatError at most', () => {
  expectRoundTrips(ExchangeBlock, 40)
  expectSafeDecoding(ExchangeBlock, 60)
  for (const schema of [Vertex, StopVertex]) {
    expectRoundTrips(schema)
    expectSafeDecoding(schema)
  }
})
