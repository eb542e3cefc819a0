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
 * What operations of the primary network answer in the live dialect. Where one function writes both
 * dialects, the static types take the values of both; the schemas, which answers are held against,
 * take only those of the live one.
 */

const quantity = Type.Optional(
  Type.Unsafe<number | null | string>(Type.Union([Type.Number(), Type.Null()])),
)

/** As GenesisData, with two quantities as numbers; null where the genesis has none. */
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

/** The answer of listBlockchains. */
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

/** The answer of listSubnets. */
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

/** The answer of listPrimaryTransactions. */
export const LivePrimaryTransactions = Type.Object({
  ...nextPage,
  transactions: Type.Array(LivePrimaryTransaction),
  chainInfo: ChainInfo,
})

/** The answer of listActivePrimaryNetworkStakingTransactions: all are of the P-chain. */
export const LivePlatformTransactions = Type.Object({
  ...nextPage,
  transactions: Type.Array(Type.Unsafe<LivePrimaryTransaction>(LivePChainTransaction)),
  chainInfo: ChainInfo,
})

/** The answer of getBalances. */
export const LiveBalances = Type.Object({
  balances: Type.Union([PrimaryNetworkBalances, LiveXChainBalances, LiveCChainBalances]),
  chainInfo: ChainInfo,
})
