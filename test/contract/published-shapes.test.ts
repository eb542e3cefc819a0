import type { TSchema } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { dataRoutes } from '../../src/data/index.ts'
import { responseShape } from '../../src/http/rest/route-shape.ts'
import { metricsRoutes } from '../../src/metrics/index.ts'

const routes = [...dataRoutes, ...metricsRoutes]

/*
 * Shapes of the extra operations as the documents of the deployed service have them,
 * typed by hand: s text, i and n number, b boolean, a list, o object; a ? behind the type: may be
 * absent; a | null behind that: may be null. They judge the live dialect. The published documents
 * say number where whole numbers are meant, and forget null in the list of reputations.
 */

const inTransfer = 'from:o to:o logIndex:i'
const erc20Token = 'address:s name:s symbol:s decimals:i ercType:s logoUri:s? price:o?'
const native =
  'blockNumber:s blockTimestamp:i blockHash:s chainId:s blockIndex:i txHash:s txStatus:s txType:i ' +
  'gasLimit:s gasUsed:s gasPrice:s nonce:s from:o to:o value:s method:o? ' +
  'blockTimestampMilliseconds:i? blockMinDelayExcess:i?'
const moved = 'erc20Transfers:a? erc721Transfers:a? erc1155Transfers:a? internalTransactions:a?'
const internal = 'from:o to:o internalTxType:s value:s isReverted:b gasUsed:s gasLimit:s'
const nativeBalance =
  'name:s symbol:s decimals:i chainId:s balance:s logoUri:s? price:o? balanceValue:o?'
const message =
  'messageId:s icmContractAddress:s sourceBlockchainId:s destinationBlockchainId:s ' +
  'sourceEvmChainId:s destinationEvmChainId:s messageNonce:s from:s to:s data:s? ' +
  'messageExecuted:b receipts:a receiptDelivered:b rewardDetails:o sourceTransaction:o? ' +
  'destinationTransaction:o? status:s'
const block =
  'chainId:s blockNumber:s blockTimestamp:i blockHash:s txCount:i baseFee:s gasUsed:s gasLimit:s ' +
  'gasCost:s parentHash:s feesSpent:s cumulativeTransactions:s blockTimestampMilliseconds:i? ' +
  'blockMinDelayExcess:i?'
const list = (name: string) => ({ '': `nextPageToken:s? ${name}:a` })

const grouped = (reputation = '') => ({
  ...list('transactions'),
  'transactions.[]': `nativeTransaction:o ${moved}`,
  'transactions.[].nativeTransaction': native,
  'transactions.[].erc20Transfers.[]': `${inTransfer} value:s erc20Token:o`,
  'transactions.[].erc20Transfers.[].erc20Token': `${erc20Token} ${reputation}`,
  'transactions.[].erc721Transfers.[]': `${inTransfer} erc721Token:o`,
  'transactions.[].erc1155Transfers.[]': `${inTransfer} value:s erc1155Token:o`,
  'transactions.[].internalTransactions.[]': internal,
})
const transaction = {
  '': `networkTokenDetails:o nativeTransaction:o ${moved} teleporterMessageInfo:o?`,
  networkTokenDetails: 'networkToken:o currentPrice:o? historicalPrice:o?',
  'networkTokenDetails.networkToken': 'name:s symbol:s decimals:i logoUri:s? description:s?',
  nativeTransaction: `${native} input:s baseFeePerGas:s maxFeePerGas:s? maxPriorityFeePerGas:s?`,
  'erc20Transfers.[]': `${inTransfer} value:s erc20Token:o`,
  'erc20Transfers.[].erc20Token': erc20Token,
  'erc721Transfers.[]': `${inTransfer} erc721Token:o`,
  'erc1155Transfers.[]': `${inTransfer} value:s erc1155Token:o`,
  'internalTransactions.[]': internal,
  teleporterMessageInfo: 'teleporterMessageId:s direction:s sourceChainId:s? destinationChainId:s?',
}
const blocks = { ...list('blocks'), 'blocks.[]': block }
const transactions = { ...list('transactions'), 'transactions.[]': native }
const chains = { '': 'indexedChains:a? unindexedChains:a?' }
const teleporter = `${message} teleporterContractAddress:s`

