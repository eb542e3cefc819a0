import { AvaCloudSDK } from '@avalabs/avacloud-sdk'
import { expect, inject, test } from 'vitest'
import { callerOperations } from '../support/caller-operations.ts'
import { makeCall, methodsOf } from '../support/every-call.ts'
import { changing, readingCalls } from '../support/operations.ts'
import { type Things, thingsOf } from '../support/things.ts'
import { networks, primarySubnetId } from '../support/world.ts'

const serverURL = inject('servers').mainnet
const client = new AvaCloudSDK({ serverURL })
const here = { serverURL, retries: { strategy: 'none' } } as const
/** It refuses chains without evmChainId, which the deployed service lists. */
const documented = { ...here, fetchOptions: { headers: { 'x-snowglobe-dialect': 'documented' } } }
const wantsEveryChainId = ['Subnet', 'Blockchain']

/** What chainkit has not, or takes without its default. */
const ownCalls = ({ network, chainId, collection, token }: Things) => ({
  'metrics.chains.getTeleporterMetrics': {
    request: { chainId, metric: 'teleporterTotalTxnCount' },
    response: { result: { value: 'a number' } },
  },
  'metrics.networks.getStakingMetrics': {
    request: { network, metric: 'validatorCount', subnetId: primarySubnetId },
    response: 'results',
  },
  'metrics.chains.listNftHolders': {
    request: { chainId, address: collection },
    response: 'addresses',
  },
  'metrics.chains.listTokenHoldersAboveThreshold': {
    request: { chainId, address: token, threshold: '1' },
    response: 'addresses',
  },
  'lookingGlass.compositeQuery': {
    request: {
      operator: 'OR',
      queries: [
        {
          ...{ id: 'coins', type: 'LatestBalance' },
          params: { evmChainId: chainId, minBalance: '1', tokenType: 'NATIVE' },
        },
      ],
    },
    response: 'addresses',
  },
})

const methods = methodsOf(client).filter((name) => name !== 'validateWebhook')
const byNetwork = Object.fromEntries(
  await Promise.all(
    networks.map(async (network) => {
      const of = await thingsOf(network)
      const calls = { ...readingCalls(of), ...ownCalls(of) }
      return [network, Object.entries(calls).filter(([name]) => methods.includes(name))] as const
    }),
  ),
)

test('every operation of avacloud-sdk is called', () => {
  for (const calls of Object.values(byNetwork)) {
    const names = calls.map(([name]) => name)
    expect([...names, ...changing, ...callerOperations].sort()).toEqual(methods.sort())
  }
})

test.each(
  networks.flatMap((network) =>
    (byNetwork[network] ?? []).map(([name, call]) => [name, network, call] as const),
  ),
)('%s reads all there is of %s', (name, _network, call) =>
  makeCall(
    client,
    name,
    call,
    wantsEveryChainId.some((part) => name.includes(part)) ? documented : here,
  ),
)

test('data.nfts.reindex is done once an hour', async () => {
  const { chainId, collection: address, tokenId } = await thingsOf('mainnet')
  const headers = { 'x-snowglobe-world': 'reindexed-by-avacloud' }
  const inOwnWorld = { ...here, fetchOptions: { headers } }
  const token = { chainId, address, tokenId }
  await client.data.nfts.reindex(token, inOwnWorld)
  await expect(client.data.nfts.reindex(token, inOwnWorld)).rejects.toMatchObject({
    statusCode: 429,
  })
})
