import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { verifyProofOfPossession } from '../../src/formats/bls.ts'
import { deriveBlsKey, loadBlsPool, poolSecretKey } from '../../src/formats/bls-pool.ts'
import { blsPoolEntries } from '../../src/formats/bls-pool-data.ts'

test('a sample of the table is what its seed rule derives', async () => {
  const pool = await loadBlsPool()
  for (const index of [0, 1, 99, 199]) expect(pool.key(index)).toEqual(deriveBlsKey(index))
})

test('the secret of key 0 follows from the text "snowglobe bls 0"', () => {
  expect(bytesToHex(poolSecretKey(0))).toBe(
    '1487db242e86981dc4e84d45a4e6968a8d3a095c0dcdb776b8aa8c82243a01d2',
  )
})

test('the table has 200 keys, all different, with proofs', async () => {
  const pool = await loadBlsPool()
  const keys = blsPoolEntries.map((_, index) => bytesToHex(pool.key(index).publicKey))
  expect(new Set(keys).size).toBe(200)
  for (const { publicKey, uncompressedPublicKey, proofOfPossession } of [pool.key(57)]) {
    expect(verifyProofOfPossession(proofOfPossession, publicKey)).toBe(true)
    expect(uncompressedPublicKey.length).toBe(96)
  }
})

test('a key beyond the table is derived, once for all worlds', async () => {
  const [pool, other] = [await loadBlsPool(), await loadBlsPool()]
  expect(pool.key(200)).toEqual(deriveBlsKey(200))
  expect(pool.key(200)).toBe(pool.key(200))
  expect(other.key(200)).toBe(pool.key(200))
})
