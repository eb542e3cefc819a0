import { Type } from '@sinclair/typebox'
import { pricesAreNumbers } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage } from '../paging.ts'
import { graniteFields } from './evm-blocks.ts'
import {
  blockRangeQuery,
  Erc20Transfer,
  Erc721Transfer,
  Erc1155Transfer,
} from './evm-transactions.ts'
import { evmAddressParams } from './parameters.ts'
import { loudIndexStatus, ownErc1155Shape } from './tokens.ts'

/** Transfers of one contract, each in the shape of its standard; 404 for no token contract. G-104 */
export const listTransfers = operation({
  operationId: 'listTransfers',
  method: 'GET',
  path: '/v1/chains/{chainId}/tokens/{address}/transfers',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM contracts',
  summary: 'Transfers of an ERC-20, ERC-721 or ERC-1155 contract, newest first',
  params: evmAddressParams,
  query: Type.Object(blockRangeQuery),
  response: Type.Object({
    ...nextPage,
    transfers: Type.Array(Type.Union([Erc1155Transfer, Erc20Transfer, Erc721Transfer])),
  }),
  quirks: [pricesAreNumbers, loudIndexStatus, ownErc1155Shape, graniteFields],
})
