import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { quietWorld, withValue } from './support/mutations.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-mistakes-'))
const file = join(folder, 'world.json')
const cache = join(folder, 'cache')
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.restoreAllMocks())

/** Exit code and standard error of `snowglobe build` with the quiet world after a change. */
async function build(pointer: string, value: unknown): Promise<{ code: number; text: string }> {
  writeFileSync(file, JSON.stringify(withValue(quietWorld, pointer, value)))
  let text = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    text += part
    return true
  })
  vi.stubEnv('SNOWGLOBE_CACHE', cache)
  const code = await run(['build', '--size', 'small', '--definition', file], {})
  vi.unstubAllEnvs()
  return { code, text }
}

const noDate = (text: string) =>
  `must be a time that exists, such as 2025-01-31T12:00:00Z, found "${text}"`
const none = undefined
const [firstMember, secondMember] = quietWorld.cast
const [firstChain] = quietWorld.evmChains
const [firstContract] = quietWorld.contracts
const [validator] = quietWorld.primary.validators
const [asset] = quietWorld.primary.assets
const [subnet] = quietWorld.primary.subnets
const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

/** A member without a key. */
const bare = '0x0000000000000000000000000000000000005a0e'
const funding = { do: 'fund', to: bare, chain: 'C', amount: '1' }