const operationStatus = {
  '': 'operationId:s operationType:s operationStatus:s message:s? metadata:o? createdAtTimestamp:i updatedAtTimestamp:i',
  metadata: 'code:s? downloadUrl:s? nextDate:s?',
}
const usageSums =
  'totalRequests:i requestsPerSecond:n successRatePercent:n medianResponseTimeMsecs:n ' +
  'invalidRequests:i apiCreditsUsed:i apiCreditsWasted:i'
const rpcUsage = (last: string) => ({
  '': `aggregateDuration:s metrics:a ${last}`,
  'metrics.[]': 'timestamp:i values:a',
  'metrics.[].values.[]': `${usageSums} groupedBy:s groupValue:sn?`,
})

const webhookFields =
  'id:s url:s chainId:s status:s createdAt:i name:s description:s eventType:s metadata:o'
const evmWebhook = `${webhookFields} includeInternalTxs:b? includeLogs:b?`
/** The kinds of webhooks below a path. */
const webhookKinds = (at: string) => ({
  [`${at}<EVMAddressActivityResponse>`]: evmWebhook,
  [`${at}<EVMAddressActivityResponse>.metadata`]: 'addresses:a eventSignatures:a?',
  [`${at}<PrimaryNetworkAddressActivityResponse>`]: webhookFields,
  [`${at}<PrimaryNetworkAddressActivityResponse>.metadata`]:
    'keyType:s keys:a subEvents:o eventSignatures:a? balanceThresholdFilter:o?',
  [`${at}<ValidatorActivityResponse>`]: webhookFields,
  [`${at}<ValidatorActivityResponse>.metadata`]:
    'keyType:s keys:a subEvents:o eventSignatures:a? nodeIds:a? subnetIds:a? ' +
    'l1ValidatorFeeBalanceThreshold:s?',
})
const secret = { '': 'secret:s' }

/** Keys are the operation and the path of an object in its response. */
const published: Record<string, Record<string, string>> = {
  createWebhook: webhookKinds(''),
  getWebhook: webhookKinds(''),
  updateWebhook: webhookKinds(''),
  deactivateWebhook: webhookKinds(''),
  listWebhooks: { '': 'nextPageToken:s? webhooks:a', ...webhookKinds('webhooks.[].') },
  addAddressesToWebhook: { '': evmWebhook },
  removeAddressesFromWebhook: { '': evmWebhook },
  getAddressesFromWebhook: { '': 'nextPageToken:s? addresses:a totalAddresses:i' },
  generateOrRotateSharedSecret: secret,
  getSharedSecret: secret,
  postTransactionExportJob: operationStatus,
  getOperationResult: operationStatus,
  getApiUsageMetrics: {
    '': 'aggregateDuration:s orgId:s metrics:a',
    'metrics.[]': 'timestamp:i values:a',
    'metrics.[].values.[]': `groupedBy:s groupValue:sn? ${usageSums}`,
  },
  getApiLogs: {
    '': 'nextPageToken:s? orgId:s logs:a',
    'logs.[]':
      'orgId:s logId:s eventTimestamp:i apiKeyId:s apiKeyAlias:s hostRegion:s requestType:s ' +
      'requestPath:s apiCreditsConsumed:i requestDurationMsecs:n responseCode:i chainId:s? ' +
      'rpcMethod:s? metadata:o',
    'logs.[].metadata': 'ipAddress:s host:s userAgent:s',
  },
  getSubnetRpcUsageMetrics: rpcUsage('chainId:s'),
  getRpcUsageMetrics: rpcUsage('chainId:s'),
  getPrimaryNetworkRpcUsageMetrics: rpcUsage('network:s'),
  listAddressChains: chains,
  getAddressChains: chains,
  listLatestBlocksAllChains: blocks,
  listAllLatestBlocks: blocks,
  listLatestTransactionsAllChains: transactions,
  listAllLatestTransactions: transactions,
  listLatestTransactions: transactions,
  getTransactionsForBlock: transactions,
  getTransaction: transaction,
  getDeploymentTransaction: transaction,
  listTransfers: list('transfers'),
  listInternalTransactions: {
    ...list('transactions'),
    'transactions.[]':
      `${internal} blockNumber:s blockTimestamp:i blockHash:s txHash:s ` +
      'blockTimestampMilliseconds:i?',
  },
  listTransactions: grouped(),
  listTransactionsV2: grouped('tokenReputation:s|null'),
  listErc20Balances: {
    '': 'nextPageToken:s? nativeTokenBalance:o erc20TokenBalances:a',
    nativeTokenBalance: nativeBalance,
    'erc20TokenBalances.[]': `${erc20Token} chainId:s balance:s tokenReputation:s|null balanceValue:o?`,
  },
  listErc1155Balances: {
    '': 'nextPageToken:s? nativeTokenBalance:o erc1155TokenBalances:a',
    nativeTokenBalance: nativeBalance,
    'erc1155TokenBalances.[]':
      'address:s ercType:s tokenId:s tokenUri:s metadata:o chainId:s balance:s',
  },
  listAllIcmMessages: { ...list('messages'), 'messages.[]': message },
  listTeleporterMessages: { ...list('messages'), 'messages.[]': teleporter },
  listTeleporterMessagesByAddress: { ...list('messages'), 'messages.[]': teleporter },
  getTeleporterMessage: { '': teleporter },
}

