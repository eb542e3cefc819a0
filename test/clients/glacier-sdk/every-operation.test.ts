import { expect, test } from 'vitest'
import { withTypes } from '../support/every-call.ts'
import { type Call, readingCalls } from '../support/operations.ts'
import { thingsOf } from '../support/things.ts'
import { networks } from '../support/world.ts'
import { everyItem, glacier } from './glacier.ts'

/** Operations that read, by what chainkit calls them; their requests are the same. */
const namesInChainkit: Readonly<Record<string, string>> = {
  'evmBalances.getNativeBalance': 'data.evm.address.balances.getNative',
  'evmBalances.listErc20Balances': 'data.evm.address.balances.listErc20',
  'evmBalances.listErc721Balances': 'data.evm.address.balances.listErc721',
  'evmBalances.listErc1155Balances': 'data.evm.address.balances.listErc1155',
  'evmBalances.listCollectibleBalances': 'data.evm.address.balances.listCollectibles',
  'evmBlocks.listLatestBlocksAllChains': 'data.evm.blocks.listLatestAllChains',
  'evmBlocks.getLatestBlocks': 'data.evm.blocks.listLatest',
  'evmBlocks.getBlock': 'data.evm.blocks.get',
  'evmChains.listAddressChains': 'data.evm.address.chains.list',
  'evmChains.supportedChains': 'data.evm.chains.list',
  'evmChains.getChainInfo': 'data.evm.chains.get',
  'evmChains.getAddressChains': 'data.evm.chains.getAddressChains',
  'evmChains.listAllLatestTransactions': 'data.evm.chains.listAllLatestTransactions',
  'evmChains.listAllLatestBlocks': 'data.evm.chains.listAllLatestBlocks',
  'evmContracts.getContractMetadata': 'data.evm.contracts.getMetadata',
  'evmTransactions.listLatestTransactionsAllChains': 'data.evm.transactions.listLatestAllChains',
  'evmTransactions.getDeploymentTransaction': 'data.evm.contracts.getDeploymentTransaction',
  'evmTransactions.listContractDeployments': 'data.evm.address.contracts.listDeployments',
  'evmTransactions.listTransfers': 'data.evm.contracts.listTransfers',
  'evmTransactions.listTransactions': 'data.evm.address.transactions.list',
  'evmTransactions.listNativeTransactions': 'data.evm.address.transactions.listNative',
  'evmTransactions.listErc20Transactions': 'data.evm.address.transactions.listErc20',
  'evmTransactions.listErc721Transactions': 'data.evm.address.transactions.listErc721',
  'evmTransactions.listErc1155Transactions': 'data.evm.address.transactions.listErc1155',
  'evmTransactions.listInternalTransactions': 'data.evm.address.transactions.listInternal',
  'evmTransactions.getTransaction': 'data.evm.transactions.get',
  'evmTransactions.getTransactionsForBlock': 'data.evm.blocks.listTransactions',
  'evmTransactions.listLatestTransactions': 'data.evm.transactions.listLatest',
  'healthCheck.dataHealthCheck': 'data.healthCheck',
  'interchainMessaging.getIcmMessage': 'data.icm.get',
  'interchainMessaging.listIcmMessages': 'data.icm.list',
  'interchainMessaging.listIcmMessagesByAddress': 'data.icm.listByAddress',
  'nfTs.listTokens': 'data.nfts.list',
  'nfTs.getTokenDetails': 'data.nfts.get',
  'primaryNetwork.getAssetDetails': 'data.primaryNetwork.getAssetDetails',
  'primaryNetwork.getChainIdsForAddresses': 'data.primaryNetwork.getChainIdsForAddresses',
  'primaryNetwork.getNetworkDetails': 'data.primaryNetwork.getNetworkDetails',
  'primaryNetwork.listBlockchains': 'data.primaryNetwork.listBlockchains',
  'primaryNetwork.getBlockchainById': 'data.primaryNetwork.getBlockchainById',
  'primaryNetwork.listSubnets': 'data.primaryNetwork.listSubnets',
  'primaryNetwork.getSubnetById': 'data.primaryNetwork.getSubnetById',
  'primaryNetwork.listValidators': 'data.primaryNetwork.listValidators',
  'primaryNetwork.getSingleValidatorDetails': 'data.primaryNetwork.getValidatorDetails',
  'primaryNetwork.listDelegators': 'data.primaryNetwork.listDelegators',
  'primaryNetwork.listL1Validators': 'data.primaryNetwork.listL1Validators',
  'primaryNetworkBalances.getBalancesByAddresses': 'data.primaryNetwork.balances.listByAddresses',
  'primaryNetworkBlocks.getBlockById': 'data.primaryNetwork.blocks.get',
  'primaryNetworkBlocks.listPrimaryNetworkBlocksByNodeId':
    'data.primaryNetwork.blocks.listByNodeId',
  'primaryNetworkBlocks.listLatestPrimaryNetworkBlocks': 'data.primaryNetwork.blocks.listLatest',
  'primaryNetworkRewards.listPendingPrimaryNetworkRewards':
    'data.primaryNetwork.rewards.listPendingRewards',
  'primaryNetworkRewards.listHistoricalPrimaryNetworkRewards':
    'data.primaryNetwork.rewards.listHistoricalRewards',
  'primaryNetworkTransactions.getTxByHash': 'data.primaryNetwork.transactions.get',
  'primaryNetworkTransactions.listLatestPrimaryNetworkTransactions':
    'data.primaryNetwork.transactions.listLatest',
  'primaryNetworkTransactions.listActivePrimaryNetworkStakingTransactions':
    'data.primaryNetwork.transactions.listActiveStakingTransactions',
  'primaryNetworkTransactions.listAssetTransactions':
    'data.primaryNetwork.transactions.listAssetTransactions',
  'primaryNetworkUtxOs.getUtxosByAddresses': 'data.primaryNetwork.utxos.listByAddresses',
  'primaryNetworkVertices.listLatestXChainVertices': 'data.primaryNetwork.vertices.listLatest',
  'primaryNetworkVertices.getVertexByHash': 'data.primaryNetwork.vertices.getByHash',
  'primaryNetworkVertices.getVertexByHeight': 'data.primaryNetwork.vertices.listByHeight',
  'signatureAggregator.aggregateSignatures': 'data.signatureAggregator.aggregate',
  'signatureAggregator.getAggregatedSignatures': 'data.signatureAggregator.get',
  'teleporter.getTeleporterMessage': 'data.teleporter.getTeleporterMessage',
  'teleporter.listTeleporterMessages': 'data.teleporter.listTeleporterMessages',
  'teleporter.listTeleporterMessagesByAddress': 'data.teleporter.listTeleporterMessagesByAddress',
}
const supply = 'avaxSupply.getAvaxSupply'
const reindexing = 'nfTs.reindexNft'
/** Operations of callers, which have a test of their own, and what Snowglobe does not serve. */
const others =
  /^(dataApiUsageMetrics|default|notifications|operations|webhooks|request)\.|^evmContracts\.updateContractInfo$/