// Where the change is, what comes there, where the mistake is reported if elsewhere, and its text.
test.each<[string, unknown, string, string?]>([
  // The story.
  [
    '/story',
    [{ at: 'now-5h', ...funding, amount: '-1' }],
    'must be text: A decimal amount',
    '/story/0/amount',
  ],
  ['/story', [{ at: 'now', do: 'sing' }], 'must be one of wallet, fund, ', '/story/0/do'],
  [
    '/story',
    [funding],
    'is missing; it must be a time such as 2026-01-15T12:00:00Z',
    '/story/0/at',
  ],
  ['/story', [{ at: '5h', ...funding }], 'must be a time such as 2026-01-15T12', '/story/0/at'],
  [
    '/story',
    [{ at: '2025-02-30T00:00:00Z', ...funding }],
    noDate('2025-02-30T00:00:00Z'),
    '/story/0/at',
  ],
  [
    '/story',
    [{ at: 'genesis+3d', ...funding }],
    'must be from 2020-09-21T00:00:00Z to 2100-01-01T00:00:00Z, found "genesis+3d"',
    '/story/0/at',
  ],
  // Dates and times.
  ['/now', '2026-13-45T00:00:00Z', noDate('2026-13-45T00:00:00Z')],
  ['/now', '2026-02-30T00:00:00Z', noDate('2026-02-30T00:00:00Z')],
  ['/now', '2026-13-45', 'must be text: RFC 3339 in UTC, whole seconds (^\\d{4}-'],
  ['/now', '2020-09-11T00:00:00Z', 'must be from 2020-11-09T00:00:00Z to 2100-01-01T00:00:00Z'],
  ['/evmChains/0/firstBlock', none, 'is missing; it must be text: RFC 3339'],
  ['/evmChains/0/firstBlock', '2021-02-29T00:00:00Z', noDate('2021-02-29T00:00:00Z')],
  [
    '/evmChains/0/firstBlock',
    '2026-02-01T00:00:00Z',
    'must be from 2020-09-21T00:00:00Z to 2025-11-19T15:59:59Z',
  ],
  [
    '/evmChains/0/firstBlock',
    '2026-01-01T00:00:00Z',
    'must be from 2020-09-21T00:00:00Z to 2025-11-19T15:59:59Z',
  ],
  ['/evmChains/0/firstBlock', '2020-09-20T00:00:00Z', 'must be from 2020-09-21T00:00:00Z'],
  [
    '/evmChains/2/firstBlock',
    '2024-12-01T00:00:00Z',
    'must be from 2024-12-19T18:00:00Z to 2026-01-14T00:00:00Z',
  ],
  ['/evmChains/2/firstBlock', '2026-01-14T23:00:00Z', 'to 2026-01-14T00:00:00Z'],
  ['/contracts/14/deployment/at', '2025-04-31T00:00:00Z', noDate('2025-04-31T00:00:00Z')],
  [
    '/nodes/fuji/peerReleases/0/upgradeTime',
    '2026-00-01T00:00:00Z',
    noDate('2026-00-01T00:00:00Z'),
  ],
  [
    '/primary/validators/0/from',
    'genesis-1d',
    'must be from 2020-09-21T00:00:00Z on mainnet, found "genesis-1d"',
  ],
  ['/primary/validators/0/from', 'helicon', 'must be text: Such as banff+3d, now-5h or genesis'],
  [
    '/primary/subnets/2/l1/at',
    'durango+3d',
    'must be from 2024-12-16T17:00:00Z (since etna) on mainnet, found "durango+3d"',
  ],
  ['/primary/subnets/1/elastic/at', 'etna+3d', '(until etna) on mainnet, found "etna+3d"'],
  ['/primary/subnets/0/newOwner/at', 'banff', '(since durango) on mainnet, found "banff"'],
  [
    '/primary/exports/1/at',
    'apricotPhase3',
    '(since apricotPhase5) on mainnet, found "apricotPhase3"',
  ],
  ['/primary/payouts/0/at', 'cortina+3d', '(since durango) on mainnet, found "cortina+3d"'],
  [
    '/primary/validators/4/start',
    'now-2d',
    'must be from 2026-01-14T21:00:00Z on mainnet, found "now-2d"',
  ],
  [
    '/primary/delegations/11/start',
    'now-30d',
    'must be from 2026-01-13T02:00:00Z on mainnet, found "now-30d"',
  ],
  // Words that are not allowed.
  ['/evmChains/0/kind', 'c_chain', 'must be one of c-chain, l1, found "c_chain"'],
  ['/evmChains/1/network', 'testnet', 'must be one of mainnet, fuji, found "testnet"'],
  [
    '/contracts/0/ercType',
    'ERC20',
    'must be one of ERC-20, ERC-721, ERC-1155, UNKNOWN, found "ERC20"',
  ],
  [
    '/contracts/0/role',
    'bridge',
    'must be one of wrapped-native, factory, exchange, receiver, multicall, found "bridge"',
  ],
  [
    '/contracts/0/role',
    'factory',
    'must be "wrapped-native" or absent for ercType "ERC-20", found "factory"',
  ],
  [
    '/contracts/0/items',
    [{ name: 'Rope', description: '' }],
    'must be absent, because only ERC-721 and ERC-1155 contracts have items and this is "ERC-20"',
  ],
  [
    '/contracts/6/usdSwing',
    100,
    'must be absent unless usd is given, because it is the swing of that price, found 100',
  ],
  ['/contracts/1/usdSwing', 601, 'must be a whole number from 1 to 600'],
  [
    '/evmChains/1/token/usdSwing',
    100,
    'must be absent unless usd is given, because it is the swing of that price, found 100',
  ],
  ['/primary/assets/0/kind', 'fungible', 'must be one of fixed, variable, nft, found "fungible"'],
  ['/primary/exports/0/from', 'D', 'must be one of P, X, C, found "D"'],
  ['/colour', 'blue', 'is not a known property; known are now, cast, evmChains'],
  [
    '/evmChains/0/blocks/large',
    5,
    'is not a known property; known are small, medium; its value is 5',
  ],
  // Numbers out of bounds.
  ['/evmChains/0/blocks/small', 0, 'must be a whole number from 1 to 1000000, found 0'],
  ['/primary/validators/0/days', 400, 'must be a whole number from 14 to 365, found 400'],
  ['/primary/validators/0/feePercent', 1.5, 'must be a number from 2 to 100, found 1.5'],
  ['/primary/validators/0/avax', 1e9, 'must be a number'],
  ['/cast', [], 'must be a list of 1 to 1000 items'],
  ['/cast/1/addresses', {}, 'must be an object with `evm`, `primary` or both, found {}'],
  ['/cast/1/addresses', 'P', 'must be an object with `evm`, `primary` or both, found "P"'],
  ['/nodes/mainnet/peerUptimes/0/least', 101, 'must be a whole number from 0 to 100, found 101'],
  [
    '/nodes/mainnet/peerUptimes/0/most',
    91,
    'must be at most 91, the value of max, found 92',
    '/nodes/mainnet/peerUptimes/0/least',
  ],
  ['/nodes/mainnet/ip', '203.0.113.300:9651', 'must be an address and a port from 1 to 65535'],
  ['/nodes/mainnet/ip', '203.0.113.3:96510', 'must be an address and a port from 1 to 65535'],
  ['/primary/exports/0/avax', 1e-10, 'must be a number from 1e-9 to 300000000, found 1e-10'],
  // The same thing twice.
  ['/cast/1', { name: 'ewoq' }, 'a member "ewoq" is declared twice', '/cast/1/name'],
  [
    '/cast/1',
    { ...secondMember, privateKey: firstMember?.privateKey },
    'the key "56289e99',
    '/cast/1/privateKey',
  ],
  [
    '/evmChains/4',
    firstChain,
    'a chain with the id "43114" is declared twice',
    '/evmChains/4/chainId',
  ],
  [
    '/contracts/1',
    firstContract,
    'a contract at "0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7 on 43114" is declared',
    '/contracts/1/address',
  ],
  [
    '/primary/validators/1',
    validator,
    'a validator "ewoq" is declared twice',
    '/primary/validators/1/node',
  ],
  ['/primary/assets/1', asset, 'an asset "Frost" is declared twice', '/primary/assets/1/name'],
  ['/primary/subnets/5', subnet, 'a subnet "glacier" is declared twice', '/primary/subnets/5/name'],
  ['/primary/subnets/2/l1/registrations/0/node', 'ewoq', 'a validator "ewoq" is declared twice'],
  [
    '/primary/subnets/0/chains/1/name',
    'Moraine',
    'a chain of the subnet "Moraine" is declared twice',
  ],
  ['/nodes/fuji/acpVotes/1/acp', 103, 'the proposal "103" is declared twice'],
  ['/primary/validators/0/node', 'node-1', '"node-1" is a reserved name of nodes'],
  // Names of nothing.
  ['/contracts/0/chainId', '1', 'must be one of 43114, 43113, 930114, 930113, found "1"'],
  ['/primary/delegations/0/by', 'nobody', 'must be a name in the cast, found "nobody"'],
  [
    '/primary/subnets/2/l1/chain',
    'Avalanche',
    'must name a chain of the subnet, found "Avalanche"',
  ],
  [
    '/primary/subnets/1/elastic/asset',
    'Icicle',
    'must name an asset of the kind "fixed", found "Icicle"',
  ],
  ['/evmChains/2/chainId', '930199', 'no subnet of mainnet declares the chain "930199"'],
  ['/evmChains/0/chainId', '43115', 'must be "43114" for the C-chain of mainnet, found "43115"'],
  [
    '/foreignChains/0/blockchainId',
    'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPj',
    'must be 32 bytes in cb58',
  ],
  // Things that do not go together.
  [
    '/contracts/0/address',
    none,
    'must have exactly one of address and deployment, found neither',
    '/contracts/0',
  ],
  ['/cast/1/privateKey', order, 'must be from 1 to the order of secp256k1 minus 1'],
  ['/cast/1/privateKey', '0'.repeat(64), 'must be from 1 to the order of secp256k1 minus 1'],
  ['/primary/holdings/0/threshold', 4, 'must be at most 3, the number of owners, found 4'],
  ['/primary/exports/0/to', 'P', 'must be a chain other than "P", the value of from'],
  [
    '/primary/funds/exchange',
    30_000_000,
    'the funds of 16 members (those without addresses) and the holdings need 480667601 AVAX, but the genesis has 360000000',
    '/primary/funds',
  ],
])('%s = %j: exit 2, "%s"', async (pointer, value, reason, place = pointer) => {
  const { code, text } = await build(pointer, value)
  expect(text).toContain(`snowglobe: ${file}: ${place} is not valid: `)
  expect(text).toContain(reason)
  expect(code).toBe(2)
})