// The two shapes of X-chain transactions are judged where they are taken apart.
published.getAssetDetails = {
  '': 'assetId:s name:s symbol:s denomination:i type:s createdAtTimestamp:i cap:s',
}
published.listAssetTransactions = {
  '': 'nextPageToken:s? transactions:a chainInfo:o',
  chainInfo: 'chainName:s network:s',
}

const stake =
  'txHash:s nodeId:s subnetId:s amountStaked:s delegationFee:s? startTimestamp:i endTimestamp:i ' +
  'blsCredentials:o? validationStatus:s'
const validatorShapes = {
  ...list('validators'),
  'validators.[].<PendingValidator>': stake,
  'validators.[].<RemovedValidator>': `${stake} removeTxHash:s removeTimestamp:i`,
  'validators.[].<CompletedValidator>': `${stake} delegatorCount:i amountDelegated:s? rewards:o`,
  'validators.[].<CompletedValidator>.rewards':
    'validationRewardAmount:s delegationRewardAmount:s rewardAddresses:a? rewardTxHash:s?',
  'validators.[].<ActiveValidator>':
    `${stake} stakePercentage:n delegatorCount:i amountDelegated:s? uptimePerformance:n ` +
    'avalancheGoVersion:s? delegationCapacity:s? potentialRewards:o validatorHealth:o ' +
    'geolocation:o|null',
  'validators.[].<ActiveValidator>.potentialRewards':
    'validationRewardAmount:s delegationRewardAmount:s rewardAddresses:a? rewardTxHash:s?',
  'validators.[].<ActiveValidator>.validatorHealth':
    'reachabilityPercent:n benchedPChainRequestsPercent:n benchedXChainRequestsPercent:n ' +
    'benchedCChainRequestsPercent:n',
}
published.listValidators = validatorShapes
published.getSingleValidatorDetails = validatorShapes
// The metrics service.
const series = { ...list('results'), 'results.[]': 'value:n timestamp:i' }
const inWindows =
  'lastHour:n? lastDay:n? lastWeek:n? lastMonth:n? last90Days:n? lastYear:n? allTime:n?'
const metricsChain = 'evmChainId:i chainName:s blockchainId:s subnetId:s network:s'
Object.assign(published, {
  listMetricsChains: { ...list('chains'), 'chains.[]': metricsChain },
  getMetricsChain: { '': metricsChain },
  getEvmChainMetrics: series,
  getEvmChainRollingWindowMetrics: { '': 'result:o', result: inWindows },
  getIcmSummary: {
    '': 'result:o',
    result: `srcBlockchainId:s destBlockchainId:s ${inWindows}`,
  },
  getIcmTimeseries: {
    ...list('results'),
    'results.[]': 'value:i timestamp:i srcBlockchainId:s destBlockchainId:s',
  },
  getTeleporterMetricsByChain: { '': 'result:o', result: 'value:i' },
  getStakingMetrics: series,
  ...Object.fromEntries(
    [
      'getTotalL1ValidatorMetrics',
      'getMetricsByValidationId',
      'getMetricsByNodeId',
      'getMetricsBySubnetId',
    ].map((operation) => [operation, { ...series, '': 'results:a' }]),
  ),
})

