import { expect, test } from 'vitest'
import { checkWorld } from '../../src/check/check-world.ts'
import { cacheFolders } from '../../src/config/cache-folders.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'

// Built for the tests of determinism too.
test('the small world of another seed is consistent', async () => {
  const definition = await worldDefinition(undefined)
  const settings = { definition, seed: 'other', size: 'small' } as const
  const base = await openCachedBase(cacheFolders(), settings)
  const report = checkWorld({ now: base.meta.now, all: base.all })
  base.close()
  expect(
    report.rules.flatMap(({ name, violations }) => violations.map((each) => [name, each])),
  ).toEqual([])
  expect(report.violations).toBe(0)
  expect(report.rules.filter(({ checked }) => checked === 0)).toEqual([])
})

test('the default world is consistent', async () => {
  const definition = await worldDefinition(undefined)
  const settings = { definition, seed: 'snowglobe', size: 'medium' } as const
  const base = await openCachedBase(cacheFolders(), settings)
  const report = checkWorld({ now: base.meta.now, all: base.all })
  base.close()
  expect(report.rules.filter(({ violations }) => violations.length > 0)).toEqual([])
})
