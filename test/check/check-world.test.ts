import { expect, test } from 'vitest'
import { checkWorld } from '../../src/check/check-world.ts'
import { cacheFolders } from '../../src/config.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { createSnowglobe } from '../../src/snowglobe.ts'
import { openCachedBase } from '../../src/world/cache.ts'

// The first is built for the tests of determinism too.
test.each(['other', 'two'])(
  'the small world of the seed %s adds up',
  async (seed) => {
    const definition = await worldDefinition(undefined)
    const base = await openCachedBase(cacheFolders(), { definition, seed, size: 'small' })
    const report = checkWorld({ now: base.meta.now, all: base.all })
    base.close()
    expect(
      report.rules.flatMap(({ name, violations }) => violations.map((each) => [name, each])),
    ).toEqual([])
    expect(report.violations).toBe(0)
    expect(report.rules.filter(({ checked }) => checked === 0)).toEqual([])
  },
  120_000,
)

test('the default world adds up', async () => {
  const definition = await worldDefinition(undefined)
  const settings = { definition, seed: 'snowglobe', size: 'default' } as const
  const base = await openCachedBase(cacheFolders(), settings)
  const report = checkWorld({ now: base.meta.now, all: base.all })
  base.close()
  expect(report.rules.filter(({ violations }) => violations.length > 0)).toEqual([])
}, 120_000)

test('a server checks its own world', async () => {
  const server = await createSnowglobe({ size: 'small', logLevel: 'silent' })
  try {
    const report = await server.check()
    expect(report.violations).toBe(0)
    expect(report.rules.length).toBeGreaterThan(50)
  } finally {
    await server.close()
  }
})