const rankedAddresses = { ...list('addresses'), 'addresses.[]': 'address:s sortKey:s' }
Object.assign(published, {
  getAddressesByBtcbBridged: rankedAddresses,
  getAddressesByBalanceOverTime: rankedAddresses,
  getNftHoldersByContractAddress: {
    ...rankedAddresses,
    '':
      'nextPageToken:s? addresses:a nftCollectionName:a? nftSymbol:a? totalHolders:i ' +
      'totalTokens:n',
  },
  compositeQueryV2: { '': 'nextPageToken:s? subQueryCounts:o totalCount:i addresses:a' },
  getValidatorsByDateRange: { ...list('addresses'), 'addresses.[]': 'addresses:a sortKey:s' },
})

const assetAmount = 'assetId:s name:s symbol:s denomination:i type:s amount:s'
const reward =
  'addresses:a txHash:s amountStaked:s nodeId:s startTimestamp:i endTimestamp:i rewardType:s'
published.listHistoricalPrimaryNetworkRewards = {
  ...list('historicalRewards'),
  'historicalRewards.[]': `${reward} utxoId:s outputIndex:i reward:o rewardTxHash:s`,
  'historicalRewards.[].reward': `${assetAmount} historicalPrice:o?`,
}
published.listPendingPrimaryNetworkRewards = {
  ...list('pendingRewards'),
  'pendingRewards.[]': `${reward} progress:n estimatedReward:o`,
  'pendingRewards.[].estimatedReward': assetAmount,
}
const utxoLists = {
  '': 'nextPageToken:s? utxos:a chainInfo:o',
  chainInfo: 'chainName:s network:s',
  'utxos.[].<Utxo>':
    'addresses:a asset:o consumedOnChainId:s consumingTxHash:s? createdOnChainId:s utxoId:s ' +
    'utxoBytes:s? amount:s assetId:s blockNumber:s blockTimestamp:i consumingBlockNumber:s? ' +
    'consumingBlockTimestamp:i? platformLocktime:i? outputIndex:i rewardType:s? ' +
    'stakeableLocktime:i? staked:b? threshold:i? txHash:s utxoEndTimestamp:i? ' +
    'utxoStartTimestamp:i? utxoType:s',
  'utxos.[].<LiveUtxo>':
    'addresses:a asset:o consumedOnChainId:s consumingTxHash:s? createdOnChainId:s utxoId:s ' +
    'utxoBytes:s? consumingTxTimestamp:i? creationTxHash:s credentials:a? groupId:i? locktime:i ' +
    'outputIndex:s payload:s? threshold:i timestamp:i utxoType:s',
  'utxos.[].<LiveUtxo>.asset': assetAmount,
}
published.getUtxosByAddresses = utxoLists
published.getUtxosByAddressesV2 = utxoLists
const lastActivity = {
  '': 'timestamp:i blockNumber:s txHash:s utxoId:s isConsumed:b chainName:s network:s',
}
published.getLastActivityTimestampByAddresses = lastActivity
published.getLastActivityTimestampByAddressesV2 = lastActivity
published.getNetworkDetails = {
  '': 'validatorDetails:o delegatorDetails:o',
  validatorDetails:
    'validatorCount:i totalAmountStaked:s estimatedAnnualStakingReward:s ' +
    'stakingDistributionByVersion:a stakingRatio:s',
  'validatorDetails.stakingDistributionByVersion.[]': 'version:s amountStaked:s validatorCount:i',
  delegatorDetails: 'delegatorCount:i totalAmountStaked:s',
}
published.getChainIdsForAddresses = {
  '': 'addresses:a',
  'addresses.[]': 'address:s blockchainIds:a',
}
published.getAvaxSupply = {
  '':
    'circulatingSupply:s totalSupply:s totalPBurned:s totalCBurned:s totalXBurned:s ' +
    'totalStaked:s totalLocked:s totalRewards:s lastUpdated:s genesisUnlock:s l1ValidatorFees:s',
}
// The transactions are judged where they are taken apart.
published.listActivePrimaryNetworkStakingTransactions = {
  '': 'nextPageToken:s? transactions:a chainInfo:o',
  chainInfo: 'chainName:s network:s',
}