type Page = Record<string, unknown> & { nextPageToken?: string }
type Method = (request: object) => PromiseLike<Page>
const services = Object.entries(glacier as unknown as Record<string, Record<string, Method>>)

const byNetwork = Object.fromEntries(
  await Promise.all(
    networks.map(async (network) => {
      const calls = readingCalls(await thingsOf(network))
      const ours = Object.entries(namesInChainkit).map(
        ([name, known]): [string, Call | undefined] => [name, calls[known]],
      )
      return [network, [...ours, [supply, { response: { genesisUnlock: '360000000' } }]]] as const
    }),
  ),
)

test('every operation of glacier-sdk that reads is called', () => {
  const methods = services.flatMap(([service, owner]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(owner))
      .filter((name) => name !== 'constructor')
      .map((name) => `${service}.${name}`),
  )
  expect([...Object.keys(namesInChainkit), supply, reindexing].sort()).toEqual(
    methods.filter((name) => !others.test(name)).sort(),
  )
})

test.each(
  networks.flatMap((network) =>
    (byNetwork[network] ?? []).map(([name, call]) => [name, network, call as Call] as const),
  ),
)('%s reads all there is of %s', async (name, _network, { request = {}, response }) => {
  const [service = '', method = ''] = name.split('.')
  const owner = services.find(([known]) => known === service)?.[1]
  // A body has another name here.
  const { signatureAggregatorRequest: requestBody, ...others } = request
  const ask = (pageToken?: string) =>
    owner?.[method]?.({
      ...others,
      ...(requestBody !== undefined && { requestBody }),
      ...(pageToken !== undefined && { pageToken }),
    }) as PromiseLike<Page>
  if (typeof response !== 'string') {
    expect(await ask()).toMatchObject(withTypes(response))
    return
  }
  const items = await everyItem(ask, (page) => page[response] as unknown[])
  expect(items.length).toBeGreaterThan(0)
  expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length)
})
