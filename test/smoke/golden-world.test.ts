import { expect, test } from 'vitest'
import { cacheFolders } from '../../src/config/cache-folders.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { generatorVersion } from '../../src/simulator/generator-version.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'

/**
 * Fingerprints of the default world by generator version. A change of the bytes of the world
 * raises the version, so that no cache shows an old world, and adds the new fingerprint.
 */
const fingerprints: Readonly<Record<number, string>> = {
  3: '0e811835c014fc348075f2bff87f9ee7b2750334b94b4990b0b1ee59a9511e32',
  4: 'f33259216d04691747879e66c7d57d7821965edf36fb4650e830fccfbc039cdd',
  5: 'ded20b499d6af18d0777beb63fc5bfc280d04234fcded40e4de9b749026a5e07',
  6: 'e4c788ecc7f26b53c890c5dbd9a7349a5607a6651a5f60ae60a3d469a4914e45',
  7: 'ff28aabeb338ad9d62f7fb2d5d0186856b4d5655319a1a153cc13e27b9e07fa5',
  8: 'c78e7dc2d4aed0fd486f9eab37b5b072129da50e4a8ea3c4d8bffa80f4e6948a',
  9: 'c6712e42bc509ce5de1f1a6d4c7bd31257511a18221caf835c0f4ab72445cadb',
  10: '50f552e57c4ebd1651c6d5d8f0035142642d536b444cbbe635a622a8cca9e336',
  11: 'e05ac7280d01d332b34634498f30611ddd6c2d0ca0ab510e34492763587bdb9b',
  12: '0c353081849e94933cebe8e66b2653b5dccd8cd59d95137ad5947a90a072ad61',
  13: 'c6d57fc9eaa2f1a1db513da5f39862c191bfa9cbe29c0e5046f075784d006b96',
  14: 'c6d57fc9eaa2f1a1db513da5f39862c191bfa9cbe29c0e5046f075784d006b96',
  15: '3a010ebd520a4eb213093c40068c309cf9c87a5bfb2f8cacddd76f8054ddc956',
  16: '034e9a4b80881fe9805b16c3270563aadbec1750e140b77ee27e8e746db59786',
  17: '1b664c8d5949f8fe279d570aaa9931d23c171d1d03ffe7b7177c6cc95f749262',
  18: 'aa45d33a83d4aa4a1662b4ef3edeb7eee864d13db35d74e6e915e965eb8c2c07',
  19: 'aa45d33a83d4aa4a1662b4ef3edeb7eee864d13db35d74e6e915e965eb8c2c07',
  20: 'aa45d33a83d4aa4a1662b4ef3edeb7eee864d13db35d74e6e915e965eb8c2c07',
  23: '1515e4e2e3f91c92e76404b7cb22d83348778d6067c7c3eca15e9f9e119ba583',
  24: '8becfb96e7c1a149aa789ad80ffe6ca8f98053604903607d09b86b3c80f7010f',
  25: '0c7a22319a3e474c9ec649735d7635d4b3f162c4df4f300d4499ff1adcdebc91',
  26: '2e97cacf99ee3c3e00405e67ca8fd547292f02c1fa7a86f69b1af3af10ab1333',
  27: '2e97cacf99ee3c3e00405e67ca8fd547292f02c1fa7a86f69b1af3af10ab1333',
  28: 'b240193d7002af440b08c9082bcf816425cc0709aad9dc9d88a0c30c7f11228c',
  29: '9c0a631e5bfe9d87f0b429e4fceddf5f4b86831f35d8bfce682fbe4729e1f8fb',
  30: '9c0a631e5bfe9d87f0b429e4fceddf5f4b86831f35d8bfce682fbe4729e1f8fb',
  31: '9c0a631e5bfe9d87f0b429e4fceddf5f4b86831f35d8bfce682fbe4729e1f8fb',
}

test('the default world has the bytes that its generator version stands for', async () => {
  const definition = await worldDefinition(undefined)
  const base = await openCachedBase(cacheFolders(), {
    definition,
    seed: 'snowglobe',
    size: 'medium',
  })
  const { fingerprint, generator_version: version } = base.meta
  base.close()
  expect(version).toBe(generatorVersion)
  expect(fingerprint).toBe(fingerprints[generatorVersion])
})
