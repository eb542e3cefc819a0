import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startingDefinition } from '../../fixtures/empty-world.ts'
import type { Action } from '../../schemas/control/actions/index.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

const by = 'treasury'
const bare = 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'
const chains = [{ name: 'Ice', vm: 'timestampvm', at: 'now-8d' }]
const subnet = {
  ...{ network: 'mainnet', owners: [by], threshold: 1, at: 'now-9d' },
  ...{ chains, validators: [] },
}
const validator = { owner: by, weight: 10, avax: 5 }
const noChanges = { registrations: [], weights: [], increases: [], disables: [] }
const l1 = {
  ...{ at: 'now-5d', chain: 'Ice', manager: '0x00000000000000000000000000000000000000aa' },
  validators: [
    { node: 'floe', ...validator },
    { node: 'berg', ...validator },
  ],
  ...noChanges,
}

/** A factory whose name an action takes before it, and things for the days after now. */
const definition = {
  ...startingDefinition,
  story: [{ at: 'now-9d', do: 'deploy', from: by, chain: 'C', kind: 'other', name: 'Works' }],
  contracts: [
    {
      ...{ chainId: '43114', ercType: 'UNKNOWN', role: 'factory', name: 'Works' },
      deployment: { by, at: '2026-01-10T00:00:00Z' },
    },
    {
      ...{ chainId: '43114', ercType: 'ERC-721', name: 'Rime', symbol: 'RIME' },
      deployment: { by, at: '2026-01-12T00:00:00Z', through: 'Works' },
    },
  ],
  primary: {
    subnets: [
      { ...subnet, name: 'snow', newOwner: { owners: [by], threshold: 1, at: 'now+1d' } },
      { ...subnet, name: 'hail', l1: { ...l1, at: 'now+1d' } },
      {
        ...{ ...subnet, name: 'ice' },
        l1: {
          ...l1,
          registrations: [{ node: 'calf', ...validator, at: 'now+1d' }],
          weights: [{ node: 'berg', at: 'now+2d', weight: 30 }],
          increases: [{ node: 'berg', at: 'now+2d', by, avax: 1 }],
          disables: [{ node: 'berg', at: 'now+3d' }],
        },
      },
    ],
  },
}

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-declared-'))
let server: Snowglobe
beforeAll(async () => {
  const file = join(folder, 'world.json')
  writeFileSync(file, JSON.stringify(definition))
  server = await startServer({ definition: file, size: 'empty' })
})
afterEach(() => server.reset())
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true })
})

const l1Validators = async () => {
  const { validators } = (
    await server.inject('/v1/networks/mainnet/l1Validators?includeInactiveL1Validators=true')
  ).json()
  return (validators as { weight: number; remainingBalance: number }[])
    .map(({ weight, remainingBalance }) => ({ weight, isActive: remainingBalance > 0 }))
    .sort((a, b) => a.weight - b.weight)
}

test('what is declared for later happens when nothing prevents it', async () => {
  await server.clock.advance('4d')
  expect(await l1Validators()).toEqual([
    { weight: 10, isActive: true },
    { weight: 10, isActive: true },
    { weight: 10, isActive: true },
    { weight: 10, isActive: true },
    { weight: 30, isActive: false },
  ])
})

test.each<[string, Action[], number[]]>([
  [
    'a subnet has an owner with an unknown key',
    [{ do: 'transferSubnet', subnet: 'snow', by, owner: bare }],
    [10, 10, 10, 10, 30],
  ],
  [
    'a validator of an L1 is gone',
    [{ do: 'setL1Weight', subnet: 'ice', node: 'berg', by, weight: 0 }],
    [0, 10, 10, 10, 10],
  ],
  [
    'an L1 has no validator left to sign',
    [
      { do: 'disableL1Validator', subnet: 'ice', node: 'berg', by },
      { do: 'disableL1Validator', subnet: 'ice', node: 'floe', by },
    ],
    [10, 10, 10, 10],
  ],
  [
    'a subnet is already an L1',
    [
      {
        ...{ do: 'convertToL1', subnet: 'hail', by, managerChain: 'C' },
        validators: [{ node: 'firn', weight: 5, balance: '1' }],
      },
    ],
    [5, 10, 10, 30],
  ],
])(
  'what is declared for later does not happen when %s, and time goes on',
  async (_, actions, weights) => {
    await server.act(actions)
    await server.clock.advance('4d')
    expect((await l1Validators()).map(({ weight }) => weight)).toEqual(weights)
    expect((await server.check()).violations).toBe(0)
  },
)

test('what an action called by the name of a declared contract does not take its place', async () => {
  const { contracts } = await server.cast()
  expect(contracts).toContainEqual(expect.objectContaining({ name: 'Rime' }))
})
