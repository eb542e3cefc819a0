import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChunkStore } from '../../../src/http/cache/chunk-store.ts'

test('texts of any length and order are found again, each by itself and all as bytes', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 9 }),
    // Around the length of a slab, and that of two.
    fc.integer({ min: 65_530, max: 65_540 }).map((length) => 'x'.repeat(length)),
    fc.integer({ min: 131_068, max: 131_075 }).map((length) => 'y'.repeat(length)),
  )
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 8 }), { maxLength: 6 }), (responses) => {
      const chunks = createChunkStore()
      const placed = responses.map((texts) => chunks.place(texts))
      for (const [i, texts] of responses.entries()) {
        const runs = placed[i] ?? []
        expect(chunks.textsOf(runs)).toEqual(texts)
        const bytes = Buffer.concat(chunks.partsOf(runs))
        expect(bytes.equals(Buffer.from(texts.join('')))).toBe(true)
        expect(chunks.byteTextOf(runs)).toBe(bytes.toString('latin1'))
      }
    }),
  )
})

test('texts that came one after the other are one part, also where texts are shared', () => {
  const chunks = createChunkStore()
  const bytesIn = (texts: readonly string[]) =>
    chunks.partsOf(chunks.place(texts)).map((part) => part.toString())
  expect(bytesIn(['a', 'b', 'c'])).toEqual(['abc'])
  const before = chunks.bytes()
  expect(bytesIn(['b', 'c'])).toEqual(['bc'])
  expect(bytesIn(['c', 'a', 'b'])).toEqual(['c', 'ab'])
  expect(chunks.bytes()).toBe(before)
  expect(bytesIn(['b', 'c', 'd'])).toEqual(['bcd'])
})

test('lists that overlap are one part between their own beginnings and ends', () => {
  const chunks = createChunkStore()
  const partsOf = (first: number, last: number) => {
    const items = Array.from({ length: last - first }, (_, i) => `,${first + 1 + i}`)
    const runs = chunks.place(['{"next":', `${first}`, ...items, `]"${last}"}`])
    return chunks.partsOf(runs).map((part) => part.toString())
  }
  expect(partsOf(10, 13)).toEqual(['{"next":10', ',11,12,13', ']"13"}'])
  expect(partsOf(11, 15)).toEqual(['{"next":', '11', ',12,13,14,15', ']"15"}'])
  expect(partsOf(12, 16).at(-2)).toBe(',13,14,15,16')
})
