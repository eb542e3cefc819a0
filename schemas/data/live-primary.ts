import { type Static, Type } from '@sinclair/typebox'
import { ChainInfo } from '../common-shapes.ts'
import { nextPage } from '../paging.ts'
import { Count, oneOf } from '../scalars.ts'
import { PrimaryNetworkBalances } from './balances.ts'
import { GenesisData } from './genesis.ts'
import {
  LiveCChainBalances,
  LiveCChainExportTransaction,
  LiveCChainImportTransaction,
  LiveXChainBalances,
  LiveXChainLinearTransaction,
  LiveXChainNonLinearTransaction,
} from './live.ts'
import { Blockchain, Subnet } from './subnets.ts'
import { BlockchainInfo, PrimaryNetworkTransaction } from './transactions.ts'

/*
 * Responses of operations of the primary network in the live dialect. If one function writes both
 * dialects, the static types accept the values of both. The schemas accept only those of the live
 * one; they validate responses.
 */

const quantity = Type.Optional(
  Type.Unsafe<number | null | string>(Type.Union([Type.Number(), Type.Null()])),
)

/** GenesisData with two quantities as numbers; null if the genesis has none. */
export const LiveGenesisData = Type.Object(
  { ...GenesisData.properties, airdropAmount: quantity, baseFeePerGas: quantity },
  { $id: 'LiveGenesisData' },
)
export type LiveGenesisData = Static<typeof LiveGenesisData>

const genesisData = Type.Optional(LiveGenesisData)

/** The genesis of the X-chain. */
export const LiveEncodedGenesis = Type.Object(
  { encoding: oneOf(['hex']), data: Type.String() },
  { $id: 'LiveEncodedGenesis' },
)
export type LiveEncodedGenesis = Static<typeof LiveEncodedGenesis>

/** A chain of a subnet; only EVM chains have a chain id. */
export const LiveBlockchain = Type.Object(
  {
    ...Blockchain.properties,
    createBlockNumber: Type.String({ description: 'Decimal; -1 of chains of the genesis.' }),
    evmChainId: Type.Optional(Count),
    genesisData: Type.Optional(Type.Union([LiveEncodedGenesis, LiveGenesisData])),
  },
  { $id: 'LiveBlockchain' },
)
export type LiveBlockchain = Static<typeof LiveBlockchain>

/** Response of listBlockchains. */
export const LiveBlockchains = Type.Object({
  ...nextPage,
  blockchains: Type.Array(LiveBlockchain),
})

/** A subnet or L1. */
export const LiveSubnet = Type.Object(
  {
    ...Subnet.properties,
    createBlockIndex: Type.String({ description: 'Decimal; -1 of the primary network.' }),
    blockchains: Type.Array(LiveBlockchain),
  },
  { $id: 'LiveSubnet' },
)
export type LiveSubnet = Static<typeof LiveSubnet>

/** Response of listSubnets. */
export const LiveSubnets = Type.Object({ ...nextPage, subnets: Type.Array(LiveSubnet) })

/** A transaction of the P-chain. */
export const LivePChainTransaction = Type.Object(
  {
    ...PrimaryNetworkTransaction.properties,
    blockchainInfo: Type.Optional(
      Type.Object({ ...BlockchainInfo.properties, genesisData }, { $id: 'LiveBlockchainInfo' }),
    ),
  },
  { $id: 'LivePChainTransaction' },
)
export type LivePChainTransaction = Static<typeof LivePChainTransaction>

/** A transaction in the shape of its chain. */
export const LivePrimaryTransaction = Type.Union([
  LivePChainTransaction,
  LiveXChainLinearTransaction,
  LiveXChainNonLinearTransaction,
  LiveCChainExportTransaction,
  LiveCChainImportTransaction,
])
export type LivePrimaryTransaction = Static<typeof LivePrimaryTransaction>

/** Response of listPrimaryTransactions. */
export const LivePrimaryTransactions = Type.Object({
  ...nextPage,
  transactions: Type.Array(LivePrimaryTransaction),
  chainInfo: ChainInfo,
})

/** Response of listActivePrimaryNetworkStakingTransactions: all are of the P-chain. */
export const LivePlatformTransactions = Type.Object({
  ...nextPage,
  transactions: Type.Array(Type.Unsafe<LivePrimaryTransaction>(LivePChainTransaction)),
  chainInfo: ChainInfo,
})

/** Response of getBalances. */
export const LiveBalances = Type.Object({
  balances: Type.Union([PrimaryNetworkBalances, LiveXChainBalances, LiveCChainBalances]),
  chainInfo: ChainInfo,
})
