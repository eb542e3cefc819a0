import type { Things } from './things.ts'
import { unsignedWarpMessage } from './warp.ts'
import { ewoqEvm, known, primarySubnetId } from './world.ts'

/** A call of a client: its request, and what its response has to have. */
export interface Call {
  /** Absent: the method takes none. */
  readonly request?: Readonly<Record<string, unknown>>
  /** A list that has something in it, over all pages; or members of the response. */
  readonly response: string | Readonly<Record<string, unknown>>
}

/** Every operation that reads, by the names that chainkit and avacloud-sdk share. */
export function readingCalls(of: Things): Record<string, Call> {
  const { network, chainId } = of
  const onChain = { chainId }
  const ofEwoq = { chainId, address: ewoqEvm }
  const onNetwork = { network }
  const P = { network, blockchainId: 'p-chain' }
  const X = { network, blockchainId: 'x-chain' }
  const byEwoq = { ...P, addresses: of.ewoq }
  const body = { primaryNetworkAddressesBodyDto: { addresses: of.ewoq } }
  const maxPage = { pageSize: 100 }
  const transactions = (request: object): Call => ({
    request: { ...request },
    response: 'transactions',
  })
  return {
    'metrics.chains.list': { request: onNetwork, response: 'chains' },
    'metrics.chains.get': { request: onChain, response: { evmChainId: Number(chainId) } },
    'metrics.chains.getMetrics': {
      request: { chainId, metric: 'txCount', timeInterval: 'week' },
      response: 'results',
    },
    'metrics.chains.getRollingWindowMetrics': {
      request: { chainId, metric: 'gasUsed' },
      response: { result: { allTime: 'a number' } },
    },
    'metrics.networks.getStakingMetrics': {
      request: { network, metric: 'validatorCount', pageSize: 2160 },
      response: 'results',
    },
    'metrics.l1Validators.listMetrics': {
      request: { metric: 'totalCumulativeFeesDaily' },
      response: 'results',
    },
    'metrics.l1Validators.getMetricsByValidationId': {
      request: { l1ValidationId: of.l1ValidationId, metric: 'validationFeesDaily' },
      response: 'results',
    },
    'metrics.l1Validators.getMetricsByNodeId': {
      request: { nodeId: of.l1NodeId, metric: 'perNodeDailyFeesPaid' },
      response: 'results',
    },
    'metrics.l1Validators.getMetricsBySubnetId': {
      request: { subnetId: of.l1SubnetId, metric: 'perSubnetPayingValidators' },
      response: 'results',
    },
    'metrics.chains.listBTCbBridgersAboveThreshold': {
      request: { threshold: '1' },
      response: 'addresses',
    },
    'metrics.subnets.getValidators': {
      request: { network, subnetId: primarySubnetId },
      response: 'addresses',
    },
    'metrics.healthCheck': { response: { status: 'ok' } },
    'data.healthCheck': { response: { status: 'ok' } },
    'data.evm.address.chains.list': { request: { address: ewoqEvm }, response: 'indexedChains' },
    'data.evm.chains.getAddressChains': {
      request: { address: ewoqEvm },
      response: 'indexedChains',
    },
    'data.evm.address.balances.getNative': {
      request: ofEwoq,
      response: { nativeTokenBalance: { chainId } },
    },
    'data.evm.address.balances.listErc20': { request: ofEwoq, response: 'erc20TokenBalances' },
    'data.evm.address.balances.listErc721': { request: ofEwoq, response: 'erc721TokenBalances' },
    'data.evm.address.balances.listErc1155': { request: ofEwoq, response: 'erc1155TokenBalances' },
    'data.evm.address.balances.listCollectibles': {
      request: ofEwoq,
      response: 'collectibleBalances',
    },
    'data.evm.address.contracts.listDeployments': { request: ofEwoq, response: 'contracts' },
    'data.evm.address.transactions.list': transactions(ofEwoq),
    'data.evm.address.transactions.listNative': transactions(ofEwoq),
    'data.evm.address.transactions.listErc20': transactions(ofEwoq),
    'data.evm.address.transactions.listErc721': transactions(ofEwoq),
    'data.evm.address.transactions.listErc1155': transactions(ofEwoq),
    'data.evm.address.transactions.listInternal': transactions(ofEwoq),
    'data.evm.transactions.listLatestAllChains': transactions({ ...onNetwork, ...maxPage }),
    'data.evm.chains.listAllLatestTransactions': transactions({ ...onNetwork, ...maxPage }),
    'data.evm.transactions.listLatest': transactions({ ...onChain, ...maxPage }),
    'data.evm.transactions.get': {
      request: { chainId, txHash: of.txHash },
      response: { nativeTransaction: { txHash: of.txHash } },
    },
    'data.evm.blocks.listLatestAllChains': {
      request: { ...onNetwork, ...maxPage },
      response: 'blocks',
    },
    'data.evm.chains.listAllLatestBlocks': {
      request: { ...onNetwork, ...maxPage },
      response: 'blocks',
    },
    'data.evm.blocks.listLatest': { request: { ...onChain, ...maxPage }, response: 'blocks' },
    'data.evm.blocks.get': {
      request: { chainId, blockId: of.blockNumber },
      response: { blockNumber: of.blockNumber },
    },
    'data.evm.blocks.listTransactions': transactions({ chainId, blockId: of.blockNumber }),
    'data.evm.contracts.getDeploymentTransaction': {
      request: { chainId, address: of.deployed },
      response: { nativeTransaction: { chainId } },
    },
    'data.evm.contracts.getMetadata': {
      request: { chainId, address: of.collection },
      response: { address: of.collection, ercType: 'ERC-721' },
    },
    'data.evm.contracts.listTransfers': {
      request: { chainId, address: of.token },
      response: 'transfers',
    },
    'data.evm.chains.list': { request: onNetwork, response: 'chains' },
    'data.evm.chains.get': { request: onChain, response: { chainId } },
    'data.nfts.list': { request: { chainId, address: of.collection }, response: 'tokens' },
    'data.nfts.get': {
      request: { chainId, address: of.collection, tokenId: of.tokenId },
      response: { address: of.collection, tokenId: of.tokenId },
    },
    'data.primaryNetwork.transactions.get': {
      request: { ...P, txHash: of.platformTxHash },
      response: { txHash: of.platformTxHash },
    },
    'data.primaryNetwork.transactions.listLatest': transactions({ ...P, ...maxPage }),
    'data.primaryNetwork.transactions.listActiveStakingTransactions': transactions(P),
    'data.primaryNetwork.transactions.listAssetTransactions': transactions({
      ...X,
      ...maxPage,
      assetId: of.avaxAssetId,
    }),
    'data.primaryNetwork.rewards.listPendingRewards': {
      request: { network, addresses: of.ewoq },
      response: 'pendingRewards',
    },
    'data.primaryNetwork.rewards.listHistoricalRewards': {
      request: { network, addresses: of.ewoq },
      response: 'historicalRewards',
    },
    'data.primaryNetwork.utxos.listByAddresses': { request: byEwoq, response: 'utxos' },
    'data.primaryNetwork.utxos.listByAddressesV2': {
      request: { ...P, ...body },
      response: 'utxos',
    },
    'data.primaryNetwork.utxos.getLastActivityTimestampByAddresses': {
      request: byEwoq,
      response: { network, chainName: 'p-chain' },
    },
    'data.primaryNetwork.utxos.getLastActivityTimestampByAddressesV2': {
      request: { ...P, ...body },
      response: { network, chainName: 'p-chain' },
    },
    'data.primaryNetwork.balances.listByAddresses': {
      request: byEwoq,
      response: { chainInfo: { chainName: 'p-chain', network } },
    },
    'data.primaryNetwork.blocks.get': {
      request: { ...P, blockId: of.platformBlock },
      response: { blockNumber: of.platformBlock },
    },
    'data.primaryNetwork.blocks.listByNodeId': {
      request: { ...P, nodeId: of.proposerNodeId },
      response: 'blocks',
    },
    'data.primaryNetwork.blocks.listLatest': { request: { ...P, ...maxPage }, response: 'blocks' },
    'data.primaryNetwork.vertices.listLatest': {
      request: { ...X, ...maxPage },
      response: 'vertices',
    },
    'data.primaryNetwork.vertices.getByHash': {
      request: { ...X, vertexHash: of.vertexHash },
      response: { vertexHash: of.vertexHash },
    },
    'data.primaryNetwork.vertices.listByHeight': {
      request: { ...X, vertexHeight: of.vertexHeight },
      response: 'vertices',
    },
    'data.primaryNetwork.getAssetDetails': {
      request: { ...X, assetId: of.avaxAssetId },
      response: { assetId: of.avaxAssetId, symbol: 'AVAX' },
    },
    'data.primaryNetwork.getChainIdsForAddresses': {
      request: { network, addresses: of.ewoq },
      response: 'addresses',
    },
    'data.primaryNetwork.getNetworkDetails': {
      request: onNetwork,
      response: { validatorDetails: { validatorCount: 'a number' } },
    },
    'data.primaryNetwork.listBlockchains': { request: onNetwork, response: 'blockchains' },
    'data.primaryNetwork.getBlockchainById': {
      request: { network, blockchainId: of.xChainId },
      response: { blockchainId: of.xChainId },
    },
    'data.primaryNetwork.listSubnets': { request: onNetwork, response: 'subnets' },
    'data.primaryNetwork.getSubnetById': {
      request: { network, subnetId: of.l1SubnetId },
      response: { subnetId: of.l1SubnetId, isL1: true },
    },
    'data.primaryNetwork.listValidators': { request: onNetwork, response: 'validators' },
    'data.primaryNetwork.getValidatorDetails': {
      request: { network, nodeId: of.validatorNodeId },
      response: 'validators',
    },
    'data.primaryNetwork.listDelegators': { request: onNetwork, response: 'delegators' },
    'data.primaryNetwork.listL1Validators': { request: onNetwork, response: 'validators' },
    'data.teleporter.getTeleporterMessage': {
      request: { messageId: of.messageId },
      response: { messageId: of.messageId },
    },
    'data.teleporter.listTeleporterMessages': { request: onNetwork, response: 'messages' },
    'data.teleporter.listTeleporterMessagesByAddress': {
      request: { network, address: ewoqEvm },
      response: 'messages',
    },
    'data.icm.get': { request: { messageId: of.messageId }, response: { messageId: of.messageId } },
    'data.icm.list': { request: onNetwork, response: 'messages' },
    'data.icm.listByAddress': { request: { network, address: ewoqEvm }, response: 'messages' },
    'data.signatureAggregator.aggregate': {
      request: {
        network,
        signatureAggregatorRequest: {
          message: unsignedWarpMessage(network, known[network].cChainId, 'hello'),
        },
      },
      response: { signedMessage: 'a text' },
    },
    'data.signatureAggregator.get': {
      request: { network, txHash: of.conversionTxHash },
      response: { signedMessage: 'a text' },
    },
  }
}

/** Operations that change something: each client has a test of its own for it. */
export const changing: readonly string[] = ['data.nfts.reindex']
