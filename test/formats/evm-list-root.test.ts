import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listRoot } from '../../src/formats/evm/list-root.ts'

async function trieRoot(values: Uint8Array[]) {
  const trie = new MerklePatriciaTrie()
  for (const [index, value] of values.entries()) await trie.put(RLP.encode(index), value)
  return trie.root()
}

test('the root of no items is the well-known empty root', () => {
  expect(bytesToHex(listRoot([]))).toBe(
    '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  )
})

test('roots of 0 to 300 items equal those of an independent trie', async () => {
  const items = Array.from({ length: 300 }, (_, i) => new Uint8Array(110).fill(i + 1))
  const trie = new MerklePatriciaTrie()
  for (const [index, item] of items.entries()) {
    await trie.put(RLP.encode(index), item)
    expect(listRoot(items.slice(0, index + 1))).toEqual(trie.root())
  }
})

test('a node of 31 bytes nests inside its parent, one of 32 is replaced by its hash', async () => {
  for (const length of [28, 29, 30]) {
    const items = [1, 2].map((fill) => new Uint8Array(length).fill(fill))
    expect(listRoot(items)).toEqual(await trieRoot(items))
  }
})

test('items of any size, also ones that nest inside their parent node, give the same root', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 40 }),
      async (items) => {
        expect(listRoot(items)).toEqual(await trieRoot(items))
      },
    ),
    { numRuns: 40 },
  )
})
