import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeItem, type RlpItem } from '../../src/formats/evm/rlp-writer.ts'

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4 },
    fc.uint8Array({ maxLength: 60 }),
    fc.uint8Array({ maxLength: 1 }),
    fc.uint8Array({ minLength: 250, maxLength: 300 }),
    fc.array(tie('item'), { maxLength: 6 }),
  ),
}))

test('items have the bytes that another library gives them', () => {
  fc.assert(
    fc.property(item, (value) => {
      expect(encodeItem(value)).toEqual(RLP.encode(value))
    }),
  )
})

test.each([55, 56, 255, 256, 65_535, 65_536, 2 ** 24])(
  'a string and a list of %i bytes have the header of their length',
  (length) => {
    const bytes = new Uint8Array(length).fill(200)
    expect(Buffer.compare(encodeItem(bytes), RLP.encode(bytes))).toBe(0)
    const list = Array.from({ length: Math.min(length, 300) }, () => Uint8Array.of(1))
    expect(encodeItem([bytes, ...list])).toHaveLength(RLP.encode([bytes, ...list]).length)
    expect(encodeItem(list)).toEqual(RLP.encode(list))
  },
)