// Mistakes that only the simulation finds.
test.each<[string, unknown, RegExp, string?]>([
  [
    '/primary/exports/0/avax',
    250_000,
    /ewoq has 27500 AVAX on the P-chain at 2020\S+, but 250000 are needed/,
    '/primary/exports/0',
  ],
  [
    '/primary/exports/4/avax',
    250_000,
    /ewoq has \d+ nAVAX on the C-chain, but 250001000000000 are needed/,
    '/primary/exports/4',
  ],
  [
    '/primary/subnets/0/chains/0/at',
    'apricotPhase1+1d',
    /the subnet glacier before it exists/,
    '/primary/subnets/0/chains/0',
  ],
  [
    '/contracts/19/deployment/at',
    '2026-01-14T23:59:59Z',
    /must be earlier, or \/evmChains\/0\/blocks must be higher, because chain 43114 has no block left for this contract until 2026-01-15T00:00:00Z/,
  ],
  [
    '/contracts/36/deployment/at',
    '2026-01-14T12:00:00Z',
    /\/evmChains\/2\/blocks must be higher, because chain 930114 has no block left /,
  ],
  [
    '/story',
    [
      { at: 'now-4h', ...funding },
      { at: 'now-5h', do: 'transfer', from: bare, to: 'ewoq', chain: 'C', amount: '1' },
    ],
    /the private key of 0x0{36}5a0e is not known/,
    '/story/1',
  ],
  [
    '/story',
    [{ at: '2022-01-01T00:00:00Z', ...funding, chain: '930114' }],
    /mainnet has no EVM chain 930114 yet/,
    '/story/0',
  ],
  [
    '/story',
    // Since Granite two seconds lie between blocks of a chain.
    [
      { at: '2026-01-14T23:59:59Z', ...funding },
      { at: 'now', ...funding },
    ],
    /its blocks would last until 2026-01-15T00:00:01Z, which is after now/,
    '/story/1/at',
  ],
])(
  '%s = %j is found by the build, which leaves nothing behind',
  async (pointer, value, reason, place = pointer) => {
    const { code, text } = await build(pointer, value)
    expect(text).toContain(`snowglobe: ${file}: ${place} is not valid: `)
    expect(text).toMatch(reason)
    expect(code).toBe(2)
    expect(readdirSync(cache)).toEqual([])
  },
)
