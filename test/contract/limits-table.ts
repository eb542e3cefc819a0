import {
  address,
  addresses,
  blockchainId,
  blockRange,
  cChainOfMainnet,
  chainId,
  contractAddress,
  contractOfPath,
  currencies,
  hexOfBody,
  idOfPath,
  type Limit,
  network,
  networks,
  notIds,
  notNodeIds,
  page,
  pageToken,
  pChain,
  percent,
  row,
  sortOrder,
  timestamp,
  txTypes,
  walletAddress,
  xChainId,
  xChainOfMainnet,
} from './limit-rows.ts'
import { metricsLimits, metricsWithRange } from './metrics-limits.ts'

/*
 * Bounds and values of every parameter, typed by hand from the contract's text (parts 4 and 8) and
 * the choices of docs/gaps.md. Nothing here is read from the schemas: this table judges them.
 */

/** Every parameter of every operation, in contract order. */
export const limits: readonly Limit[] = [
  // 4.1.1
  network('aggregateSignatures'),
  hexOfBody('message'),
  hexOfBody('justification'),
  row({
    operationId: 'aggregateSignatures',
    name: 'signingSubnetId',
    in: 'body',
    kind: 'text',
    rejectedByRoute: ['x', '0x12', pChain.slice(1)],
  }),
  percent('quorumPercentage', 67),
  percent('quorumPercentageBuffer', 0, { quorumPercentage: 0 }),
  row({
    operationId: 'aggregateSignatures',
    name: 'pChainHeight',
    in: 'body',
    kind: 'integer',
    min: 0,
    default: 0,
  }),
  // 4.1.2
  network('getAggregatedSignatures'),
  row({
    operationId: 'getAggregatedSignatures',
    name: 'txHash',
    in: 'path',
    kind: 'text',
    rejected: notIds,
  }),
  // 4.1.3
  network('listPrimaryTransactions'),
  blockchainId('listPrimaryTransactions'),
  addresses('listPrimaryTransactions', 'addresses'),
  row({
    operationId: 'listPrimaryTransactions',
    name: 'l1ValidationId',
    in: 'query',
    kind: 'text',
    rejected: notIds,
  }),
  row({
    operationId: 'listPrimaryTransactions',
    name: 'txTypes',
    in: 'query',
    kind: 'list of',
    values: txTypes,
    rejected: ['UNKNOWN'],
    needs: { addresses: address },
  }),
  timestamp('listPrimaryTransactions', 'startTimestamp', { addresses: address }),
  timestamp('listPrimaryTransactions', 'endTimestamp', { addresses: address }),
  sortOrder('listPrimaryTransactions'),
  ...page('listPrimaryTransactions'),
  // 4.1.4
  network('listSubnets'),
  ...page('listSubnets', 100, 10_000),
  sortOrder('listSubnets'),
  // 4.1.5
  network('getBalances'),
  blockchainId('getBalances'),
  timestamp('getBalances', 'blockTimestamp'),
  addresses('getBalances', 'addresses'),
  // 4.1.6
  network('listDelegators'),
  ...page('listDelegators'),
  addresses('listDelegators', 'rewardAddresses'),
  sortOrder('listDelegators'),
  row({
    operationId: 'listDelegators',
    name: 'delegationStatus',
    in: 'query',
    kind: 'one of',
    values: ['completed', 'active', 'pending'],
  }),
  row({
    operationId: 'listDelegators',
    name: 'nodeIds',
    in: 'query',
    kind: 'text',
    accepted: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'],
    rejectedByRoute: notNodeIds,
  }),
  // 4.1.7
  network('listVerticesByHeight'),
  xChainId('listVerticesByHeight'),
  row({
    operationId: 'listVerticesByHeight',
    name: 'vertexHeight',
    in: 'query',
    kind: 'integer',
    min: 0,
    required: true,
  }),
  ...page('listVerticesByHeight'),
  sortOrder('listVerticesByHeight'),
  // 4.1.8
  network('listNodeBlocks'),
  blockchainId('listNodeBlocks'),
  row({
    operationId: 'listNodeBlocks',
    name: 'nodeId',
    in: 'path',
    kind: 'text',
    accepted: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'],
    rejected: notNodeIds,
  }),
  timestamp('listNodeBlocks', 'startTimestamp'),
  timestamp('listNodeBlocks', 'endTimestamp'),
  ...page('listNodeBlocks'),
  // 4.1.9
  network('listL1Validators'),
  ...page('listL1Validators'),
  row({
    operationId: 'listL1Validators',
    name: 'l1ValidationId',
    in: 'query',
    kind: 'text',
    accepted: [xChainOfMainnet],
    rejected: notIds,
  }),
  row({
    operationId: 'listL1Validators',
    name: 'includeInactiveL1Validators',
    in: 'query',
    kind: 'boolean',
    default: false,
  }),
  row({
    operationId: 'listL1Validators',
    name: 'nodeId',
    in: 'query',
    kind: 'text',
    accepted: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'],
    rejected: notNodeIds,
  }),
  row({
    operationId: 'listL1Validators',
    name: 'subnetId',
    in: 'query',
    kind: 'text',
    accepted: [pChain],
    rejected: notIds,
  }),
  // 4.1.10 to 4.1.12
  ...['listErc721Transfers', 'listErc20Transfers', 'listNativeTransactions'].flatMap(
    (operation) => [
      chainId(operation),
      walletAddress(operation),
      ...blockRange(operation),
      ...page(operation),
    ],
  ),
  // 4.1.13, 4.1.14
  ...['listErc721Balances', 'listCollectibleBalances'].flatMap((operation) => [
    chainId(operation),
    walletAddress(operation),
    ...page(operation, 10, 500),
    contractAddress(operation),
  ]),
  // 4.1.15
  chainId('getNativeBalance'),
  walletAddress('getNativeBalance'),
  row({
    operationId: 'getNativeBalance',
    name: 'blockNumber',
    in: 'query',
    kind: 'text',
    accepted: ['0'],
    rejected: ['-1', '1.5', 'latest', '0x1', '01'],
    rejectedByRoute: ['99999999999999999999'],
  }),
  row({
    operationId: 'getNativeBalance',
    name: 'currency',
    in: 'query',
    kind: 'one of',
    values: currencies,
    default: 'usd',
    rejected: ['USD', 'btc'],
  }),
  // 4.1.16
  chainId('listDeployments'),
  walletAddress('listDeployments'),
  ...page('listDeployments'),
  // 4.1.17
  chainId('listCollectionTokens'),
  contractOfPath('listCollectionTokens'),
  ...page('listCollectionTokens'),
  // 4.1.18
  chainId('listEvmBlocks'),
  ...page('listEvmBlocks'),
  // 4.1.19
  walletAddress('listIcmMessages'),
  ...page('listIcmMessages'),
  row({
    operationId: 'listIcmMessages',
    name: 'network',
    in: 'query',
    kind: 'one of',
    values: networks,
  }),
  // 4.2
  row({
    operationId: 'getAverageTps',
    name: 'chainId',
    in: 'path',
    kind: 'text',
    accepted: ['43114', '43113'],
    rejected: ['total', 'mainnet', '0xa86a', '-1', '43114.0', 'C', cChainOfMainnet],
  }),
  pageToken('getAverageTps'),
  // Neighbours
  row({
    operationId: 'listChains',
    name: 'network',
    in: 'query',
    kind: 'one of',
    values: networks,
  }),
  row({
    operationId: 'listChains',
    name: 'feature',
    in: 'query',
    kind: 'one of',
    values: ['nftIndexing', 'webhooks', 'teleporter'],
  }),
  chainId('getChain'),
  chainId('getEvmBlock'),
  row({
    operationId: 'getEvmBlock',
    name: 'blockId',
    in: 'path',
    kind: 'text',
    accepted: ['0'],
    rejected: ['-1', '01', '1.5', 'latest', '0x1', `0x${'0'.repeat(63)}g`],
  }),
  chainId('listErc1155Transfers'),
  walletAddress('listErc1155Transfers'),
  ...blockRange('listErc1155Transfers'),
  ...page('listErc1155Transfers'),
  chainId('listInternalTransactions'),
  walletAddress('listInternalTransactions'),
  ...blockRange('listInternalTransactions'),
  ...page('listInternalTransactions'),
  chainId('getContract'),
  contractOfPath('getContract'),
  chainId('getCollectionToken'),
  contractOfPath('getCollectionToken'),
  row({
    operationId: 'getCollectionToken',
    name: 'tokenId',
    in: 'path',
    kind: 'text',
    rejected: ['-1', '01', '1.5', '0x1'],
  }),
  chainId('reindexNft'),
  contractOfPath('reindexNft'),
  row({
    operationId: 'reindexNft',
    name: 'tokenId',
    in: 'path',
    kind: 'text',
    rejected: ['-1', '01', '1.5', '0x1'],
  }),
  row({
    operationId: 'getIcmMessage',
    name: 'messageId',
    in: 'path',
    kind: 'text',
    rejected: ['0'.repeat(63), '0'.repeat(65), `0X${'0'.repeat(64)}`, 'g'.repeat(64)],
  }),
  ...['getPrimaryTransaction', 'listPrimaryBlocks', 'getPrimaryBlock'].flatMap((operation) => [
    network(operation),
    blockchainId(operation),
  ]),
  idOfPath('getPrimaryTransaction', 'txHash'),
  timestamp('listPrimaryBlocks', 'startTimestamp'),
  timestamp('listPrimaryBlocks', 'endTimestamp'),
  ...page('listPrimaryBlocks'),
  row({
    operationId: 'getPrimaryBlock',
    name: 'blockId',
    in: 'path',
    kind: 'text',
    rejected: ['-1', '01', '1.5', '0x1', 'latest', `0x${'g'.repeat(64)}`],
  }),
  ...['listVertices', 'getVertex'].flatMap((operation) => [
    network(operation),
    xChainId(operation),
  ]),
  ...page('listVertices'),
  idOfPath('getVertex', 'vertexHash'),
  network('getSubnet'),
  idOfPath('getSubnet', 'subnetId', [pChain]),
  network('listBlockchains'),
  ...page('listBlockchains', 100, 10_000),
  sortOrder('listBlockchains'),
  network('getBlockchain'),
  idOfPath('getBlockchain', 'blockchainId', ['p-chain', 'x-chain', 'c-chain', pChain]),
  ...metricsLimits,
]

