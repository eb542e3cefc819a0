import { expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { definitionProblems } from '../../src/definition/problems.ts'

/** The problems of the built-in definition after a change. */
function problemsAfter(change: (definition: WorldDefinition) => void) {
  const definition = structuredClone(defaultWorld)
  change(definition)
  return definitionProblems(definition)
}

test('the built-in definition refers to nothing that is not there', () => {
  expect(definitionProblems(defaultWorld)).toEqual([])
})

test('members who are not of the cast are found wherever they act', () => {
  const problems = problemsAfter(({ primary }) => {
    primary.funds.reserve = 'nobody'
    Object.assign(primary.delegations[1] ?? {}, { by: 'nemo' })
    Object.assign(primary.holdings[0] ?? {}, { owners: ['ewoq', 'niemand'] })
    Object.assign(primary.subnets[2]?.l1?.registrations[0] ?? {}, { owner: 'personne' })
  })
  expect(problems).toEqual([
    { pointer: '/primary/funds/reserve', reason: 'must be a name in the cast, found "nobody"' },
    {
      pointer: '/primary/holdings/0/owners/1',
      reason: 'must be a name in the cast, found "niemand"',
    },
    { pointer: '/primary/delegations/1/by', reason: 'must be a name in the cast, found "nemo"' },
    {
      pointer: '/primary/subnets/2/l1/registrations/0/owner',
      reason: 'must be a name in the cast, found "personne"',
    },
  ])
})

test('owners are different people and enough of them', () => {
  const problems = problemsAfter(({ primary: { holdings, subnets } }) => {
    Object.assign(holdings[0] ?? {}, { threshold: 4 })
    Object.assign(subnets[0] ?? {}, { owners: ['ewoq', 'ewoq'] })
  })
  expect(problems).toEqual([
    {
      pointer: '/primary/holdings/0/threshold',
      reason: 'must be at most 3, the number of owners, found 4',
    },
    {
      pointer: '/primary/subnets/0/owners',
      reason: 'must not name an owner twice, found ["ewoq","ewoq"]',
    },
  ])
})

test('subnets name their own chains, assets and validators', () => {
  const problems = problemsAfter(({ primary: { subnets } }) => {
    Object.assign(subnets[1]?.elastic ?? {}, { asset: 'Icicle' })
    Object.assign(subnets[2]?.l1 ?? {}, { chain: 'Avalanche' })
    Object.assign(subnets[3]?.l1?.disables[0] ?? {}, { node: 'oak' })
  })
  expect(problems).toEqual([
    {
      pointer: '/primary/subnets/1/elastic/asset',
      reason: 'must name an asset of the kind "fixed", found "Icicle"',
    },
    {
      pointer: '/primary/subnets/2/l1/chain',
      reason: 'must name a chain of the subnet, found "Avalanche"',
    },
    {
      pointer: '/primary/subnets/3/l1/disables/0/node',
      reason: 'must be a validator of the L1, found "oak"',
    },
  ])
})

test('an L1 belongs to one subnet of its network', () => {
  const without = problemsAfter(({ primary }) => {
    primary.subnets = primary.subnets.filter(({ name }) => name !== 'drift')
  })
  expect(without).toEqual([
    { pointer: '/evmChains/3/chainId', reason: 'no subnet of fuji declares the chain "930113"' },
  ])
  const twice = problemsAfter(({ primary: { subnets } }) => {
    const [, , snowfall] = subnets
    if (snowfall) subnets.push({ ...snowfall, name: 'blizzard' })
  })
  expect(twice).toEqual([
    {
      pointer: '/primary/subnets/5/chains/0/evmChainId',
      reason: 'an EVM chain "930114" is declared twice',
    },
  ])
})

test('exports go to another chain, and only the P-chain locks for staking', () => {
  const problems = problemsAfter(({ primary: { exports, holdings } }) => {
    Object.assign(exports[0] ?? {}, { to: 'P' })
    Object.assign(holdings[1] ?? {}, { stakeableLocktime: 'now' })
  })
  expect(problems.map(({ pointer }) => pointer)).toEqual([
    '/primary/holdings/1/stakeableLocktime',
    '/primary/exports/0/to',
  ])
})
