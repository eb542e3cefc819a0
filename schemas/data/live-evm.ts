import { type Static, Type } from '@sinclair/typebox'
import { nextPage } from '../paging.ts'
import { Count, CurrencyCode, DecimalString, oneOf } from '../scalars.ts'
import { ContractDeployment } from './contracts.ts'
import { NativeTokenBalance } from './evm-balances.ts'
import { EvmBlock } from './evm-blocks.ts'
import {
  Erc20Transfer,
  Erc721Transfer,
  Erc1155Transfer,
  InternalTransaction,
  NativeTransaction,
} from './evm-transactions.ts'
import { IcmMessage } from './icm.ts'
import { LiveIndexStatus } from './live.ts'
import { Erc20Token, type IndexStatus, NftMetadata, NftToken } from './tokens.ts'

/*
 * What the deployed service answers about EVM chains where it differs from the contract: the live
 * dialect. The static types of these shapes take the values of both dialects, since one function
 * writes both; the schemas, which answers are held against, take only those of the live one.
 */

/** As Price, with a number. */
export const LivePrice = Type.Object(
  { currencyCode: CurrencyCode, value: Type.Unsafe<number | string>(Type.Number({ minimum: 0 })) },
  { $id: 'LivePrice' },
)
export type LivePrice = Static<typeof LivePrice>

const indexStatus = Type.Unsafe<LiveIndexStatus | IndexStatus>(LiveIndexStatus)

const livePrice = { price: Type.Optional(LivePrice) }

/** As Erc20Token. */
export const LiveErc20Token = Type.Object(
  { ...Erc20Token.properties, ...livePrice },
  { $id: 'LiveErc20Token' },
)
export type LiveErc20Token = Static<typeof LiveErc20Token>

/** As NftToken, of ERC-721 contracts only. */
export const LiveErc721Token = Type.Object(
  {
    ...NftToken.properties,
    ercType: Type.Unsafe<NftToken['ercType']>(oneOf(['ERC-721'])),
    metadata: Type.Object({ ...NftMetadata.properties, indexStatus }),
  },
  { $id: 'LiveErc721Token' },
)
export type LiveErc721Token = Static<typeof LiveErc721Token>

/** One kind of an ERC-1155 contract: no name, symbol or owner of its own. */
export const LiveErc1155Token = Type.Object(
  {
    address: Type.String(),
    ercType: oneOf(['ERC-1155']),
    tokenId: DecimalString,
    tokenUri: Type.String(),
    metadata: Type.Object({
      ...Type.Omit(NftMetadata, ['attributes']).properties,
      indexStatus,
      decimals: Type.Optional(Count),
      properties: Type.Optional(Type.String({ description: 'JSON text.' })),
    }),
  },
  { $id: 'LiveErc1155Token' },
)
export type LiveErc1155Token = Static<typeof LiveErc1155Token>

/** As CollectibleBalance, of ERC-721 contracts only. */
export const LiveErc721Balance = Type.Object(
  { ...LiveErc721Token.properties, chainId: DecimalString },
  { $id: 'LiveErc721Balance' },
)
export type LiveErc721Balance = Static<typeof LiveErc721Balance>

/** How many of one kind of an ERC-1155 contract an address holds. */
export const LiveErc1155Balance = Type.Object(
  { ...LiveErc1155Token.properties, chainId: DecimalString, balance: DecimalString },
  { $id: 'LiveErc1155Balance' },
)
export type LiveErc1155Balance = Static<typeof LiveErc1155Balance>

const milliseconds = { blockTimestampMilliseconds: Type.Optional(Count) }
const blockTimes = { ...milliseconds, blockMinDelayExcess: Type.Optional(Count) }

/** As EvmBlock, with what headers carry since Granite. */
export const LiveEvmBlock = Type.Object(
  { ...EvmBlock.properties, ...blockTimes },
  { $id: 'LiveEvmBlock' },
)
export type LiveEvmBlock = Static<typeof LiveEvmBlock>

/** As NativeTransaction, with what its block's header carries since Granite. */
export const LiveNativeTransaction = Type.Object(
  { ...NativeTransaction.properties, ...blockTimes },
  { $id: 'LiveNativeTransaction' },
)
export type LiveNativeTransaction = Static<typeof LiveNativeTransaction>