/** Rules between parameters, which the routes check: all are refused with 400, or accepted. */
export const rules: readonly {
  readonly operationId: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly expected: 'accepted' | 'rejected'
  readonly why: string
}[] = [
  ...[
    { quorumPercentage: 67, quorumPercentageBuffer: 33, expected: 'accepted' as const },
    { quorumPercentage: 67, quorumPercentageBuffer: 34, expected: 'rejected' as const },
    { quorumPercentage: 100, quorumPercentageBuffer: 1, expected: 'rejected' as const },
    { quorumPercentageBuffer: 34, expected: 'rejected' as const },
  ].map(({ expected, ...body }) => ({
    operationId: 'aggregateSignatures',
    body,
    expected,
    why: 'quorum and buffer add up to at most 100',
  })),
  ...[{ txTypes: 'BaseTx' }, { startTimestamp: '0' }, { endTimestamp: '0' }].map((query) => ({
    operationId: 'listPrimaryTransactions',
    query,
    expected: 'rejected' as const,
    why: 'filters need addresses',
  })),
  ...['listErc721Transfers', 'listErc20Transfers', 'listNativeTransactions'].flatMap(
    (operationId) => [
      {
        operationId,
        query: { startBlock: '2', endBlock: '1' },
        expected: 'rejected' as const,
        why: 'a range may not end before it starts',
      },
      {
        operationId,
        query: { startBlock: '1', endBlock: '1' },
        expected: 'accepted' as const,
        why: 'a range may be empty',
      },
    ],
  ),
  ...metricsWithRange.map((operationId) => ({
    operationId,
    query: { startTimestamp: '2', endTimestamp: '1' },
    expected: 'rejected' as const,
    why: 'a range may not end before it starts',
  })),
  ...['hour', 'week', 'month'].map((timeInterval) => ({
    operationId: 'getEvmChainMetrics',
    params: { metric: 'feesPaid' },
    query: { timeInterval },
    expected: 'rejected' as const,
    why: 'most metrics have days alone',
  })),
]
