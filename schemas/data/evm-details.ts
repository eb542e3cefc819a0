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

/* Transactions with all their transfers and calls. All of them are extra operations. */

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

/** Reputation of an ERC-20 token in the service; null without one. */
export const tokenReputation = Type.Union([oneOf(['Malicious', 'Benign']), Type.Null()])

/** Erc20Token with its reputation. */
export const Erc20TokenV2 = Type.Object(
  { ...Erc20Token.properties, tokenReputation },
  { $id: 'Erc20TokenV2' },
)

/** Erc20TransferDetails with the reputation of the token. */
export const Erc20TransferDetailsV2 = Type.Object(
  { ...Erc20TransferDetails.properties, erc20Token: Erc20TokenV2 },
  { $id: 'Erc20TransferDetailsV2' },
)

/** Builds the members of the transfers in a transaction; a kind without transfers is absent. */
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

/** NativeTransaction with further fields of its bytes and its block; prices in wei. */
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

/** Gas token and its current price; past prices are not known. G-101 */
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

/** Transaction with all its transfers and calls. */
export const GetTransactionResponse = Type.Object(
  {
    networkTokenDetails: NetworkTokenDetails,
    nativeTransaction: FullNativeTransactionDetails,
    ...movedIn(Erc20TransferDetails, Erc721TransferDetails, Erc1155TransferDetails),
    teleporterMessageInfo: Type.Optional(TeleporterMessageInfo),
  },
  { $id: 'GetTransactionResponse' },
)

/** Transaction with the transfers to or from an address in it. */
export const TransactionDetails = Type.Object(
  {
    nativeTransaction: NativeTransaction,
    ...movedIn(Erc20TransferDetails, Erc721TransferDetails, Erc1155TransferDetails),
  },
  { $id: 'TransactionDetails' },
)

/** TransactionDetails with the reputation of tokens. */
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
  computeUnits: 20,
  section: 'extra',
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

/** 404 for no contract, and for one that existed before the world began. G-103 */
export const getDeploymentTransaction = operation({
  operationId: 'getDeploymentTransaction',
  method: 'GET',
  path: '/v1/chains/{chainId}/contracts/{address}/transactions:getDeployment',
  computeUnits: 20,
  section: 'extra',
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
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM transactions',
  summary: 'Transactions of an address, each with the tokens that moved',
  description,
  params: evmAddressParams,
  query: Type.Object({ ...blockRangeQuery, sortOrder: SortOrder }),
  response: Type.Object({ ...nextPage, transactions: Type.Array(TransactionDetails) }),
  quirks,
})

/** Operation like {@link listTransactions}, with the reputation of ERC-20 tokens. G-100 */
export const listTransactionsV2 = operation({
  operationId: 'listTransactionsV2',
  method: 'GET',
  path: '/v2/chains/{chainId}/addresses/{address}/transactions',
  computeUnits: 100,
  isOfDataApi: true,
  section: 'extra',
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
