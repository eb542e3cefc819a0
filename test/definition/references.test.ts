import { expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { referenceProblems } from '../../src/definition/references.ts'

/** The problems of the built-in definition after a change. */
function problemsAfter(change: (definition: WorldDefinition) => void) {
  const definition = structuredClone(defaultWorld)
  change(definition)
  return referenceProblems(definition)
}

test('the built-in definition refers to nothing that is not there', () => {
  expect(referenceProblems(defaultWorld)).toEqual([])
})

test('members who are not of the cast are found wherever they act', () => {
  const problems = problemsAfter(({ primary }) => {
    primary.funds.reserve = 'nobody'
    Object.assign(primary.delegations[1] ?? {}, { by: 'nemo' })
    Object.assign(primary.holdings[0] ?? {}, { owners: ['ewoq', 'niemand'] })
    Object.assign(primary.subnets[2]?.l1?.registrations[0] ?? {}, { owner: 'personne' })
  })
  expect(problems).toEqual([
    { path: '/primary/funds/reserve', message: 'the cast has no nobody' },
    { path: '/primary/holdings/0/owners/1', message: 'the cast has no niemand' },
    { path: '/primary/delegations/1/by', message: 'the cast has no nemo' },
    { path: '/primary/subnets/2/l1/registrations/0/owner', message: 'the cast has no personne' },
  ])
})

test('owners are different people and enough of them', () => {
  const problems = problemsAfter(({ primary: { holdings, subnets } }) => {
    Object.assign(holdings[0] ?? {}, { threshold: 4 })
    Object.assign(subnets[0] ?? {}, { owners: ['ewoq', 'ewoq'] })
  })
  expect(problems).toEqual([
    { path: '/primary/holdings/0/threshold', message: 'there are only 3 owners' },
    { path: '/primary/subnets/0/owners', message: 'an owner is named twice' },
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
      path: '/primary/subnets/1/elastic/asset',
      message: 'no asset of a fixed amount is called Icicle',
    },
    { path: '/primary/subnets/2/l1/chain', message: 'the subnet has no chain Avalanche' },
    { path: '/primary/subnets/3/l1/disables/0/node', message: 'oak is no validator of the L1' },
  ])
})

test('an L1 belongs to one subnet of its network', () => {
  const without = problemsAfter(({ primary }) => {
    primary.subnets = primary.subnets.filter(({ name }) => name !== 'drift')
  })
  expect(without).toEqual([
    { path: '/evmChains/3/chainId', message: 'no subnet of fuji has this chain' },
  ])
  const twice = problemsAfter(({ primary: { subnets } }) => {
    const [, , snowfall] = subnets
    if (snowfall) subnets.push(snowfall)
  })
  expect(twice.map(({ message }) => message)).toEqual([
    'more than one subnet of mainnet has this chain',
  ])
})

test('exports go to another chain, and only the P-chain locks for staking', () => {
  const problems = problemsAfter(({ primary: { exports, holdings } }) => {
    Object.assign(exports[0] ?? {}, { to: 'P' })
    Object.assign(holdings[1] ?? {}, { stakeableLocktime: 'now' })
  })
  expect(problems.map(({ path }) => path)).toEqual(['/primary/holdings/1', '/primary/exports/0/to'])
})
