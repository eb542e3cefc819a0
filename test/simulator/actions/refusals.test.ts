import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action, ActionOf, Do } from '../../../schemas/control/actions/index.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { refusalOf, through, transports } from '../../control/support/transports.ts'
import { startServer } from '../../support/server.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ pace: 0 })
})
afterAll(() => server?.close())

type Refused = {
  [Verb in Do]: readonly [fields: Omit<ActionOf<Verb>, 'do'>, message: string | RegExp]
}

const unknownAddress = '0x00000000000000000000000000000000000000aa'
const unknownKey = `the private key of ${unknownAddress} is not known; declare it with a wallet action`
const node = { node: 'ewoq', from: 'ewoq' } as const

/** An action of each verb that the world refuses, and the message. */
const refused: Refused = {
  wallet: [{ name: 'alice' }, 'the name alice is already declared; choose another'],
  fund: [
    { to: 'alice', chain: 'C', amount: '1', exactly: true },
    /^with exactly, amount must be at least the balance of alice, which is \d{4,}\.\d+, because funding only adds; found 1$/,
  ],
  transfer: [{ from: unknownAddress, to: 'alice', chain: 'C', amount: '1' }, unknownKey],
  fail: [{ from: unknownAddress, chain: 'C' }, unknownKey],
  deploy: [{ from: unknownAddress, chain: 'C', kind: 'ERC-20' }, unknownKey],
  call: [{ from: 'ewoq', contract: unknownAddress }, `mainnet has no contract ${unknownAddress}`],
  mint: [
    { contract: unknownAddress, to: 'alice', amount: '1' },
    `mainnet has no contract ${unknownAddress}`,
  ],
  transferToken: [
    { contract: unknownAddress, from: 'ewoq', to: 'alice', amount: '1' },
    `mainnet has no contract ${unknownAddress}`,
  ],
  price: [{ contract: unknownAddress, usd: '1' }, `mainnet has no contract ${unknownAddress}`],
  reindexNft: [
    { contract: unknownAddress, tokenId: '1' },
    `mainnet has no contract ${unknownAddress}`,
  ],
  sendMessage: [{ from: unknownAddress, sourceChain: 'C', destinationChain: '930114' }, unknownKey],
  deliverMessage: [{ message: 'nothing' }, 'no message nothing waits for delivery on mainnet'],
  export: [
    { from: 'carol', sourceChain: 'P', destinationChain: 'C', amount: '9000000' },
    /^carol has [\d.]+ AVAX on the P-chain at \S+, but 9000000 are needed$/,
  ],
  import: [
    { to: 'carol', sourceChain: 'X', destinationChain: 'C' },
    'carol has nothing unlocked to import from X to C; export something first, or advance the clock to the end of the lock',
  ],
  addValidator: [
    { ...node, amount: '1', duration: '30d' },
    'a validator on mainnet must stake from 2000 to 3000000 AVAX, not 1',
  ],
  delegate: [
    { ...node, node: 'nobody', amount: '30', duration: '30d' },
    /^mainnet has no node nobody; it has \w/,
  ],
  removeSubnetValidator: [{ node: 'ewoq', subnet: 'nowhere' }, 'mainnet has no subnet nowhere'],
  createSubnet: [
    { name: 'new', by: unknownAddress },
    `${unknownAddress} is neither a name in the cast nor an address: not an address of a known network`,
  ],
  createChain: [{ name: 'New', subnet: 'nowhere', by: 'ewoq' }, 'mainnet has no subnet nowhere'],
  transferSubnet: [
    { subnet: 'nowhere', by: 'ewoq', owner: 'bob' },
    'mainnet has no subnet nowhere',
  ],
  convertToL1: [
    {
      ...{ subnet: 'nowhere', by: 'ewoq', managerChain: 'C' },
      validators: [{ node: 'ewoq', weight: 1, balance: '1' }],
    },
    'mainnet has no subnet nowhere',
  ],
  registerL1Validator: [
    { subnet: 'nowhere', by: 'ewoq', node: 'ewoq', weight: 1, balance: '1' },
    'mainnet has no subnet nowhere',
  ],
  setL1Weight: [
    { validation: 'nothing', by: 'ewoq', weight: 1 },
    'mainnet has no L1 validator nothing',
  ],
  increaseL1Balance: [
    { validation: 'nothing', by: 'ewoq', amount: '1' },
    'mainnet has no L1 validator nothing',
  ],
  disableL1Validator: [
    { validation: 'nothing', by: 'ewoq' },
    'mainnet has no L1 validator nothing',
  ],
  createAsset: [
    { name: 'Coin', symbol: 'COIN', by: unknownAddress, kind: 'fixed', amount: '1' },
    `${unknownAddress} is neither a name in the cast nor an address: not an address of a known network`,
  ],
  mintAsset: [{ asset: 'nothing', to: 'alice', amount: '1' }, 'mainnet has no asset nothing'],
  mintNft: [{ asset: 'nothing', to: 'alice' }, 'mainnet has no asset nothing'],
  issue: [{ chain: 'P', bytes: '0x00' }, /^couldn't parse tx: ends /],
}

test.each([
  ['NodeID-111111111111111111116DBWJs', /^mainnet has no named node NodeID-1+6DBWJs; it has \w/],
  [
    'NodeID-111111111111111111116DBWJt',
    /^NodeID-1+6DBWJt is no valid NodeID: .*; use the name or NodeID of an existing node: \w/,
  ],
])('a delegation to %s says which nodes there are', async (to, message) => {
  const refusal = await refusalOf(
    server.act({ do: 'delegate', from: 'ewoq', node: to, amount: '30', duration: '30d' }),
  )
  expect(refusal.message).toMatch(message)
})

test.each(transports)(
  'of every verb something is refused in words, and nothing is left of it, through %s',
  async (transport) => {
    const world = through(transport, server)
    const before = await world.export()
    for (const [verb, [fields, message]] of Object.entries(refused)) {
      const refusal = await refusalOf(world.act([{ do: verb, ...fields } as Action]))
      expect(refusal, verb).toMatchObject({ code: 'not_possible', details: { action: 0 } })
      expect(refusal.message).toMatch(message)
    }
    expect(await world.export()).toEqual(before)
  },
)
