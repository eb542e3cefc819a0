import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { fittingDefinition } from '../../src/definition/fitting-definition.ts'
import { definitionProblems } from '../../src/definition/problems.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'

const vault = {
  evm: '0x00000000000000000000000000000000000055a0',
  mainnet: 'avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw',
  fuji: 'fuji1slt2dhfu6a6qezcn5sgtagumq8ag8we7cmr2u3',
}
const written = {
  cast: [
    { name: 'alice' },
    { name: 'vault', addresses: { evm: vault.evm, primary: vault.mainnet } },
    { name: 'shelf', addresses: { primary: 'fuji1qurswpc8qurswpc8qurswpc8qurswpc82rwv4r' } },
  ],
  primary: {
    holdings: [
      { chain: 'P', owners: ['vault'], threshold: 1, avax: 12 },
      { chain: 'X', owners: ['vault'], threshold: 1, avax: 8, locktime: 'now+9d' },
    ],
  },
  story: [
    { at: 'now-5h', do: 'fund', to: 'vault', chain: 'C', amount: '5.5', exactly: true },
    { at: 'now-5h', do: 'fund', to: 'shelf', chain: 'X', amount: '2' },
    { at: 'now-4h', do: 'fund', to: 'alice', chain: 'C', amount: '1' },
    { at: 'now-4h', do: 'deploy', from: 'alice', chain: 'C', kind: 'ERC-721', as: 'cat' },
    { at: 'now-4h', do: 'mint', contract: 'cat', to: 'vault', tokenIds: ['1', '2'] },
  ],
}

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-members-'))
let server: Snowglobe | undefined
afterEach(() => server?.close())
afterAll(() => rmSync(folder, { recursive: true }))

const start = async (size: 'empty' | 'small') => {
  const file = join(folder, 'world.json')
  writeFileSync(file, JSON.stringify(written))
  server = await startServer({ definition: file, size, pace: 4 })
  return server
}
// biome-ignore lint/suspicious/noExplicitAny: responses are held against their contract elsewhere.
const get = async (path: string): Promise<any> => (await server?.inject(path))?.json()

test.each(['empty', 'small'] as const)(
  'in a world of size %s they hold what is declared and sent, and nothing else ever happens to it',
  async (size) => {
    const world = await start(size)
    const { members } = await world.cast()
    expect(members[1]).toEqual({
      ...{ name: 'vault', ...vault },
      balances: {
        mainnet: { P: '12', X: '0', C: '5.5' },
        fuji: { P: '12', X: '0', C: '0' },
      },
    })
    expect(members[2]).toMatchObject({ balances: { mainnet: { P: '0', X: '2', C: '0' } } })
    expect(members[2]).not.toHaveProperty('evm')
    expect(members.map(({ privateKey }) => privateKey !== undefined)).toEqual([
      ...[true, false, false, true],
    ])
    await world.clock.advance('10d')
    const [, later] = (await world.cast()).members
    expect(later?.balances.mainnet).toEqual({ P: '12', X: '8', C: '5.5' })
    const { erc721TokenBalances } = await get(
      `/v1/chains/43114/addresses/${vault.evm}/balances:listErc721`,
    )
    expect(erc721TokenBalances).toHaveLength(2)
    const { rules } = await world.check()
    expect(rules.filter(({ violations }) => violations.length > 0)).toEqual([])
  },
  240_000,
)

test('they sign nothing, and get nothing where they have no address', async () => {
  const world = await start('empty')
  await expect(
    world.act({ do: 'transfer', from: 'vault', to: 'alice', chain: 'P', amount: '1' }),
  ).rejects.toMatchObject({
    code: 'not_possible',
    message: 'the private key of vault is not known; declare it with a wallet action',
  })
  await expect(
    world.act({ do: 'fund', to: 'shelf', chain: 'C', amount: '1' }),
  ).rejects.toMatchObject({
    code: 'not_possible',
    message: 'shelf has no address on EVM chains',
  })
  await expect(world.act({ do: 'wallet', name: 'vault' })).rejects.toMatchObject({
    message: 'the name vault is already declared; choose another',
  })
})

test.each([
  [{ cast: [{ name: 'a', addresses: {} }] }, '/cast/0/addresses'],
  [{ cast: [{ name: 'a', addresses: { evm: '0x1' } }] }, '/cast/0/addresses/evm'],
  [
    // The checksum of the case is wrong.
    { cast: [{ name: 'a', addresses: { evm: '0x00000000000000000000000000000000000055Aa' } }] },
    '/cast/0/addresses/evm',
  ],
  [
    { cast: [{ name: 'a', addresses: { primary: `${vault.mainnet.slice(0, -1)}q` } }] },
    '/cast/0/addresses/primary',
  ],
  [
    { cast: [{ name: 'a', addresses: { primary: vault.fuji }, privateKey: '01'.repeat(32) }] },
    '/cast/0/addresses',
  ],
] as const)('%j is reported at %s', (definition, pointer) => {
  expect(() => fittingDefinition(definition)).toThrow(pointer)
})

test('they hold, but do nothing that takes a signature', () => {
  const whole = fittingDefinition(written)
  const { primary, cast } = whole
  expect(
    definitionProblems({
      ...whole,
      cast: [...cast, { name: 'door', addresses: { evm: vault.evm } }],
      primary: {
        ...primary,
        funds: { ...primary.funds, reserve: 'vault' },
        holdings: [{ chain: 'P', owners: ['alice', 'door'], threshold: 1, avax: 1 }],
        exports: [{ from: 'P', to: 'X', by: 'vault', at: 'now-2d', avax: 1 }],
      },
    }),
  ).toEqual([
    {
      pointer: '/primary/funds/reserve',
      reason: 'must be a member with a key, found "vault", which is watch-only',
    },
    {
      pointer: '/primary/holdings/0/owners/1',
      reason: 'must be a member with an address on the P- and X-chain, found "door"',
    },
    {
      pointer: '/primary/exports/0/by',
      reason: 'must be a member with a key, found "vault", which is watch-only',
    },
  ])
})
