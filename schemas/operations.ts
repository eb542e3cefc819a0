import { getBalances } from './data/balances.ts'
import { getChain, listChains } from './data/chains.ts'
import {
  getCollectionToken,
  getContract,
  listCollectionTokens,
  listDeployments,
} from './data/contracts.ts'
import {
  getNativeBalance,
  listCollectibleBalances,
  listErc721Balances,
} from './data/evm-balances.ts'
import { getEvmBlock, listEvmBlocks } from './data/evm-blocks.ts'
import {
  listErc20Transfers,
  listErc721Transfers,
  listErc1155Transfers,
  listNativeTransactions,
} from './data/evm-transactions.ts'
import { getIcmMessage, listIcmMessages } from './data/icm.ts'
import {
  getPrimaryBlock,
  getVertex,
  listNodeBlocks,
  listPrimaryBlocks,
  listVertices,
  listVerticesByHeight,
} from './data/primary-blocks.ts'
import { aggregateSignatures, getAggregatedSignatures } from './data/signatures.ts'
import { listDelegators, listL1Validators } from './data/staking.ts'
import { getBlockchain, getSubnet, listBlockchains, listSubnets } from './data/subnets.ts'
import { getPrimaryTransaction, listPrimaryTransactions } from './data/transactions.ts'
import { getHealth, getLiveness, getMetricsHealth, getMetricsLiveness } from './health.ts'
import { getAverageTps } from './metrics.ts'
import type { Operation } from './operation.ts'

/** Every operation of the Data and Metrics APIs in contract order, then the neighbours. */
export const operations: readonly Operation[] = [
  aggregateSignatures,
  getAggregatedSignatures,
  listPrimaryTransactions,
  listSubnets,
  getBalances,
  listDelegators,
  listVerticesByHeight,
  listNodeBlocks,
  listL1Validators,
  listErc721Transfers,
  listErc20Transfers,
  listNativeTransactions,
  listErc721Balances,
  listCollectibleBalances,
  getNativeBalance,
  listDeployments,
  listCollectionTokens,
  listEvmBlocks,
  listIcmMessages,
  getAverageTps,
  listChains,
  getChain,
  getEvmBlock,
  listErc1155Transfers,
  getContract,
  getCollectionToken,
  getIcmMessage,
  getPrimaryTransaction,
  listPrimaryBlocks,
  getPrimaryBlock,
  listVertices,
  getVertex,
  getSubnet,
  listBlockchains,
  getBlockchain,
  getHealth,
  getLiveness,
  getMetricsHealth,
  getMetricsLiveness,
]
