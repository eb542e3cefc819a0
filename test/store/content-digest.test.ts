import { expect, test } from 'vitest'
import { contentDigestOf } from '../../src/store/digests/content-digest.ts'
import { smallWorld } from '../support/small-world.ts'

test('a digest is made of many small parts, and can be left at each of them', async () => {
  const { file, meta } = await smallWorld()
  const digest = contentDigestOf(file)
  let parts = 1
  while (digest.add()) parts++
  digest.close()
  expect(digest.hex()).toBe(meta.fingerprint)
  // The rows are ten megabytes, of which a part adds two tenths of one.
  expect(parts).toBeGreaterThan(50)
  const other = contentDigestOf(file)
  expect(other.add()).toBe(true)
  other.close()
})
