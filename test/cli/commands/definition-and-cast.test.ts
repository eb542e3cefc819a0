import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { WorldCast } from '../../../schemas/control/cast.ts'
import type { WorldDefinition } from '../../../schemas/definition/world.ts'
import { run } from '../../../src/cli/run.ts'
import { tinyWorld } from '../../support/tiny-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-cast-'))
const file = join(folder, 'world.json')
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** Output of a command that succeeds. */
async function outputOf(...argv: string[]): Promise<string> {
  let text = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((part, ...rest: unknown[]) => {
    text += part
    const written = rest.at(-1)
    if (typeof written === 'function') written()
    return true
  })
  expect(await run(argv, {})).toBe(0)
  return text
}

const castOf = async (...argv: string[]) =>
  JSON.parse(await outputOf('cast', '--json', '--size', 'small', ...argv)) as WorldCast

test('the printed definition is a file for the same world', async () => {
  writeFileSync(file, await outputOf('definition'))
  // Other tests add worlds to the cache that all share.
  const cache = join(folder, 'cache')
  vi.stubEnv('SNOWGLOBE_CACHE', cache)
  const worlds = () => readdirSync(cache).filter((name) => /^world-/.test(name))
  await outputOf('build', '--size', 'small')
  const before = worlds()
  expect(before.length).toBeGreaterThan(0)
  await outputOf('build', '--size', 'small', '--definition', file)
  expect(worlds()).toEqual(before)
  expect(await outputOf('definition', '--definition', file)).toBe(await outputOf('definition'))
})

const amount = expect.stringMatching(/^\d{4,5}\.\d+$/)

test('the cast of the built-in world has its published names', async () => {
  const { members, nodes, contracts, subnets } = await castOf()
  expect(members).toHaveLength(16)
  expect(members[0]).toEqual({
    balances: {
      mainnet: { P: amount, X: amount, C: amount, '930114': amount },
      fuji: { P: amount, X: amount, C: amount, '930113': amount },
    },
    name: 'ewoq',
    evm: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
    mainnet: 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
    fuji: 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
    privateKey: '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
  })
  expect(nodes.map(({ name }) => name)).toEqual(
    'ewoq birch spruce larch aspen willow hazel rowan maple alder node-1 node-2 node-3'.split(' '),
  )
  expect(new Set(nodes.flatMap(({ mainnet, fuji }) => [mainnet, fuji])).size).toBe(26)
  expect(contracts[0]).toEqual({
    chainId: '43114',
    address: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    ercType: 'ERC-20',
    name: 'Wrapped AVAX',
    symbol: 'WAVAX',
  })
  expect(contracts.map(({ name }) => name)).toContain('Frost Prints')
  const l1s = subnets.filter(({ isL1 }) => isL1)
  expect(
    l1s.map(({ network, chains }) => [network, chains[0]?.name, chains[0]?.evmChainId]),
  ).toEqual([
    ['mainnet', 'Snowfall', 930114],
    ['fuji', 'Drift', 930113],
  ])
  expect(subnets).toHaveLength(10)
})

test('the cast for people has a line for each of them', async () => {
  const text = await outputOf('cast', '--size', 'small')
  expect(text).toMatch(/^ {2}ewoq +0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC +avax18jma/m)
  expect(text).toMatch(/^ {2}ewoq +NodeID-/m)
  expect(text).toMatch(
    /^ {2}43114 +0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7 +ERC-20 +WAVAX +Wrapped AVAX$/m,
  )
  expect(text).toMatch(/^ {2}L1 +mainnet +\S+ +Snowfall \S+$/m)
})

test('keys that an author declares are never printed, not even of a well-known name', async () => {
  const secret = 'ab'.repeat(32)
  const own: WorldDefinition = {
    ...tinyWorld,
    cast: [
      ...tinyWorld.cast.filter(({ name }) => name !== 'alice'),
      { name: 'alice', privateKey: secret },
      { name: 'zoe' },
    ],
  }
  writeFileSync(file, JSON.stringify(own))
  const { members } = await castOf('--definition', file)
  const keyOf = (name: string) => members.find((member) => member.name === name)?.privateKey
  expect(keyOf('bob')).toMatch(/^[0-9a-f]{64}$/)
  expect([keyOf('alice'), keyOf('zoe')]).toEqual([undefined, undefined])
  expect(await outputOf('cast', '--size', 'small', '--definition', file)).not.toContain(secret)
})

test('--json belongs to cast', async () => {
  let text = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    text += part
    return true
  })
  expect(await run(['check', '--json'], {})).toBe(2)
  expect(text).toBe('snowglobe: --json is an option of cast, not of check\n')
})
