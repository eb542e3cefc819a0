import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Price, pricesAreNumbers } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage } from '../paging.ts'
import { CurrencyCode, DecimalString, oneOf, SortOrder, withOptions } from '../scalars.ts'
import { chainIdParam, NetworkToken } from './chains.ts'
import { graniteFields } from './evm-blocks.ts'
import {
  blockRangeQuery,
  Erc20Transfer,
  Erc721Transfer,
  Erc1155Transfer,
  InternalTransaction,
  NativeTransaction,
} from './evm-transactions.ts'
import { evmAddressParams } from './parameters.ts'
import { Erc20Token, loudIndexStatus, ownErc1155Shape } from './tokens.ts'

/* Transactions with what happened in them. All of it is beside the contract. */

const parts = ['from', 'to', 'logIndex'] as const

/** An ERC-20 transfer within a transaction. */
export const Erc20TransferDetails = Type.Pick(Erc20Transfer, [...parts, 'value', 'erc20Token'], {
  $id: 'Erc20TransferDetails',
})
export type Erc20TransferDetails = Static<typeof Erc20TransferDetails>

/** An ERC-721 transfer within a transaction. */
export const Erc721TransferDetails = Type.Pick(Erc721Transfer, [...parts, 'erc721Token'], {
  $id: 'Erc721TransferDetails',
})
export type Erc721TransferDetails = Static<typeof Erc721TransferDetails>

/** An ERC-1155 transfer within a transaction. */
export const Erc1155TransferDetails = Type.Pick(
  Erc1155Transfer,
  [...parts, 'value', 'erc1155Token'],
  { $id: 'Erc1155TransferDetails' },
)
export type Erc1155TransferDetails = Static<typeof Erc1155TransferDetails>

/** A call between contracts and other accounts, within a transaction. */
export const InternalTransactionDetails = Type.Pick(
  InternalTransaction,
  ['from', 'to', 'internalTxType', 'value', 'isReverted', 'gasUsed', 'gasLimit'],
  { $id: 'InternalTransactionDetails' },
)
export type InternalTransactionDetails = Static<typeof InternalTransactionDetails>

/** What the service thinks of an ERC-20 token; null where it thinks nothing. */
export const tokenReputation = Type.Union([oneOf(['Malicious', 'Benign']), Type.Null()])

/** As Erc20Token. */
export const Erc20TokenV2 = Type.Object(
  { ...Erc20Token.properties, tokenReputation },
  { $id: 'Erc20TokenV2' },
)

/** As Erc20TransferDetails. */
export const Erc20TransferDetailsV2 = Type.Object(
  { ...Erc20TransferDetails.properties, erc20Token: Erc20TokenV2 },
  { $id: 'Erc20TransferDetailsV2' },
)

/** The members of what happened in a transaction; a kind of which there is nothing is absent. */
export const movedIn = <A extends TSchema, B extends TSchema, C extends TSchema>(
  erc20: A,
  erc721: B,
  erc1155: C,
) => ({
  erc20Transfers: Type.Optional(Type.Array(erc20)),
  erc721Transfers: Type.Optional(Type.Array(erc721)),
  erc1155Transfers: Type.Optional(Type.Array(erc1155)),
  internalTransactions: Type.Optional(Type.Array(InternalTransactionDetails)),
})

/** As NativeTransaction, with what its bytes and its block say beyond that; prices in wei. */
export const FullNativeTransactionDetails = Type.Object(
  {
    ...NativeTransaction.properties,
    input: Type.String({ description: 'Hex.' }),
    baseFeePerGas: DecimalString,
    maxFeePerGas: Type.Optional(DecimalString),
    maxPriorityFeePerGas: Type.Optional(DecimalString),
  },
  { $id: 'FullNativeTransactionDetails' },
)
export type FullNativeTransactionDetails = Static<typeof FullNativeTransactionDetails>

/** The token that pays for gas and its price now; prices of the past are not known. G-101 */
export const NetworkTokenDetails = Type.Object(
  { networkToken: NetworkToken, currentPrice: Type.Optional(Price) },
  { $id: 'NetworkTokenDetails' },
)

