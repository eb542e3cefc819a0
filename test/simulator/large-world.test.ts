import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { checkWorld } from '../../src/check/check-world.ts'
import type { WorldSize } from '../../src/config/config.ts'
import type { BaseReader } from '../../src/store/base-reader.ts'
import { statement } from '../../src/store/statement.ts'
import { openCachedBase } from '../../src/world/base-cache/cache.ts'
import { tinyWorld } from '../support/tiny-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-large-'))
let large: BaseReader
let ordinary: BaseReader

/** The tiny world with this many background blocks on each chain. */
const open = (size: WorldSize, blocks: number) => {
  const few = { small: blocks, medium: blocks }
  const definition: WorldDefinition = {
    ...tinyWorld,
    evmChains: tinyWorld.evmChains.map((chain) => ({ ...chain, blocks: few })),
    // A stake of many validators has a block of its own, which is as full in either world.
    primary: {
      ...tinyWorld.primary,
      blocks: { platform: few, exchange: few },
      moreValidators: { small: 0, medium: 0 },
    },
  }
  return openCachedBase([folder], { definition, seed: 'large', size })
}

beforeAll(async () => {
  large = await open('large', 1)
  ordinary = await open('medium', 16)
})
afterAll(() => {
  large?.close()
  ordinary?.close()
  rmSync(folder, { recursive: true })
})

const selectCounts = statement<
  Record<string, never>,
  { evmBlocks: number; evmAll: number; primaryBlocks: number; primaryAll: number }
>(`
  SELECT (SELECT count(*) FROM evm_block) AS evmBlocks,
    (SELECT count(*) FROM evm_transaction) AS evmAll,
    (SELECT count(*) FROM primary_block) AS primaryBlocks,
    (SELECT count(*) FROM primary_transaction) AS primaryAll`)

test('a large world is consistent', () => {
  expect(checkWorld({ now: large.meta.now, all: large.all }).violations).toBe(0)
})

test('a large world has 16 times the blocks of a default one, and they are several times as full', () => {
  const [full] = large.all(selectCounts, {})
  const [thin] = ordinary.all(selectCounts, {})
  if (!full || !thin) throw new Error('a statement of counts gives a row')
  const filled = (transactions: number, blocks: number) => transactions / blocks
  expect(full.evmBlocks / thin.evmBlocks).toBeCloseTo(1, 0)
  expect(filled(full.evmAll, full.evmBlocks) / filled(thin.evmAll, thin.evmBlocks)).toBeGreaterThan(
    5,
  )
  expect(
    filled(full.primaryAll, full.primaryBlocks) / filled(thin.primaryAll, thin.primaryBlocks),
  ).toBeGreaterThan(1.5)
})
