import type { Route } from '../http/route.ts'
import { getChainRoute } from './evm/get-chain.ts'
import { getCollectionTokenRoute } from './evm/get-collection-token.ts'
import { getContractRoute } from './evm/get-contract.ts'
import { getEvmBlockRoute } from './evm/get-evm-block.ts'
import { getNativeBalanceRoute } from './evm/get-native-balance.ts'
import { listChainsRoute } from './evm/list-chains.ts'
import { listCollectibleBalancesRoute } from './evm/list-collectible-balances.ts'
import { listCollectionTokensRoute } from './evm/list-collection-tokens.ts'
import { listDeploymentsRoute } from './evm/list-deployments.ts'
import { listErc20TransfersRoute } from './evm/list-erc20-transfers.ts'
import { listErc721BalancesRoute } from './evm/list-erc721-balances.ts'
import { listErc721TransfersRoute } from './evm/list-erc721-transfers.ts'
import { listErc1155TransfersRoute } from './evm/list-erc1155-transfers.ts'
import { listEvmBlocksRoute } from './evm/list-evm-blocks.ts'
import { listNativeTransactionsRoute } from './evm/list-native-transactions.ts'
import { getIcmMessageRoute } from './icm/get-icm-message.ts'
import { listIcmMessagesRoute } from './icm/list-icm-messages.ts'
import { getBalancesRoute } from './primary/get-balances.ts'
import { getBlockchainRoute } from './primary/get-blockchain.ts'
import { getPrimaryBlockRoute } from './primary/get-primary-block.ts'
import { getPrimaryTransactionRoute } from './primary/get-primary-transaction.ts'
import { getSubnetRoute } from './primary/get-subnet.ts'
import { getVertexRoute } from './primary/get-vertex.ts'
import { listBlockchainsRoute } from './primary/list-blockchains.ts'
import { listDelegatorsRoute } from './primary/list-delegators.ts'
import { listL1ValidatorsRoute } from './primary/list-l1-validators.ts'
import { listNodeBlocksRoute } from './primary/list-node-blocks.ts'
import { listPrimaryBlocksRoute } from './primary/list-primary-blocks.ts'
import { listPrimaryTransactionsRoute } from './primary/list-primary-transactions.ts'
import { listSubnetsRoute } from './primary/list-subnets.ts'
import { listVerticesRoute } from './primary/list-vertices.ts'
import { listVerticesByHeightRoute } from './primary/list-vertices-by-height.ts'
import { getHealthRoute } from './service/get-health.ts'
import { aggregateSignaturesRoute } from './signatures/aggregate-signatures.ts'
import { getAggregatedSignaturesRoute } from './signatures/get-aggregated-signatures.ts'

/** The Data API, in the order of the contract. */
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
  getContractRoute,
  getCollectionTokenRoute,
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
]
