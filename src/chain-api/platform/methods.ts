import type { Method } from '../../json-rpc/method.ts'
import { getBlock, getBlockByHeight } from '../blocks.ts'
import { issueTx } from '../issue-tx.ts'
import { getTx, platformStatus } from '../transactions.ts'
import { getUtxos } from '../utxos.ts'
import { getBalance } from './balance.ts'
import {
  getCurrentSupply,
  getHeight,
  getMinStake,
  getProposedHeight,
  getStakingAssetId,
  getSubnet,
  getTimestamp,
} from './chain.ts'
import { getCurrentValidators } from './current-validators.ts'
import { getFeeConfig, getFeeState, getValidatorFeeConfig, getValidatorFeeState } from './fees.ts'
import { getL1Validator } from './l1-validators.ts'
import { getRewardUtxos, getStake } from './stakes.ts'
import {
  getBlockchainStatus,
  getBlockchains,
  getSubnets,
  validatedBy,
  validates,
} from './subnets.ts'
import {
  getAllValidatorsAt,
  getTotalStake,
  getValidatorsAt,
  sampleValidators,
} from './validator-sets.ts'

/** Methods of the P-chain. */
export const platformMethods: readonly Method[] = [
  getUtxos('platform', 'P'),
  issueTx('platform', 'P'),
  platformStatus,
  getTx('platform.getTx', 'P', { missing: () => "couldn't get tx: not found" }),
  getFeeConfig,
  getFeeState,
  getBalance,
  getHeight,
  getProposedHeight,
  getTimestamp,
  getCurrentSupply,
  getStakingAssetId,
  getMinStake,
  getSubnet,
  getCurrentValidators,
  getL1Validator,
  getValidatorFeeConfig,
  getValidatorFeeState,
  getBlock('platform', 'P'),
  getBlockByHeight('platform', 'P'),
  getSubnets,
  getBlockchains,
  getBlockchainStatus,
  validatedBy,
  validates,
  getStake,
  getTotalStake,
  getRewardUtxos,
  getValidatorsAt,
  getAllValidatorsAt,
  sampleValidators,
]
