import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from '../../src/formats/ids.ts'
import { keccak256, loadFastKeccak } from '../../src/formats/keccak.ts'

const ofNothing = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

test('the hash of nothing is the published one, before and after WebAssembly is loaded', async () => {
  expect(toHex(keccak256(new Uint8Array()))).toBe(ofNothing)
  await loadFastKeccak()
  expect(toHex(keccak256(new Uint8Array()))).toBe(ofNothing)
})

test('hashes in WebAssembly are those of another library, and stay what they are', async () => {
  await loadFastKeccak()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), fc.uint8Array(), (bytes, others) => {
      const hash = keccak256(bytes)
      keccak256(others)
      expect(hash).toEqual(keccak_256(bytes))
      expect(keccak256(Buffer.from(bytes).subarray(1))).toEqual(keccak_256(bytes.subarray(1)))
    }),
  )
})
