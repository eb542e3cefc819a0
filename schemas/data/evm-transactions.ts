import { type Static, Type } from '@sinclair/typebox'
import { AddressInfo, pricesAreNumbers } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { Count, DecimalString, EpochSeconds, oneOf } from '../scalars.ts'
import { graniteFields } from './evm-blocks.ts'
import { evmAddressParams } from './parameters.ts'
import { Erc20Token, loudIndexStatus, NftToken, ownErc1155Shape } from './tokens.ts'

const inBlock = {
  blockNumber: DecimalString,
  blockTimestamp: EpochSeconds,
  blockHash: Type.String(),
}

const transfer = {
  ...inBlock,
  txHash: Type.String(),
  from: AddressInfo,
  to: AddressInfo,
  logIndex: Count,
}

/** Transfer of one NFT. Section 2.5. */
export const Erc721Transfer = Type.Object(
  { ...transfer, erc721Token: NftToken },
  { $id: 'Erc721Transfer' },
)
export type Erc721Transfer = Static<typeof Erc721Transfer>

/** Transfer of an amount of a fungible token, in its smallest unit. Section 2.5. */
export const Erc20Transfer = Type.Object(
  { ...transfer, value: DecimalString, erc20Token: Erc20Token },
  { $id: 'Erc20Transfer' },
)
export type Erc20Transfer = Static<typeof Erc20Transfer>

/** Transfer of an amount of one token of an ERC-1155 contract. */
export const Erc1155Transfer = Type.Object(
  { ...transfer, value: DecimalString, erc1155Token: NftToken },
  { $id: 'Erc1155Transfer' },
)
export type Erc1155Transfer = Static<typeof Erc1155Transfer>

/** Call from a contract to another account; UNKNOWN is a SELFDESTRUCT, CREATE3 does not occur. G-120 */
export const InternalTransactionOpCall = oneOf(
  ['UNKNOWN', 'CALL', 'CREATE', 'CREATE2', 'CREATE3', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'],
  { $id: 'InternalTransactionOpCall' },
)

/** A call between contracts and other accounts; value in wei. */
export const InternalTransaction = Type.Object(
  {
    ...inBlock,
    txHash: Type.String(),
    from: AddressInfo,
    to: AddressInfo,
    internalTxType: InternalTransactionOpCall,
    value: DecimalString,
    isReverted: Type.Boolean(),
    gasUsed: DecimalString,
    gasLimit: DecimalString,
  },
  { $id: 'InternalTransaction' },
)
export type InternalTransaction = Static<typeof InternalTransaction>

/** Purpose of a transaction. G-69 */
export const CallType = oneOf(['NATIVE_TRANSFER', 'CONTRACT_CALL', 'CONTRACT_CREATION'], {
  $id: 'CallType',
})
export type CallType = Static<typeof CallType>

/** Transaction with the data of the chain itself; gas price and value in wei. Section 2.5. */
export const NativeTransaction = Type.Object(
  {
    ...inBlock,
    chainId: DecimalString,
    blockIndex: Count,
    txHash: Type.String(),
    txStatus: oneOf(['0', '1'], { description: '1 for success, 0 for failure.' }),
    txType: Type.Integer({ minimum: 0, description: 'Number of the envelope type.' }),
    gasLimit: DecimalString,
    gasUsed: DecimalString,
    gasPrice: DecimalString,
    nonce: DecimalString,
    from: AddressInfo,
    to: AddressInfo,
    method: Type.Optional(
      Type.Object({
        callType: CallType,
        methodHash: Type.String(),
        methodName: Type.Optional(Type.String()),
      }),
    ),
    value: DecimalString,
  },
  { $id: 'NativeTransaction' },
)
export type NativeTransaction = Static<typeof NativeTransaction>

const blockRangeRule =
  'Newest first. A range without startBlock begins at genesis, one without endBlock ends with ' +
  'the latest block; startBlock may not be above endBlock.'

/** Blocks of a list, and its page. G-29 */
export const blockRangeQuery = {
  startBlock: Type.Optional(Type.Integer({ minimum: 0, description: 'First block, inclusive.' })),
  endBlock: Type.Optional(Type.Integer({ minimum: 0, description: 'Last block, exclusive.' })),
  ...pageQuery({ size: 10, max: 100 }),
}

/** Section 4.1.10: newest first. G-29, G-65 */
export const listErc721Transfers = operation({
  operationId: 'listErc721Transfers',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc721',
  computeUnits: 20,
  section: '4.1.10',
  tag: 'EVM transactions',
  summary: 'ERC-721 transfers from or to an address',
  description: blockRangeRule,
  params: evmAddressParams,
  query: Type.Object(blockRangeQuery),
  response: Type.Object({ ...nextPage, transactions: Type.Array(Erc721Transfer) }),
  quirks: [loudIndexStatus, graniteFields],
})

/** Section 4.1.11: newest first. */
export const listErc20Transfers = operation({
  operationId: 'listErc20Transfers',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc20',
  computeUnits: 20,
  section: '4.1.11',
  tag: 'EVM transactions',
  summary: 'ERC-20 transfers from or to an address',
  description: blockRangeRule,
  params: evmAddressParams,
  query: Type.Object(blockRangeQuery),
  response: Type.Object({ ...nextPage, transactions: Type.Array(Erc20Transfer) }),
  quirks: [pricesAreNumbers, graniteFields],
})

/** Section 4.1.12: newest first. */
export const listNativeTransactions = operation({
  operationId: 'listNativeTransactions',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listNative',
  computeUnits: 20,
  section: '4.1.12',
  tag: 'EVM transactions',
  summary: 'Native transactions from or to an address',
  description: blockRangeRule,
  params: evmAddressParams,
  query: Type.Object(blockRangeQuery),
  response: Type.Object({ ...nextPage, transactions: Type.Array(NativeTransaction) }),
  quirks: [graniteFields],
})

/** The list of ERC-1155 transfers, which the contract leaves out: newest first. */
export const listErc1155Transfers = operation({
  operationId: 'listErc1155Transfers',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc1155',
  computeUnits: 20,
  section: '4.1',
  tag: 'EVM transactions',
  summary: 'ERC-1155 transfers from or to an address',
  description: blockRangeRule,
  params: evmAddressParams,
  query: Type.Object(blockRangeQuery),
  response: Type.Object({ ...nextPage, transactions: Type.Array(Erc1155Transfer) }),
  quirks: [loudIndexStatus, ownErc1155Shape, graniteFields],
})

/** Calls with native value and creations, newest first; an extra operation. G-120 */
export const listInternalTransactions = operation({
  operationId: 'listInternalTransactions',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/transactions:listInternals',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM transactions',
  summary: 'Native value and contracts that contracts gave, from or to an address',
  description: blockRangeRule,
  params: evmAddressParams,
  query: Type.Object(blockRangeQuery),
  response: Type.Object({ ...nextPage, transactions: Type.Array(InternalTransaction) }),
  quirks: [graniteFields],
})