/** As ContractDeployment. */
export const LiveContract = Type.Object(
  {
    ...ContractDeployment.properties,
    pricingProviders: Type.Optional(Type.Object({ coingeckoCoinId: Type.String() })),
  },
  { $id: 'LiveContract' },
)
export type LiveContract = Static<typeof LiveContract>

/** As Erc721Transfer. */
export const LiveErc721Transfer = Type.Object(
  { ...Erc721Transfer.properties, ...milliseconds, erc721Token: LiveErc721Token },
  { $id: 'LiveErc721Transfer' },
)
export type LiveErc721Transfer = Static<typeof LiveErc721Transfer>

/** As Erc1155Transfer. */
export const LiveErc1155Transfer = Type.Object(
  {
    ...Erc1155Transfer.properties,
    ...milliseconds,
    erc1155Token: Type.Unsafe<LiveErc1155Token | LiveErc721Token>(LiveErc1155Token),
  },
  { $id: 'LiveErc1155Transfer' },
)
export type LiveErc1155Transfer = Static<typeof LiveErc1155Transfer>

/** As InternalTransaction. */
export const LiveInternalTransaction = Type.Object(
  { ...InternalTransaction.properties, ...milliseconds },
  { $id: 'LiveInternalTransaction' },
)
export type LiveInternalTransaction = Static<typeof LiveInternalTransaction>

/** As Erc20Transfer. */
export const LiveErc20Transfer = Type.Object(
  { ...Erc20Transfer.properties, ...milliseconds, erc20Token: LiveErc20Token },
  { $id: 'LiveErc20Transfer' },
)
export type LiveErc20Transfer = Static<typeof LiveErc20Transfer>

/** As NativeTokenBalance. */
export const LiveNativeTokenBalance = Type.Object(
  { ...NativeTokenBalance.properties, ...livePrice, balanceValue: Type.Optional(LivePrice) },
  { $id: 'LiveNativeTokenBalance' },
)
export type LiveNativeTokenBalance = Static<typeof LiveNativeTokenBalance>

/** As IcmMessage. */
export const LiveIcmMessage = Type.Object(
  {
    ...IcmMessage.properties,
    rewardDetails: Type.Object({ ...IcmMessage.properties.rewardDetails.properties, ...livePrice }),
  },
  { $id: 'LiveIcmMessage' },
)
export type LiveIcmMessage = Static<typeof LiveIcmMessage>

/** The answer of listEvmBlocks. */
export const LiveEvmBlocks = Type.Object({ ...nextPage, blocks: Type.Array(LiveEvmBlock) })

/** The answer of listNativeTransactions. */
export const LiveNativeTransactions = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveNativeTransaction),
})

/** The answer of listDeployments. */
export const LiveDeployments = Type.Object({ ...nextPage, contracts: Type.Array(LiveContract) })

/** The answer of listErc721Transfers. */
export const LiveErc721Transfers = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveErc721Transfer),
})

/** The answer of listErc20Transfers. */
export const LiveErc20Transfers = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveErc20Transfer),
})

/** The answer of listErc1155Transfers. */
export const LiveErc1155Transfers = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveErc1155Transfer),
})

/** The answer of listInternalTransactions. */
export const LiveInternalTransactions = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveInternalTransaction),
})

/** The answer of listErc721Balances. */
export const LiveErc721Balances = Type.Object({
  ...nextPage,
  nativeTokenBalance: LiveNativeTokenBalance,
  erc721TokenBalances: Type.Array(LiveErc721Balance),
})

/** The answer of listCollectibleBalances. */
export const LiveCollectibleBalances = Type.Object({
  ...nextPage,
  collectibleBalances: Type.Array(Type.Union([LiveErc721Balance, LiveErc1155Balance])),
})

/** The answer of getNativeBalance. */
export const LiveNativeBalance = Type.Object({ nativeTokenBalance: LiveNativeTokenBalance })

/** The answer of getCollectionToken. */
export const LiveNftToken = Type.Union([LiveErc721Token, LiveErc1155Token])

/** The answer of listCollectionTokens. */
export const LiveCollectionTokens = Type.Object({
  ...nextPage,
  tokens: Type.Array(LiveNftToken),
})

/** The answer of listIcmMessages. */
export const LiveIcmMessages = Type.Object({ ...nextPage, messages: Type.Array(LiveIcmMessage) })
