import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  LiveBlockchain,
  LiveEncodedGenesis,
  LiveSubnet,
} from '../../../../schemas/data/live-primary.ts'
import type { Subnet } from '../../../../schemas/data/subnets.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { openPrivateWorld, type PrivateWorld } from '../../../fields/support/private-world.ts'
import { get, startServer } from '../../../support/server.ts'
import { networks, wholeList } from '../lists.ts'
import { allTransactions, transactionsPath } from '../transactions.ts'

let server: Snowglobe
let world: PrivateWorld
let live: Snowglobe

beforeAll(async () => {
  world = await openPrivateWorld()
  server = await startServer()
  live = await startServer({ dialect: 'live' })
})
afterAll(async () => {
  await server.close()
  await live.close()
})

const below = (network: string) => `/v1/networks/${network}`
const subnetsOf = (network: string) =>
  wholeList<LiveSubnet>(live, `${below(network)}/subnets`, 'subnets')
const ask = async <Body>(url: string) => (await get(live, url)).body as Body

const evmChainIds = { mainnet: 43114, fuji: 43113 }

test.each(networks)('%s: the primary network and its chains are as recorded', async (network) => {
  const primary = (await subnetsOf(network)).at(-1)
  const common = {
    createBlockTimestamp: 1_599_696_000,
    subnetId: '11111111111111111111111111111111LpoYY',
  }
  expect(primary).toEqual({
    ...common,
    createBlockIndex: '-1',
    ownerAddresses: [''],
    threshold: 0,
    locktime: 0,
    subnetOwnershipInfo: { locktime: 0, threshold: 0, addresses: [''] },
    isL1: false,
    blockchains: [
      {
        ...common,
        createBlockNumber: '-1',
        blockchainId: '11111111111111111111111111111111LpoYY',
        vmId: 'platformvm',
        blockchainName: 'P-Chain',
      },
      {
        ...common,
        createBlockNumber: '-1',
        blockchainId: expect.any(String),
        vmId: 'jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq',
        blockchainName: 'X-Chain',
      },
      {
        ...common,
        createBlockNumber: '-1',
        blockchainId: expect.any(String),
        vmId: 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6',
        blockchainName: 'C-Chain',
        evmChainId: evmChainIds[network],
      },
    ],
  })
})

test.each(networks)(
  '%s: a genesis is reported for one chain or subnet, not in lists',
  async (network) => {
    const subnets = await subnetsOf(network)
    const listed = subnets.flatMap(({ blockchains }) => blockchains)
    const url = `${below(network)}/blockchains`
    for (const chain of [...listed, ...(await wholeList<LiveBlockchain>(live, url, 'blockchains'))])
      expect(chain).not.toHaveProperty('genesisData')

    const kinds = new Set<unknown>()
    for (const { subnetId, blockchains } of subnets) {
      const alone = await ask<LiveSubnet>(`${below(network)}/subnets/${subnetId}`)
      expect(
        await Promise.all(
          blockchains.map(({ blockchainId }) => ask<LiveBlockchain>(`${url}/${blockchainId}`)),
        ),
      ).toEqual(alone.blockchains)
      for (const { evmChainId, genesisData, blockchainName } of alone.blockchains) {
        if (blockchainName === 'X-Chain') continue
        kinds.add(typeof evmChainId)
        expect(typeof genesisData).toBe(evmChainId === undefined ? 'undefined' : 'object')
        if (genesisData === undefined || 'encoding' in genesisData) continue
        expect(genesisData.config?.chainId).toBe(evmChainId)
        for (const quantity of [genesisData.airdropAmount, genesisData.baseFeePerGas])
          expect(quantity === null || typeof quantity === 'number').toBe(true)
      }
    }
    expect(kinds).toEqual(new Set(['undefined', 'number']))
  },
)

test.each([
  ['mainnet', '00000001', 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'],
  ['fuji', '00000005', 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK'],
] as const)(
  '%s: the genesis of the X-chain holds what the chain began with',
  async (network, networkId, avax) => {
    const { genesisData } = await ask<{ genesisData: LiveEncodedGenesis }>(
      `${below(network)}/blockchains/x-chain`,
    )
    expect(genesisData.encoding).toBe('hex')
    // Codec version, one asset; its alias, network, chain, no outputs, inputs and memo; name, symbol,
    // nine decimal places; one state, of secp256k1.
    const start =
      `0x0000${'00000001'}000441564158${networkId}${'00'.repeat(32)}${'00000000'.repeat(3)}` +
      `0009${'4176616c616e636865'}000441564158${'09'}${'00000001'}${'00000000'}`
    expect(genesisData.data.slice(0, start.length)).toBe(start)

    const spent = (await allTransactions(server, transactionsPath(network, 'x-chain')))
      .flatMap(({ consumedUtxos }) => consumedUtxos)
      .filter(({ txHash }) => txHash === avax)
      .sort((a, b) => a.outputIndex - b.outputIndex)
    expect(spent.length).toBeGreaterThan(1)
    // As many outputs as the store has of the transaction that is the asset's id.
    const { made } = world.pick(
      "SELECT count(*) AS made FROM utxo WHERE tx_id = :avax AND created_on_chain = 'X'",
      { avax },
    )
    expect(Number.parseInt(genesisData.data.slice(start.length, start.length + 8), 16)).toBe(made)
    let place = start.length
    for (const { utxoBytes = '' } of spent) {
      // A UTXO is version, transaction, index and asset, then the output; the checksum ends it.
      const output = utxoBytes.slice(2 + 2 * (2 + 32 + 4 + 32), -8)
      const found = genesisData.data.indexOf(output, place)
      expect(found).toBeGreaterThanOrEqual(place)
      place = found + output.length
    }
  },
)

test('the documented dialect keeps what the contract says of the same subnets', async () => {
  const { body } = await get(server, `${below('mainnet')}/subnets?sortOrder=asc&pageSize=1`)
  const [primary] = (body as { subnets: Subnet[] }).subnets
  expect(primary).toMatchObject({
    createBlockIndex: '0',
    ownerAddresses: [],
    subnetOwnershipInfo: { addresses: [] },
  })
  expect(
    primary?.blockchains.map(({ createBlockNumber, vmId, evmChainId, genesisData }) => [
      createBlockNumber,
      vmId,
      evmChainId,
      typeof genesisData,
    ]),
  ).toEqual([
    ['0', 'rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT', 0, 'undefined'],
    ['0', 'jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq', 0, 'undefined'],
    ['0', 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6', 43114, 'object'],
  ])
})
