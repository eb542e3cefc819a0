import type { Things } from './things.ts'
import { unsignedWarpMessage } from './warp.ts'
import { ewoqEvm, known, primarySubnetId } from './world.ts'

/** A call of a client: its request, and what its answer has to have. */
export interface Call {
  /** Absent: the method takes none. */
  readonly request?: Readonly<Record<string, unknown>>
  /** A list that has something in it, over all pages; or members of the answer. */
  readonly answer: string | Readonly<Record<string, unknown>>
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
  const most = { pageSize: 100 }
  const transactions = (request: object): Call => ({
    request: { ...request },
    answer: 'transactions',
  })
  return {
    'metrics.chains.list': { request: onNetwork, answer: 'chains' },
    'metrics.chains.get': { request: onChain, answer: { evmChainId: Number(chainId) } },
    'metrics.chains.getMetrics': {
      request: { chainId, metric: 'txCount', timeInterval: 'week' },
      answer: 'results',
    },
    'metrics.chains.getRollingWindowMetrics': {
      request: { chainId, metric: 'gasUsed' },
      answer: { result: { allTime: 'a number' } },
    },
    'metrics.networks.getStakingMetrics': {
      request: { network, metric: 'validatorCount', pageSize: 2160 },
      answer: 'results',
    },
    'metrics.l1Validators.listMetrics': {
      request: { metric: 'totalCumulativeFeesDaily' },
      answer: 'results',
    },
    'metrics.l1Validators.getMetricsByValidationId': {
      request: { l1ValidationId: of.l1ValidationId, metric: 'validationFeesDaily' },
      answer: 'results',
    },
    'metrics.l1Validators.getMetricsByNodeId': {
      request: { nodeId: of.l1NodeId, metric: 'perNodeDailyFeesPaid' },
      answer: 'results',
    },
    'metrics.l1Validators.getMetricsBySubnetId': {
      request: { subnetId: of.l1SubnetId, metric: 'perSubnetPayingValidators' },
      answer: 'results',
    },
    'metrics.chains.listBTCbBridgersAboveThreshold': {
      request: { threshold: '1' },
      answer: 'addresses',
    },
    'metrics.subnets.getValidators': {
      request: { network, subnetId: primarySubnetId },
      answer: 'addresses',
    },
    'metrics.healthCheck': { answer: { status: 'ok' } },
    'data.healthCheck': { answer: { status: 'ok' } },
    'data.evm.address.chains.list': { request: { address: ewoqEvm }, answer: 'indexedChains' },
    'data.evm.chains.getAddressChains': { request: { address: ewoqEvm }, answer: 'indexedChains' },
    'data.evm.address.balances.getNative': {
      request: ofEwoq,
      answer: { nativeTokenBalance: { chainId } },
    },
    'data.evm.address.balances.listErc20': { request: ofEwoq, answer: 'erc20TokenBalances' },
    'data.evm.address.balances.listErc721': { request: ofEwoq, answer: 'erc721TokenBalances' },
    'data.evm.address.balances.listErc1155': { request: ofEwoq, answer: 'erc1155TokenBalances' },
    'data.evm.address.balances.listCollectibles': {
      request: ofEwoq,
      answer: 'collectibleBalances',
    },
    'data.evm.address.contracts.listDeployments': { request: ofEwoq, answer: 'contracts' },
    'data.evm.address.transactions.list': transactions(ofEwoq),
    'data.evm.address.transactions.listNative': transactions(ofEwoq),
    'data.evm.address.transactions.listErc20': transactions(ofEwoq),
    'data.evm.address.transactions.listErc721': transactions(ofEwoq),
    'data.evm.address.transactions.listErc1155': transactions(ofEwoq),
    'data.evm.address.transactions.listInternal': transactions(ofEwoq),
    'data.evm.transactions.listLatestAllChains': transactions({ ...onNetwork, ...most }),
    'data.evm.chains.listAllLatestTransactions': transactions({ ...onNetwork, ...most }),
    'data.evm.transactions.listLatest': transactions({ ...onChain, ...most }),
    'data.evm.transactions.get': {
      request: { chainId, txHash: of.txHash },
      answer: { nativeTransaction: { txHash: of.txHash } },
    },
    'data.evm.blocks.listLatestAllChains': { request: { ...onNetwork, ...most }, answer: 'blocks' },
    'data.evm.chains.listAllLatestBlocks': { request: { ...onNetwork, ...most }, answer: 'blocks' },
    'data.evm.blocks.listLatest': { request: { ...onChain, ...most }, answer: 'blocks' },
    'data.evm.blocks.get': {
      request: { chainId, blockId: of.blockNumber },
      answer: { blockNumber: of.blockNumber },
    },
    'data.evm.blocks.listTransactions': transactions({ chainId, blockId: of.blockNumber }),
    'data.evm.contracts.getDeploymentTransaction': {
      request: { chainId, address: of.deployed },
      answer: { nativeTransaction: { chainId } },
    },
    'data.evm.contracts.getMetadata': {
      request: { chainId, address: of.collection },
      answer: { address: of.collection, ercType: 'ERC-721' },
    },
    'data.evm.contracts.listTransfers': {
      request: { chainId, address: of.token },
      answer: 'transfers',
    },
    'data.evm.chains.list': { request: onNetwork, answer: 'chains' },
    'data.evm.chains.get': { request: onChain, answer: { chainId } },
    'data.nfts.list': { request: { chainId, address: of.collection }, answer: 'tokens' },
    'data.nfts.get': {
      request: { chainId, address: of.collection, tokenId: of.tokenId },
      answer: { address: of.collection, tokenId: of.tokenId },
    },
    'data.primaryNetwork.transactions.get': {
      request: { ...P, txHash: of.platformTxHash },
      answer: { txHash: of.platformTxHash },
    },
    'data.primaryNetwork.transactions.listLatest': transactions({ ...P, ...most }),
    'data.primaryNetwork.transactions.listActiveStakingTransactions': transactions(P),
    'data.primaryNetwork.transactions.listAssetTransactions': transactions({
      ...X,
      ...most,
      assetId: of.avaxAssetId,
    }),
    'data.primaryNetwork.rewards.listPendingRewards': {
      request: { network, addresses: of.ewoq },
      answer: 'pendingRewards',
    },
    'data.primaryNetwork.rewards.listHistoricalRewards': {
      request: { network, addresses: of.ewoq },
      answer: 'historicalRewards',
    },
    'data.primaryNetwork.utxos.listByAddresses': { request: byEwoq, answer: 'utxos' },
    'data.primaryNetwork.utxos.listByAddressesV2': { request: { ...P, ...body }, answer: 'utxos' },
    'data.primaryNetwork.utxos.getLastActivityTimestampByAddresses': {
      request: byEwoq,
      answer: { network, chainName: 'p-chain' },
    },
    'data.primaryNetwork.utxos.getLastActivityTimestampByAddressesV2': {
      request: { ...P, ...body },
      answer: { network, chainName: 'p-chain' },
    },
    'data.primaryNetwork.balances.listByAddresses': {
      request: byEwoq,
      answer: { chainInfo: { chainName: 'p-chain', network } },
    },
    'data.primaryNetwork.blocks.get': {
      request: { ...P, blockId: of.platformBlock },
      answer: { blockNumber: of.platformBlock },
    },
    'data.primaryNetwork.blocks.listByNodeId': {
      request: { ...P, nodeId: of.proposerNodeId },
      answer: 'blocks',
    },
    'data.primaryNetwork.blocks.listLatest': { request: { ...P, ...most }, answer: 'blocks' },
    'data.primaryNetwork.vertices.listLatest': { request: { ...X, ...most }, answer: 'vertices' },
    'data.primaryNetwork.vertices.getByHash': {
      request: { ...X, vertexHash: of.vertexHash },
      answer: { vertexHash: of.vertexHash },
    },
    'data.primaryNetwork.vertices.listByHeight': {
      request: { ...X, vertexHeight: of.vertexHeight },
      answer: 'vertices',
    },
    'data.primaryNetwork.getAssetDetails': {
      request: { ...X, assetId: of.avaxAssetId },
      answer: { assetId: of.avaxAssetId, symbol: 'AVAX' },
    },
    'data.primaryNetwork.getChainIdsForAddresses': {
      request: { network, addresses: of.ewoq },
      answer: 'addresses',
    },
    'data.primaryNetwork.getNetworkDetails': {
      request: onNetwork,
      answer: { validatorDetails: { validatorCount: 'a number' } },
    },
    'data.primaryNetwork.listBlockchains': { request: onNetwork, answer: 'blockchains' },
    'data.primaryNetwork.getBlockchainById': {
      request: { network, blockchainId: of.xChainId },
      answer: { blockchainId: of.xChainId },
    },
    'data.primaryNetwork.listSubnets': { request: onNetwork, answer: 'subnets' },
    'data.primaryNetwork.getSubnetById': {
      request: { network, subnetId: of.l1SubnetId },
      answer: { subnetId: of.l1SubnetId, isL1: true },
    },
    'data.primaryNetwork.listValidators': { request: onNetwork, answer: 'validators' },
    'data.primaryNetwork.getValidatorDetails': {
      request: { network, nodeId: of.validatorNodeId },
      answer: 'validators',
    },
    'data.primaryNetwork.listDelegators': { request: onNetwork, answer: 'delegators' },
    'data.primaryNetwork.listL1Validators': { request: onNetwork, answer: 'validators' },
    'data.teleporter.getTeleporterMessage': {
      request: { messageId: of.messageId },
      answer: { messageId: of.messageId },
    },
    'data.teleporter.listTeleporterMessages': { request: onNetwork, answer: 'messages' },
    'data.teleporter.listTeleporterMessagesByAddress': {
      request: { network, address: ewoqEvm },
      answer: 'messages',
    },
    'data.icm.get': { request: { messageId: of.messageId }, answer: { messageId: of.messageId } },
    'data.icm.list': { request: onNetwork, answer: 'messages' },
    'data.icm.listByAddress': { request: { network, address: ewoqEvm }, answer: 'messages' },
    'data.signatureAggregator.aggregate': {
      request: {
        network,
        signatureAggregatorRequest: {
          message: unsignedWarpMessage(network, known[network].cChainId, 'hello'),
        },
      },
      answer: { signedMessage: 'a text' },
    },
    'data.signatureAggregator.get': {
      request: { network, txHash: of.conversionTxHash },
      answer: { signedMessage: 'a text' },
    },
  }
}

/** What changes something: each client has a test of its own for it. */
export const changing: readonly string[] = ['data.nfts.reindex']

/**
 * Beginnings of the names of operations on what a server holds for an API key: webhooks, exports and
 * usage. They have a test of their own.
 */
export const ofCallers: readonly string[] = ['data.operations.', 'data.usageMetrics.', 'webhooks.']
