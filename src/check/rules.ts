import { evmDelays, evmEras, evmHeaders, evmLinks, evmRoots } from './evm/block-rules.ts'
import { evmExecution } from './evm/execution/execution-rule.ts'
import { evmFees } from './evm/fee-rules.ts'
import { evmGenesis } from './evm/genesis-rules.ts'
import { nftBalances, nftTokens } from './evm/nft-rules.ts'
import { evmLastActive, evmPeriods } from './evm/period-rules.ts'
import { evmPermissions } from './evm/permission-rules.ts'
import { erc20Balances } from './evm/token-balances.ts'
import { erc20Transfers, erc721Transfers, erc1155Transfers } from './evm/token-rules.ts'
import {
  evmActivity,
  evmNonces,
  evmReceipts,
  evmTransactionBytes,
} from './evm/transaction-rules.ts'
import {
  icmActivity,
  icmDeliveries,
  icmIds,
  icmNonces,
  icmSendings,
} from './interchain/message-rules.ts'
import { icmPeriods } from './interchain/period-rules.ts'
import { icmReceiptDeliveries, icmReceipts } from './interchain/receipt-rules.ts'
import { warpEmissions, warpPredicates } from './interchain/warp-rules.ts'
import { nodeChains, nodeStakes, nodeUpgrades } from './node-rules.ts'
import { assetConservation, transactionAmounts } from './primary/amounts.ts'
import { blockContents, blockIndex, blockLinks, blockProposers } from './primary/block-rules.ts'
import { possessionProofs, validatorKeys } from './primary/bls-keys.ts'
import { containerIds, containerOrder, containerSignatures } from './primary/container-rules.ts'
import { validatorDelegations } from './primary/delegation-rules.ts'
import { eras } from './primary/eras.ts'
import { l1Fees } from './primary/l1-fee-rule.ts'
import { l1Blocks, l1Changes, l1Returns, l1ValidatorTable, l1Weights } from './primary/l1-rules.ts'
import { containerLinks } from './primary/outer-chain.ts'
import { addressOwners, addressRewards, unspentSums } from './primary/owner-rules.ts'
import {
  addressTransactions,
  addressUtxos,
  assetTransactions,
  atomicTransfers,
  transactionAddresses,
} from './primary/participants.ts'
import { platformFees } from './primary/platform-fee-rule.ts'
import { signatures } from './primary/signatures.ts'
import { locks, spending } from './primary/spending.ts'
import {
  currentSupply,
  delegators,
  rewardUtxos,
  stakeRewards,
  stakeValidators,
  stakingPeriods,
} from './primary/staking-rules.ts'
import { assets, blockchains, subnets } from './primary/subnets.ts'
import { transactionBytes, transactionIds, transactionOrder } from './primary/transaction-bytes.ts'
import { transactionColumns } from './primary/transaction-columns.ts'
import { validatorUptimes } from './primary/uptime-rule.ts'
import { utxoBytesRule, utxoOrigins } from './primary/utxo-rules.ts'
import { transactionIndex, vertices } from './primary/vertices.ts'
import { warpMessages } from './primary/warp-messages.ts'
import { evmChainReferences, priceReferences, proposerReferences } from './references.ts'
import type { Rule } from './rule.ts'

/** Every rule, in the order of reports. */
export const rules: readonly Rule[] = [
  transactionIds,
  transactionBytes,
  transactionOrder,
  transactionColumns,
  signatures,
  utxoBytesRule,
  utxoOrigins,
  spending,
  locks,
  assetConservation,
  transactionAmounts,
  transactionAddresses,
  atomicTransfers,
  addressTransactions,
  assetTransactions,
  addressUtxos,
  addressOwners,
  unspentSums,
  assets,
  blockLinks,
  blockContents,
  blockProposers,
  blockIndex,
  vertices,
  transactionIndex,
  eras,
  containerIds,
  containerSignatures,
  containerLinks,
  containerOrder,
  stakeRewards,
  rewardUtxos,
  addressRewards,
  currentSupply,
  stakingPeriods,
  validatorUptimes,
  stakeValidators,
  delegators,
  validatorDelegations,
  subnets,
  blockchains,
  l1ValidatorTable,
  l1Changes,
  l1Returns,
  l1Weights,
  l1Blocks,
  l1Fees,
  platformFees,
  warpMessages,
  validatorKeys,
  possessionProofs,
  evmHeaders,
  evmFees,
  evmGenesis,
  evmPermissions,
  evmLinks,
  evmRoots,
  evmEras,
  evmDelays,
  evmTransactionBytes,
  evmReceipts,
  evmNonces,
  evmExecution,
  evmActivity,
  evmPeriods,
  evmLastActive,
  erc20Transfers,
  erc721Transfers,
  erc1155Transfers,
  erc20Balances,
  nftBalances,
  nftTokens,
  icmIds,
  icmSendings,
  icmDeliveries,
  icmNonces,
  icmReceipts,
  icmReceiptDeliveries,
  icmActivity,
  icmPeriods,
  warpEmissions,
  warpPredicates,
  evmChainReferences,
  priceReferences,
  proposerReferences,
  nodeUpgrades,
  nodeChains,
  nodeStakes,
]
