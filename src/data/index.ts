import type { Route } from '../http/rest/route.ts'
import { getNativeBalanceRoute } from './evm/balances/get-native-balance.ts'
import { listCollectibleBalancesRoute } from './evm/balances/list-collectible-balances.ts'
import { listErc20BalancesRoute } from './evm/balances/list-erc20-balances.ts'
import { listErc721BalancesRoute } from './evm/balances/list-erc721-balances.ts'
import { listErc1155BalancesRoute } from './evm/balances/list-erc1155-balances.ts'
import { getEvmBlockRoute } from './evm/blocks/get-evm-block.ts'
import { getTransactionsForBlockRoute } from './evm/blocks/get-transactions-for-block.ts'
import { listAllLatestBlocksRoute } from './evm/blocks/list-all-latest-blocks.ts'
import { listEvmBlocksRoute } from './evm/blocks/list-evm-blocks.ts'
import { listLatestBlocksAllChainsRoute } from './evm/blocks/list-latest-blocks-all-chains.ts'
import { getAddressChainsRoute } from './evm/chains/get-address-chains.ts'
import { getChainRoute } from './evm/chains/get-chain.ts'
import { listAddressChainsRoute } from './evm/chains/list-address-chains.ts'
import { listChainsRoute } from './evm/chains/list-chains.ts'
import { getCollectionTokenRoute } from './evm/contracts/get-collection-token.ts'
import { getContractRoute } from './evm/contracts/get-contract.ts'
import { getDeploymentTransactionRoute } from './evm/contracts/get-deployment-transaction.ts'
import { listCollectionTokensRoute } from './evm/contracts/list-collection-tokens.ts'
import { listDeploymentsRoute } from './evm/contracts/list-deployments.ts'
import { listTransfersRoute } from './evm/contracts/list-transfers.ts'
import { reindexNftRoute } from './evm/contracts/reindex-nft.ts'
import { getTransactionRoute } from './evm/transactions/get-transaction.ts'
import { listAllLatestTransactionsRoute } from './evm/transactions/list-all-latest-transactions.ts'
import { listLatestTransactionsRoute } from './evm/transactions/list-latest-transactions.ts'
import { listLatestTransactionsAllChainsRoute } from './evm/transactions/list-latest-transactions-all-chains.ts'
import { listTransactionsRoute } from './evm/transactions/list-transactions.ts'
import { listTransactionsV2Route } from './evm/transactions/list-transactions-v2.ts'
import { listErc20TransfersRoute } from './evm/transfers/list-erc20-transfers.ts'
import { listErc721TransfersRoute } from './evm/transfers/list-erc721-transfers.ts'
import { listErc1155TransfersRoute } from './evm/transfers/list-erc1155-transfers.ts'
import { listInternalTransactionsRoute } from './evm/transfers/list-internal-transactions.ts'
import { listNativeTransactionsRoute } from './evm/transfers/list-native-transactions.ts'
import { getOperationResultRoute } from './exports/get-operation-result.ts'
import { postTransactionExportJobRoute } from './exports/post-transaction-export-job.ts'
import { getIcmMessageRoute } from './icm/get-icm-message.ts'
import { getTeleporterMessageRoute } from './icm/get-teleporter-message.ts'
import { listAllIcmMessagesRoute } from './icm/list-all-icm-messages.ts'
import { listIcmMessagesRoute } from './icm/list-icm-messages.ts'
import { listTeleporterMessagesRoute } from './icm/list-teleporter-messages.ts'
import { listTeleporterMessagesByAddressRoute } from './icm/list-teleporter-messages-by-address.ts'
import { getAssetDetailsRoute } from './primary/assets/get-asset-details.ts'
import { listAssetTransactionsRoute } from './primary/assets/list-asset-transactions.ts'
import { getBalancesRoute } from './primary/balances/get-balances.ts'
import { getPrimaryBlockRoute } from './primary/blocks/get-primary-block.ts'
import { getVertexRoute } from './primary/blocks/get-vertex.ts'
import { listNodeBlocksRoute } from './primary/blocks/list-node-blocks.ts'
import { listPrimaryBlocksRoute } from './primary/blocks/list-primary-blocks.ts'
import { listVerticesRoute } from './primary/blocks/list-vertices.ts'
import { listVerticesByHeightRoute } from './primary/blocks/list-vertices-by-height.ts'
import { getAvaxSupplyRoute } from './primary/network/get-avax-supply.ts'
import { getChainIdsForAddressesRoute } from './primary/network/get-chain-ids-for-addresses.ts'
import { getNetworkDetailsRoute } from './primary/network/get-network-details.ts'
import { listActivePrimaryNetworkStakingTransactionsRoute } from './primary/network/list-active-primary-network-staking-transactions.ts'
import { listHistoricalPrimaryNetworkRewardsRoute } from './primary/rewards/list-historical-primary-network-rewards.ts'
import { listPendingPrimaryNetworkRewardsRoute } from './primary/rewards/list-pending-primary-network-rewards.ts'
import { listDelegatorsRoute } from './primary/staking/list-delegators.ts'
import { listL1ValidatorsRoute } from './primary/staking/list-l1-validators.ts'
import { getBlockchainRoute } from './primary/subnets/get-blockchain.ts'
import { getSubnetRoute } from './primary/subnets/get-subnet.ts'
import { listBlockchainsRoute } from './primary/subnets/list-blockchains.ts'
import { listSubnetsRoute } from './primary/subnets/list-subnets.ts'
import { getPrimaryTransactionRoute } from './primary/transactions/get-primary-transaction.ts'
import { listPrimaryTransactionsRoute } from './primary/transactions/list-primary-transactions.ts'
import { getLastActivityTimestampByAddressesRoute } from './primary/utxos/get-last-activity-timestamp-by-addresses.ts'
import { getLastActivityTimestampByAddressesV2Route } from './primary/utxos/get-last-activity-timestamp-by-addresses-v2.ts'
import { getUtxosByAddressesRoute } from './primary/utxos/get-utxos-by-addresses.ts'
import { getUtxosByAddressesV2Route } from './primary/utxos/get-utxos-by-addresses-v2.ts'
import { getSingleValidatorDetailsRoute } from './primary/validators/get-single-validator-details.ts'
import { listValidatorsRoute } from './primary/validators/list-validators.ts'
import { getHealthRoute } from './service/get-health.ts'
import { getLivenessRoute } from './service/get-liveness.ts'
import { aggregateSignaturesRoute } from './signatures/aggregate-signatures.ts'
import { getAggregatedSignaturesRoute } from './signatures/get-aggregated-signatures.ts'
import { getApiLogsRoute } from './usage/get-api-logs.ts'
import { getApiUsageMetricsRoute } from './usage/get-api-usage-metrics.ts'
import { getPrimaryNetworkRpcUsageMetricsRoute } from './usage/get-primary-network-rpc-usage-metrics.ts'
import { getRpcUsageMetricsRoute } from './usage/get-rpc-usage-metrics.ts'
import { getSubnetRpcUsageMetricsRoute } from './usage/get-subnet-rpc-usage-metrics.ts'
import { addAddressesToWebhookRoute } from './webhooks/add-addresses-to-webhook.ts'
import { createWebhookRoute } from './webhooks/create-webhook.ts'
import { deactivateWebhookRoute } from './webhooks/deactivate-webhook.ts'
import { generateOrRotateSharedSecretRoute } from './webhooks/generate-or-rotate-shared-secret.ts'
import { getAddressesFromWebhookRoute } from './webhooks/get-addresses-from-webhook.ts'
import { getSharedSecretRoute } from './webhooks/get-shared-secret.ts'
import { getWebhookRoute } from './webhooks/get-webhook.ts'
import { listWebhooksRoute } from './webhooks/list-webhooks.ts'
import { removeAddressesFromWebhookRoute } from './webhooks/remove-addresses-from-webhook.ts'
import { updateWebhookRoute } from './webhooks/update-webhook.ts'

