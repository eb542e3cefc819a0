import { type Static, Type } from '@sinclair/typebox'
import { nextPage } from '../paging.ts'
import {
  Erc20TransferDetails,
  Erc721TransferDetails,
  Erc1155TransferDetails,
  FullNativeTransactionDetails,
  movedIn,
  NetworkTokenDetails,
  TeleporterMessageInfo,
  tokenReputation,
} from './evm-details.ts'
import {
  LiveErc20Token,
  LiveErc20Transfer,
  type LiveErc721Balance,
  LiveErc721Token,
  LiveErc721Transfer,
  LiveErc1155Balance,
  LiveErc1155Transfer,
  LiveNativeTokenBalance,
  LiveNativeTransaction,
  LivePrice,
} from './live-evm.ts'
import { Erc20TokenBalance } from './token-balances.ts'

/* Transactions with all their transfers and calls, in the live dialect; see live-evm.ts. */

/** Erc20TransferDetails in the live dialect. */
export const LiveErc20TransferDetails = Type.Object(
  { ...Erc20TransferDetails.properties, erc20Token: LiveErc20Token },
  { $id: 'LiveErc20TransferDetails' },
)
export type LiveErc20TransferDetails = Static<typeof LiveErc20TransferDetails>

/** Erc721TransferDetails in the live dialect. */
export const LiveErc721TransferDetails = Type.Object(
  { ...Erc721TransferDetails.properties, erc721Token: LiveErc721Token },
  { $id: 'LiveErc721TransferDetails' },
)
export type LiveErc721TransferDetails = Static<typeof LiveErc721TransferDetails>

/** Erc1155TransferDetails in the live dialect. */
export const LiveErc1155TransferDetails = Type.Object(
  {
    ...Erc1155TransferDetails.properties,
    erc1155Token: LiveErc1155Transfer.properties.erc1155Token,
  },
  { $id: 'LiveErc1155TransferDetails' },
)
export type LiveErc1155TransferDetails = Static<typeof LiveErc1155TransferDetails>

/** Erc20TransferDetailsV2 in the live dialect. */
export const LiveErc20TransferDetailsV2 = Type.Object(
  {
    ...Erc20TransferDetails.properties,
    erc20Token: Type.Object(
      { ...LiveErc20Token.properties, tokenReputation },
      { $id: 'LiveErc20TokenV2' },
    ),
  },
  { $id: 'LiveErc20TransferDetailsV2' },
)
export type LiveErc20TransferDetailsV2 = Static<typeof LiveErc20TransferDetailsV2>

/** FullNativeTransactionDetails in the live dialect. */
export const LiveFullNativeTransactionDetails = Type.Object(
  { ...FullNativeTransactionDetails.properties, ...LiveNativeTransaction.properties },
  { $id: 'LiveFullNativeTransactionDetails' },
)
export type LiveFullNativeTransactionDetails = Static<typeof LiveFullNativeTransactionDetails>

const moved = movedIn(
  LiveErc20TransferDetails,
  LiveErc721TransferDetails,
  LiveErc1155TransferDetails,
)

/** Response of listErc20Balances. */
export const LiveErc20Balances = Type.Object({
  ...nextPage,
  nativeTokenBalance: LiveNativeTokenBalance,
  erc20TokenBalances: Type.Array(
    Type.Object({
      ...Erc20TokenBalance.properties,
      price: Type.Optional(LivePrice),
      balanceValue: Type.Optional(LivePrice),
    }),
  ),
})

/** Response of listErc1155Balances. */
export const LiveErc1155Balances = Type.Object({
  ...nextPage,
  nativeTokenBalance: LiveNativeTokenBalance,
  erc1155TokenBalances: Type.Array(
    Type.Unsafe<LiveErc721Balance | LiveErc1155Balance>(LiveErc1155Balance),
  ),
})

/** Response of listTransfers. */
export const LiveTransfers = Type.Object({
  ...nextPage,
  transfers: Type.Array(Type.Union([LiveErc1155Transfer, LiveErc20Transfer, LiveErc721Transfer])),
})

/** Response of getTransaction and getDeploymentTransaction. */
export const LiveGetTransactionResponse = Type.Object(
  {
    networkTokenDetails: Type.Object({
      ...NetworkTokenDetails.properties,
      currentPrice: Type.Optional(LivePrice),
    }),
    nativeTransaction: LiveFullNativeTransactionDetails,
    ...moved,
    teleporterMessageInfo: Type.Optional(TeleporterMessageInfo),
  },
  { $id: 'LiveGetTransactionResponse' },
)
export type LiveGetTransactionResponse = Static<typeof LiveGetTransactionResponse>

/** Response of listTransactions. */
export const LiveTransactionDetailsList = Type.Object({
  ...nextPage,
  transactions: Type.Array(Type.Object({ nativeTransaction: LiveNativeTransaction, ...moved })),
})

/** Response of listTransactionsV2. */
export const LiveTransactionDetailsListV2 = Type.Object({
  ...nextPage,
  transactions: Type.Array(
    Type.Object({
      nativeTransaction: LiveNativeTransaction,
      ...movedIn(LiveErc20TransferDetailsV2, LiveErc721TransferDetails, LiveErc1155TransferDetails),
    }),
  ),
})
