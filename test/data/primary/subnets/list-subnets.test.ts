import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmChainInfo } from '../../../../schemas/data/chains.ts'
import type { Blockchain, Subnet } from '../../../../schemas/data/subnets.ts'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import {
  expectPagesToAddUp,
  expectTestnetToBeFuji,
  networks,
  refusal,
  wholeList,
  withQuery,
} from '../lists.ts'

let server: Snowglobe

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const primaryNetwork = '11111111111111111111111111111111LpoYY'
const path = (network: string) => `/v1/networks/${network}/subnets`
const list = (network: string) => wholeList<Subnet>(server, path(network), 'subnets')
const transactions = (network: string) =>
  wholeList<PrimaryNetworkTransaction>(
    server,
    `/v1/networks/${network}/blockchains/p-chain/transactions`,
    'transactions',
  )

test.each(networks)('%s: pages have every item once and asc is the reverse', async (network) => {
  await expectPagesToAddUp(server, path(network), 'subnets', { sizes: [1, 7, 10_000] })
})

test.each(networks)(
  '%s: the primary network is the oldest subnet and has three chains',
  async (network) => {
    const subnets = await list(network)
    const times = subnets.map(({ createBlockTimestamp }) => createBlockTimestamp)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(subnets.at(-1)).toMatchObject({
      subnetId: primaryNetwork,
      createBlockTimestamp: 1_599_696_000,
      ownerAddresses: [],
      isL1: false,
    })
    expect(subnets.at(-1)?.blockchains.map(({ vmId, evmChainId }) => [vmId, evmChainId])).toEqual([
      ['rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT', 0],
      ['jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq', 0],
      ['mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6', network === 'mainnet' ? 43114 : 43113],
    ])
  },
)

test.each(networks)(
  '%s: every other subnet is that of a CreateSubnetTx, with its chains',
  async (network) => {
    const all = await transactions(network)
    const created = all.filter(({ txType }) => txType === 'CreateSubnetTx')
    const subnets = (await list(network)).filter(({ subnetId }) => subnetId !== primaryNetwork)
    expect(subnets.map(({ subnetId }) => subnetId)).toEqual(created.map(({ txHash }) => txHash))
    for (const subnet of subnets) {
      const chains = all.filter(
        ({ txType, subnetId }) => txType === 'CreateChainTx' && subnetId === subnet.subnetId,
      )
      expect(subnet.blockchains.map(({ blockchainId }) => blockchainId)).toEqual(
        chains.map(({ txHash }) => txHash).reverse(),
      )
      const owned = all.find(
        ({ txType, txHash, subnetId }) =>
          (txType === 'TransferSubnetOwnershipTx' && subnetId === subnet.subnetId) ||
          txHash === subnet.subnetId,
      )
      expect(subnet.subnetOwnershipInfo).toEqual(owned?.subnetOwnershipInfo)
      expect(subnet).toMatchObject({
        ownerAddresses: subnet.subnetOwnershipInfo.addresses,
        threshold: subnet.subnetOwnershipInfo.threshold,
        locktime: subnet.subnetOwnershipInfo.locktime,
      })
      const conversion = all.find(
        ({ txType, subnetId }) => txType === 'ConvertSubnetToL1Tx' && subnetId === subnet.subnetId,
      )
      expect(subnet.isL1).toBe(conversion !== undefined)
      expect(subnet.l1ConversionTransactionHash).toBe(conversion?.txHash)
      expect(subnet.l1ValidatorManagerDetails).toEqual(conversion?.l1ValidatorManagerDetails)
    }
    expect(new Set(subnets.map(({ isL1 }) => isL1))).toEqual(new Set([true, false]))
  },
)

test.each(networks)('%s: chains with an EVM chain id have a genesis', async (network) => {
  const chains = (await list(network)).flatMap(({ blockchains }) => blockchains)
  for (const { evmChainId, genesisData } of chains) {
    expect(genesisData !== undefined).toBe(evmChainId !== 0)
    if (evmChainId !== 0) expect(genesisData?.config?.chainId).toBe(evmChainId)
  }
})

test.each(networks)('%s: the chains below /v1/chains are chains of subnets', async (network) => {
  const subnets = await list(network)
  const { body } = await get(server, `/v1/chains?network=${network}`)
  const { chains } = body as { chains: EvmChainInfo[] }
  for (const { chainId, platformChainId, subnetId, vmId } of chains) {
    const subnet = subnets.find((each) => each.subnetId === subnetId)
    expect(subnet?.blockchains).toContainEqual(
      expect.objectContaining({ blockchainId: platformChainId, evmChainId: Number(chainId), vmId }),
    )
  }
})

test('testnet is fuji, also for a page that goes on', () =>
  expectTestnetToBeFuji(server, `${path('fuji')}?pageSize=1`))

test.each(networks)('%s: chains and subnets are found by id', async (network) => {
  const subnets = await list(network)
  for (const subnet of subnets)
    expect((await get(server, `${path(network)}/${subnet.subnetId}`)).body).toEqual(subnet)

  const url = `/v1/networks/${network}/blockchains`
  await expectPagesToAddUp(server, url, 'blockchains', { sizes: [1, 7, 10_000] })
  const chains = await wholeList<Blockchain>(server, url, 'blockchains')
  expect(new Set(chains)).toEqual(new Set(subnets.flatMap(({ blockchains }) => blockchains)))
  for (const chain of chains)
    expect((await get(server, `${url}/${chain.blockchainId}`)).body).toEqual(chain)
  for (const [alias, vmId] of [
    ['p-chain', 'rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT'],
    ['x-chain', 'jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq'],
  ])
    expect((await get(server, `${url}/${alias}`)).body).toMatchObject({ vmId })
})

test('what does not exist is 404, what has no form of an id is 400', async () => {
  const unknown = '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm'
  const requests = [
    `${path('mainnet')}/${unknown}`,
    `/v1/networks/mainnet/blockchains/${unknown}`,
    `${path('mainnet')}/x`,
    '/v1/networks/mainnet/blockchains/d-chain',
    withQuery(path('mainnet'), { pageSize: 10_001 }),
  ]
  expect(await Promise.all(requests.map((url) => refusal(server, url)))).toMatchInlineSnapshot(`
    [
      "404 Subnet "2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm" does not exist on mainnet",
      "404 Blockchain "2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm" does not exist on mainnet",
      "400 subnetId must be a base-58 id of 32 bytes with checksum, not "x"",
      "400 blockchainId must be a base-58 id, p-chain, x-chain or c-chain, not "d-chain"",
      "400 pageSize must be an integer from 1 to 10000, not "10001"",
    ]
  `)
})