/** Routes of the Data API, in the order of the contract. */
export const dataRoutes: readonly Route[] = [
  aggregateSignaturesRoute,
  getAggregatedSignaturesRoute,
  listPrimaryTransactionsRoute,
  listSubnetsRoute,
  getBalancesRoute,
  listDelegatorsRoute,
  listVerticesByHeightRoute,
  listNodeBlocksRoute,
  listL1ValidatorsRoute,
  listErc721TransfersRoute,
  listErc20TransfersRoute,
  listNativeTransactionsRoute,
  listErc721BalancesRoute,
  listCollectibleBalancesRoute,
  getNativeBalanceRoute,
  listDeploymentsRoute,
  listCollectionTokensRoute,
  listEvmBlocksRoute,
  listIcmMessagesRoute,
  listChainsRoute,
  getChainRoute,
  getEvmBlockRoute,
  listErc1155TransfersRoute,
  listInternalTransactionsRoute,
  getContractRoute,
  getCollectionTokenRoute,
  reindexNftRoute,
  getIcmMessageRoute,
  getPrimaryTransactionRoute,
  listPrimaryBlocksRoute,
  getPrimaryBlockRoute,
  listVerticesRoute,
  getVertexRoute,
  getSubnetRoute,
  listBlockchainsRoute,
  getBlockchainRoute,
  getHealthRoute,
  getLivenessRoute,
  listAddressChainsRoute,
  getAddressChainsRoute,
  listLatestBlocksAllChainsRoute,
  listAllLatestBlocksRoute,
  listLatestTransactionsAllChainsRoute,
  listAllLatestTransactionsRoute,
  listLatestTransactionsRoute,
  getTransactionsForBlockRoute,
  getTransactionRoute,
  getDeploymentTransactionRoute,
  listTransfersRoute,
  listTransactionsRoute,
  listTransactionsV2Route,
  listErc20BalancesRoute,
  listErc1155BalancesRoute,
  listAllIcmMessagesRoute,
  listTeleporterMessagesRoute,
  listTeleporterMessagesByAddressRoute,
  getTeleporterMessageRoute,
  getAssetDetailsRoute,
  listAssetTransactionsRoute,
  listValidatorsRoute,
  getSingleValidatorDetailsRoute,
  getNetworkDetailsRoute,
  getChainIdsForAddressesRoute,
  listActivePrimaryNetworkStakingTransactionsRoute,
  getUtxosByAddressesRoute,
  getUtxosByAddressesV2Route,
  getLastActivityTimestampByAddressesRoute,
  getLastActivityTimestampByAddressesV2Route,
  listHistoricalPrimaryNetworkRewardsRoute,
  listPendingPrimaryNetworkRewardsRoute,
  getAvaxSupplyRoute,
  postTransactionExportJobRoute,
  getOperationResultRoute,
  getApiUsageMetricsRoute,
  getApiLogsRoute,
  getSubnetRpcUsageMetricsRoute,
  getRpcUsageMetricsRoute,
  getPrimaryNetworkRpcUsageMetricsRoute,
  createWebhookRoute,
  listWebhooksRoute,
  getWebhookRoute,
  updateWebhookRoute,
  deactivateWebhookRoute,
  addAddressesToWebhookRoute,
  removeAddressesFromWebhookRoute,
  getAddressesFromWebhookRoute,
  generateOrRotateSharedSecretRoute,
  getSharedSecretRoute,
]
