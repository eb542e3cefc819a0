import { Type } from '@sinclair/typebox'
import { ChainInfo } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { Cb58Id, NetworkParameter, XChainId } from '../scalars.ts'
import {
  LiveXChainLinearTransaction,
  LiveXChainNonLinearTransaction,
  XChainAssetDetails,
} from './live.ts'
import type { LivePrimaryTransaction } from './live-primary.ts'
import { timestampQuery } from './parameters.ts'
import { PrimaryNetworkTxType } from './transactions.ts'

/* Assets of the X-chain. All of them are extra operations. */

const params = Type.Object({
  network: NetworkParameter,
  blockchainId: XChainId,
  assetId: Cb58Id,
})

/** 404 for no asset of the network. G-36 */
export const getAssetDetails = operation({
  operationId: 'getAssetDetails',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'An asset of the X-chain',
  params,
  query: Type.Object({}),
  response: XChainAssetDetails,
})

/** The chain's own shapes in both dialects; 404 for no asset of the network. G-36, G-110 */
export const listAssetTransactions = operation({
  operationId: 'listAssetTransactions',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}/transactions',
  computeUnits: 100,
  section: 'extra',
  tag: 'Primary network',
  summary: 'X-chain transactions that spend or make outputs of an asset, newest first',
  params,
  query: Type.Object({
    txTypes: Type.Optional(
      Type.Array(PrimaryNetworkTxType, { description: 'Repeated or separated by commas.' }),
    ),
    ...timestampQuery,
    ...pageQuery({ size: 10, max: 100 }),
  }),
  response: Type.Object({
    ...nextPage,
    transactions: Type.Array(
      Type.Unsafe<LivePrimaryTransaction>(
        Type.Union([LiveXChainLinearTransaction, LiveXChainNonLinearTransaction]),
      ),
    ),
    chainInfo: ChainInfo,
  }),
})