/** The interchain message that a transaction sent or delivered; EVM chain ids. G-102 */
export const TeleporterMessageInfo = Type.Object(
  {
    teleporterMessageId: Type.String(),
    direction: oneOf(['SOURCE_TRANSACTION', 'DESTINATION_TRANSACTION']),
    sourceChainId: DecimalString,
    destinationChainId: DecimalString,
  },
  { $id: 'TeleporterMessageInfo' },
)
export type TeleporterMessageInfo = Static<typeof TeleporterMessageInfo>

/** A transaction with everything that happened in it. */
export const GetTransactionResponse = Type.Object(
  {
    networkTokenDetails: NetworkTokenDetails,
    nativeTransaction: FullNativeTransactionDetails,
    ...movedIn(Erc20TransferDetails, Erc721TransferDetails, Erc1155TransferDetails),
    teleporterMessageInfo: Type.Optional(TeleporterMessageInfo),
  },
  { $id: 'GetTransactionResponse' },
)

/** A transaction with what moved to or from an address in it. */
export const TransactionDetails = Type.Object(
  {
    nativeTransaction: NativeTransaction,
    ...movedIn(Erc20TransferDetails, Erc721TransferDetails, Erc1155TransferDetails),
  },
  { $id: 'TransactionDetails' },
)

/** As TransactionDetails. */
export const TransactionDetailsV2 = Type.Object(
  {
    nativeTransaction: NativeTransaction,
    ...movedIn(Erc20TransferDetailsV2, Erc721TransferDetails, Erc1155TransferDetails),
  },
  { $id: 'TransactionDetailsV2' },
)

const quirks = [pricesAreNumbers, loudIndexStatus, ownErc1155Shape, graniteFields]

/** 404 when the chain has no such transaction. G-36, G-102 */
export const getTransaction = operation({
  operationId: 'getTransaction',
  method: 'GET',
  path: '/v1/chains/{chainId}/transactions/{txHash}',
  section: 'beside',
  tag: 'EVM transactions',
  summary: 'A transaction with everything that happened in it',
  params: Type.Object({
    chainId: chainIdParam,
    txHash: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$', mustBe: '0x and 64 hex digits' }),
  }),
  query: Type.Object({}),
  response: GetTransactionResponse,
  quirks,
})

/** 404 for no contract, and for one that was there before the world began. G-103 */
export const getDeploymentTransaction = operation({
  operationId: 'getDeploymentTransaction',
  method: 'GET',
  path: '/v1/chains/{chainId}/contracts/{address}/transactions:getDeployment',
  section: 'beside',
  tag: 'EVM contracts',
  summary: 'The transaction that created a contract',
  params: evmAddressParams,
  query: Type.Object({ currency: withOptions(CurrencyCode, { default: 'usd' }) }),
  response: GetTransactionResponse,
  quirks,
})

const description =
  'By block and index, newest first unless sortOrder says otherwise. A transaction is listed when ' +
  'the address sent or received it, or a token or native value in it, or created or was created ' +
  'in it; of what is in it only that from or to the address is shown.'

/** G-100 */
export const listTransactions = operation({
  operationId: 'listTransactions',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions',
  section: 'beside',
  tag: 'EVM transactions',
  summary: 'Transactions of an address, each with the tokens that moved',
  description,
  params: evmAddressParams,
  query: Type.Object({ ...blockRangeQuery, sortOrder: SortOrder }),
  response: Type.Object({ ...nextPage, transactions: Type.Array(TransactionDetails) }),
  quirks,
})

/** As {@link listTransactions}, with what the service thinks of ERC-20 tokens. G-100 */
export const listTransactionsV2 = operation({
  operationId: 'listTransactionsV2',
  method: 'GET',
  path: '/v2/chains/{chainId}/addresses/{address}/transactions',
  isOfDataApi: true,
  section: 'beside',
  tag: 'EVM transactions',
  summary: 'Transactions of an address, with the reputation of tokens',
  description,
  params: evmAddressParams,
  query: Type.Object({
    ...blockRangeQuery,
    sortOrder: SortOrder,
    filterSpamTokens: Type.Boolean({
      default: false,
      description: 'Leaves out malicious tokens, and transactions in which nothing else moved.',
    }),
  }),
  response: Type.Object({ ...nextPage, transactions: Type.Array(TransactionDetailsV2) }),
  quirks,
})
