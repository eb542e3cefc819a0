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
 * Responses of the deployed service about EVM chains that differ from the contract: the live
 * dialect. The static types of these shapes accept the values of both dialects, since one function
 * writes both. The schemas accept only those of the live one; they validate responses.
 */

/** Price as a number. */
export const LivePrice = Type.Object(
  { currencyCode: CurrencyCode, value: Type.Unsafe<number | string>(Type.Number({ minimum: 0 })) },
  { $id: 'LivePrice' },
)
export type LivePrice = Static<typeof LivePrice>

const indexStatus = Type.Unsafe<LiveIndexStatus | IndexStatus>(LiveIndexStatus)

const livePrice = { price: Type.Optional(LivePrice) }

/** Erc20Token in the live dialect. */
export const LiveErc20Token = Type.Object(
  { ...Erc20Token.properties, ...livePrice },
  { $id: 'LiveErc20Token' },
)
export type LiveErc20Token = Static<typeof LiveErc20Token>

/** NftToken in the live dialect, for ERC-721 contracts only. */
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

/** CollectibleBalance in the live dialect, for ERC-721 contracts only. */
export const LiveErc721Balance = Type.Object(
  { ...LiveErc721Token.properties, chainId: DecimalString },
  { $id: 'LiveErc721Balance' },
)
export type LiveErc721Balance = Static<typeof LiveErc721Balance>

/** Balance of an address in one token of an ERC-1155 contract. */
export const LiveErc1155Balance = Type.Object(
  { ...LiveErc1155Token.properties, chainId: DecimalString, balance: DecimalString },
  { $id: 'LiveErc1155Balance' },
)
export type LiveErc1155Balance = Static<typeof LiveErc1155Balance>

const milliseconds = { blockTimestampMilliseconds: Type.Optional(Count) }
const blockTimes = { ...milliseconds, blockMinDelayExcess: Type.Optional(Count) }

/** EvmBlock with the header fields since Granite. */
export const LiveEvmBlock = Type.Object(
  { ...EvmBlock.properties, ...blockTimes },
  { $id: 'LiveEvmBlock' },
)
export type LiveEvmBlock = Static<typeof LiveEvmBlock>

/** NativeTransaction with the header fields of its block since Granite. */
export const LiveNativeTransaction = Type.Object(
  { ...NativeTransaction.properties, ...blockTimes },
  { $id: 'LiveNativeTransaction' },
)
export type LiveNativeTransaction = Static<typeof LiveNativeTransaction>

/** ContractDeployment in the live dialect. */
export const LiveContract = Type.Object(
  {
    ...ContractDeployment.properties,
    pricingProviders: Type.Optional(Type.Object({ coingeckoCoinId: Type.String() })),
  },
  { $id: 'LiveContract' },
)
export type LiveContract = Static<typeof LiveContract>

/** Erc721Transfer in the live dialect. */
export const LiveErc721Transfer = Type.Object(
  { ...Erc721Transfer.properties, ...milliseconds, erc721Token: LiveErc721Token },
  { $id: 'LiveErc721Transfer' },
)
export type LiveErc721Transfer = Static<typeof LiveErc721Transfer>

/** Erc1155Transfer in the live dialect. */
export const LiveErc1155Transfer = Type.Object(
  {
    ...Erc1155Transfer.properties,
    ...milliseconds,
    erc1155Token: Type.Unsafe<LiveErc1155Token | LiveErc721Token>(LiveErc1155Token),
  },
  { $id: 'LiveErc1155Transfer' },
)
export type LiveErc1155Transfer = Static<typeof LiveErc1155Transfer>

/** InternalTransaction in the live dialect. */
export const LiveInternalTransaction = Type.Object(
  { ...InternalTransaction.properties, ...milliseconds },
  { $id: 'LiveInternalTransaction' },
)
export type LiveInternalTransaction = Static<typeof LiveInternalTransaction>

/** Erc20Transfer in the live dialect. */
export const LiveErc20Transfer = Type.Object(
  { ...Erc20Transfer.properties, ...milliseconds, erc20Token: LiveErc20Token },
  { $id: 'LiveErc20Transfer' },
)
export type LiveErc20Transfer = Static<typeof LiveErc20Transfer>

/** NativeTokenBalance in the live dialect. */
export const LiveNativeTokenBalance = Type.Object(
  { ...NativeTokenBalance.properties, ...livePrice, balanceValue: Type.Optional(LivePrice) },
  { $id: 'LiveNativeTokenBalance' },
)
export type LiveNativeTokenBalance = Static<typeof LiveNativeTokenBalance>

/** IcmMessage in the live dialect. */
export const LiveIcmMessage = Type.Object(
  {
    ...IcmMessage.properties,
    rewardDetails: Type.Object({ ...IcmMessage.properties.rewardDetails.properties, ...livePrice }),
  },
  { $id: 'LiveIcmMessage' },
)
export type LiveIcmMessage = Static<typeof LiveIcmMessage>

/** Response of listEvmBlocks. */
export const LiveEvmBlocks = Type.Object({ ...nextPage, blocks: Type.Array(LiveEvmBlock) })

/** Response of listNativeTransactions. */
export const LiveNativeTransactions = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveNativeTransaction),
})

/** Response of listDeployments. */
export const LiveDeployments = Type.Object({ ...nextPage, contracts: Type.Array(LiveContract) })

/** Response of listErc721Transfers. */
export const LiveErc721Transfers = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveErc721Transfer),
})

/** Response of listErc20Transfers. */
export const LiveErc20Transfers = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveErc20Transfer),
})

/** Response of listErc1155Transfers. */
export const LiveErc1155Transfers = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveErc1155Transfer),
})

/** Response of listInternalTransactions. */
export const LiveInternalTransactions = Type.Object({
  ...nextPage,
  transactions: Type.Array(LiveInternalTransaction),
})

/** Response of listErc721Balances. */
export const LiveErc721Balances = Type.Object({
  ...nextPage,
  nativeTokenBalance: LiveNativeTokenBalance,
  erc721TokenBalances: Type.Array(LiveErc721Balance),
})

/** Response of listCollectibleBalances. */
export const LiveCollectibleBalances = Type.Object({
  ...nextPage,
  collectibleBalances: Type.Array(Type.Union([LiveErc721Balance, LiveErc1155Balance])),
})

/** Response of getNativeBalance. */
export const LiveNativeBalance = Type.Object({ nativeTokenBalance: LiveNativeTokenBalance })

/** Response of getCollectionToken. */
export const LiveNftToken = Type.Union([LiveErc721Token, LiveErc1155Token])

/** Response of listCollectionTokens. */
export const LiveCollectionTokens = Type.Object({
  ...nextPage,
  tokens: Type.Array(LiveNftToken),
})

/** Response of listIcmMessages. */
export const LiveIcmMessages = Type.Object({ ...nextPage, messages: Type.Array(LiveIcmMessage) })