/** Differences of ours, by `operation path field`, with the reason. */
const differences: Record<string, string> = {
  ...Object.fromEntries(
    ['getTransaction', 'getDeploymentTransaction'].flatMap((operation) => [
      [`${operation} historicalPrice`, 'the world has one price for each token: G-101'],
      [`${operation} sourceChainId`, 'every message has both chains'],
      [`${operation} destinationChainId`, 'every message has both chains'],
    ]),
  ),
  'listHistoricalPrimaryNetworkRewards historicalPrice':
    'the world has no price of the time: G-101',
  ...Object.fromEntries(
    ['listValidators', 'getSingleValidatorDetails'].map((operation) => [
      `${operation} geolocation`,
      'the world does not say where nodes stand: G-119',
    ]),
  ),
  ...Object.fromEntries(
    ['listAddressChains', 'getAddressChains'].flatMap((operation) => [
      [`${operation} indexedChains`, 'always sent'],
      [`${operation} unindexedChains`, 'always sent'],
    ]),
  ),
}

for (const window of ['lastHour', 'lastDay', 'lastWeek'])
  for (const operation of ['getEvmChainRollingWindowMetrics', 'getIcmSummary'])
    differences[`${operation} ${window}`] = 'always sent'

const typeOf = (schema: TSchema): string => {
  const kinds: TSchema[] = schema.anyOf ?? [schema]
  const types = kinds.flatMap((kind): string[] =>
    kind.anyOf ? [typeOf(kind)] : [{ null: '|null' }[kind.type as string] ?? kind.type.slice(0, 1)],
  )
  return [...new Set(types)].sort((a, b) => a.length - b.length).join('')
}
const fieldsOf = (schema: TSchema): string[] =>
  Object.entries<TSchema>(schema.properties ?? {}).map(
    ([name, member]) =>
      `${name}:${typeOf(member)}${schema.required?.includes(name) === true ? '' : '?'}`,
  )

function at(schema: TSchema, path: string): TSchema {
  let found = schema
  for (const step of path === '' ? [] : path.split('.'))
    found = step.startsWith('<')
      ? found.anyOf.find(({ $id }: TSchema) => step === `<${$id}>`)
      : step === '[]'
        ? found.items
        : (found.properties?.[step] ?? {})
  return found
}

test.each(Object.entries(published))('%s answers the published shapes', (operationId, shapes) => {
  const route = routes.find(({ operation }) => operation.operationId === operationId)
  if (!route) throw new Error(`${operationId} is not served`)
  const isAccepted = (field: string) => `${operationId} ${field.split(':')[0]}` in differences
  for (const [path, fields] of Object.entries(shapes)) {
    const ours = fieldsOf(at(responseShape(route, 'live'), path)).filter((it) => !isAccepted(it))
    const theirs = fields.split(' ').filter((it) => it !== '' && !isAccepted(it))
    expect(ours.sort(), path).toEqual(theirs.sort())
  }
})

test('every difference is one', () => {
  for (const name of Object.keys(differences)) {
    const [operationId = '', field = ''] = name.split(' ')
    const route = routes.find(({ operation }) => operation.operationId === operationId)
    const isSame = Object.entries(published[operationId] ?? {}).every(([path, fields]) => {
      const theirs = fields.split(' ').filter((it) => it.startsWith(`${field}:`))
      const ours = route ? fieldsOf(at(responseShape(route, 'live'), path)) : []
      return theirs.every((it) => ours.includes(it))
    })
    expect(isSame, name).toBe(false)
  }
})

test('every extra operation since the contract grew is judged', () => {
  const extra = routes.filter(
    ({ operation }) => operation.section === 'extra' && !operation.isPublic,
  )
  expect(Object.keys(published).sort()).toEqual(
    extra.map(({ operation }) => operation.operationId).sort(),
  )
})
