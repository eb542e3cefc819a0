import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyRule } from '../../src/check/rule.ts'
import { rules } from '../../src/check/rules.ts'
import { type BreakableWorld, openBreakableWorld } from './support/breakable-world.ts'
import { evmBlockBreakages } from './support/breakages/evm-blocks.ts'
import { evmContractBreakages } from './support/breakages/evm-contracts.ts'
import { evmTransactionBreakages } from './support/breakages/evm-transactions.ts'
import { interchainBreakages } from './support/breakages/interchain.ts'
import { nodeBreakages } from './support/breakages/node.ts'
import { primaryBlockBreakages } from './support/breakages/primary-blocks.ts'
import { primaryL1Breakages } from './support/breakages/primary-l1.ts'
import { primaryStakingBreakages } from './support/breakages/primary-staking.ts'
import { primaryTransactionBreakages } from './support/breakages/primary-transactions.ts'
import { primaryUtxoBreakages } from './support/breakages/primary-utxos.ts'

const breakages = [
  ...primaryTransactionBreakages,
  ...primaryUtxoBreakages,
  ...primaryBlockBreakages,
  ...primaryStakingBreakages,
  ...primaryL1Breakages,
  ...evmBlockBreakages,
  ...evmTransactionBreakages,
  ...evmContractBreakages,
  ...interchainBreakages,
  ...nodeBreakages,
]
const options = { thorough: false }
let small: BreakableWorld

beforeAll(async () => {
  small = await openBreakableWorld()
})
afterAll(() => small.close())

for (const breakage of breakages)
  test(`${breakage.rule} finds what is broken by ${breakage.change.replaceAll(/\s+/g, ' ')}`, () => {
    const rule = rules.find(({ name }) => name === breakage.rule)
    if (!rule) throw new Error(`there is no rule ${breakage.rule}`)
    const { id, result } = small.broken(breakage, (world) => applyRule(rule, world, options))
    expect(result.violations.flatMap(({ ids }) => ids)).toContain(id)
  })

test('every rule has something that it finds', () => {
  const found = new Set(breakages.map(({ rule }) => rule))
  expect(rules.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([])
})

test('names of rules are unique', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
})
