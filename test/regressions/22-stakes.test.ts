import { afterAll, beforeAll, expect, test } from 'vitest'
import { primary } from '../../fixtures/primary.ts'
import { networks } from '../../src/networks/network.ts'
import type { BaseReader } from '../../src/store/base-reader.ts'
import { openSmallBase, rowsOf } from '../simulator/evm-base.ts'

let base: BaseReader
beforeAll(async () => {
  base = await openSmallBase()
})
afterAll(() => base.close())

const oneAvax = 1_000_000_000

test('the default world declares tens of validators', () => {
  expect(primary.moreValidators.default).toBeGreaterThanOrEqual(30)
  expect(primary.moreValidators.default).toBeLessThanOrEqual(60)
})

test.each(networks)('on %s stakes are within what the network allows, and far apart', (network) => {
  const stakes = rowsOf<{ avax: number }>(
    base,
    `SELECT CAST(weight AS INTEGER) / ${oneAvax} AS avax FROM staking_period
     WHERE network = '${network}' AND kind = 'validator' AND start_height IS NOT NULL
     AND end_height IS NULL AND subnet_id = '11111111111111111111111111111111LpoYY'`,
  ).map(({ avax }) => avax)
  expect(stakes.length).toBeGreaterThan(5)
  expect(Math.min(...stakes)).toBeGreaterThanOrEqual(2000)
  expect(Math.max(...stakes)).toBeLessThanOrEqual(3_000_000)
  expect(Math.max(...stakes) / Math.min(...stakes)).toBeGreaterThan(100)

  const supply = rowsOf<{ avax: number }>(
    base,
    `SELECT CAST(current_supply AS INTEGER) / ${oneAvax} AS avax FROM primary_block
     WHERE network = '${network}' AND chain = 'P' ORDER BY height DESC LIMIT 1`,
  )[0]?.avax
  // A handful of validators in the small world; before, their share was 0.000065.
  expect(stakes.reduce((sum, avax) => sum + avax, 0) / (supply ?? 0)).toBeGreaterThan(0.005)
})
