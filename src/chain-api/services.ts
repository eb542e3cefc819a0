import { defineService, type Method, type Service } from '../json-rpc/method.ts'
import type { ServicePath } from '../json-rpc/node-interface.ts'
import { networks } from '../networks/network.ts'
import { blockchainIdOf, type PrimaryChain } from '../networks/primary-chain.ts'
import { getHeight as exchangeHeight, getAssetDescription, getTxFee } from './exchange/assets.ts'
import { getBalance as exchangeBalance, getAllBalances } from './exchange/balances.ts'
import { healthService } from './health.ts'
import { issueTx } from './issue-tx.ts'
import { getBalance } from './platform/balance.ts'
import {
  getCurrentSupply,
  getHeight,
  getMinStake,
  getProposedHeight,
  getStakingAssetId,
  getSubnet,
  getTimestamp,
} from './platform/chain.ts'
import {
  getFeeConfig,
  getFeeState,
  getValidatorFeeConfig,
  getValidatorFeeState,
} from './platform/fees.ts'
import { getCurrentValidators, getL1Validator } from './platform/validators.ts'
import { getStatus, getTx, platformStatus } from './transactions.ts'
import { getUtxos } from './utxos.ts'

/** Methods of the P-chain. */
export const platformMethods: readonly Method[] = [
  getUtxos('platform', 'P'),
  issueTx('platform', 'P'),
  platformStatus,
  getTx('platform.getTx', 'P', { missing: "couldn't get tx: not found" }),
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
]

/** Methods of the X-chain. */
export const exchangeMethods: readonly Method[] = [
  getAssetDescription,
  getTxFee,
  getUtxos('avm', 'X'),
  issueTx('avm', 'X'),
  getStatus('avm.getTxStatus', 'X'),
  getTx('avm.getTx', 'X', { missing: 'not found' }),
  exchangeBalance,
  getAllBalances,
  exchangeHeight,
]

/** Methods of atomic transactions of the C-chain. */
export const atomicMethods: readonly Method[] = [
  getUtxos('avax', 'C'),
  issueTx('avax', 'C'),
  getStatus('avax.getAtomicTxStatus', 'C'),
  getTx('avax.getAtomicTx', 'C', { missing: 'could not find tx ID', hasHeight: true }),
]

const uncached = (service: Service): Service => ({ ...service, isUncached: true })
const platform = uncached(defineService('platform', platformMethods))
const exchange = uncached(defineService('avm', exchangeMethods))
const atomic = uncached(defineService('avax', atomicMethods))

/** Paths of a service by letter and alias, and on its own network by blockchain id. */
const pathsOf = (service: Service, names: readonly string[], chain: PrimaryChain, rest = '') =>
  [
    ...names.map((name): ServicePath => ({ path: `/${name}${rest}`, serviceIn: () => service })),
    ...new Set(networks.map((network) => blockchainIdOf(network, chain))),
  ].map(
    (each): ServicePath =>
      typeof each === 'string'
        ? {
            path: `/bc/${each}${rest}`,
            serviceIn: ({ nodeNetwork }) =>
              blockchainIdOf(nodeNetwork, chain) === each ? service : undefined,
          }
        : each,
  )

/** Services of the chains of the primary network, below `/ext`. */
export const chainServices: readonly ServicePath[] = [
  healthService,
  ...pathsOf(platform, ['bc/P', 'bc/platform', 'P', 'platform'], 'P'),
  ...pathsOf(exchange, ['bc/X', 'bc/avm', 'X', 'avm'], 'X'),
  ...pathsOf(atomic, ['bc/C', 'bc/evm'], 'C', '/avax'),
]
