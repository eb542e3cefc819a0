import { type Static, Type } from '@sinclair/typebox'
import { Price, pricesAreNumbers } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { CurrencyCode, DecimalString, EvmAddress, withOptions } from '../scalars.ts'
import { NativeTokenBalance } from './evm-balances.ts'
import { tokenReputation } from './evm-details.ts'
import { evmAddressParams } from './parameters.ts'
import { Erc20Token, loudIndexStatus, NftToken, ownErc1155Shape } from './tokens.ts'

/*
 * Holdings of an address in fungible tokens, now or after a block. All of them are extra
 * operations.
 */

/** Balance of an address in an ERC-20 token, in its smallest unit, and its worth. */
export const Erc20TokenBalance = Type.Object(
  {
    ...Erc20Token.properties,
    chainId: DecimalString,
    balance: DecimalString,
    balanceValue: Type.Optional(Price),
    tokenReputation,
  },
  { $id: 'Erc20TokenBalance' },
)
export type Erc20TokenBalance = Static<typeof Erc20TokenBalance>

/** Balance of an address in one token of an ERC-1155 contract. */
export const Erc1155TokenBalance = Type.Object(
  { ...NftToken.properties, chainId: DecimalString, balance: DecimalString },
  { $id: 'Erc1155TokenBalance' },
)
export type Erc1155TokenBalance = Static<typeof Erc1155TokenBalance>

const atBlock = {
  blockNumber: Type.Optional(
    withOptions(DecimalString, { description: 'Absent: the latest block.' }),
  ),
}
const description = 'Nothing of which the address holds none is listed.'

/** Holdings in the order in which the contracts first appeared. G-105 */
export const listErc20Balances = operation({
  operationId: 'listErc20Balances',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc20',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM balances',
  summary: 'ERC-20 balances of an address, now or after a block, with its native balance',
  description,
  params: evmAddressParams,
  query: Type.Object({
    ...atBlock,
    ...pageQuery({ size: 10, max: 500 }),
    filterSpamTokens: Type.Boolean({ default: true, description: 'Leaves out malicious tokens.' }),
    contractAddresses: Type.Optional(
      Type.String({ description: 'Only tokens of these contracts, separated by commas.' }),
    ),
    currency: withOptions(CurrencyCode, { default: 'usd' }),
  }),
  response: Type.Object({
    ...nextPage,
    nativeTokenBalance: NativeTokenBalance,
    erc20TokenBalances: Type.Array(Erc20TokenBalance),
  }),
  quirks: [pricesAreNumbers],
})

/** Holdings, most recently acquired first. G-105 */
export const listErc1155Balances = operation({
  operationId: 'listErc1155Balances',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc1155',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM balances',
  summary: 'ERC-1155 balances of an address, now or after a block, with its native balance',
  description,
  params: evmAddressParams,
  query: Type.Object({
    ...atBlock,
    ...pageQuery({ size: 10, max: 500 }),
    contractAddress: Type.Optional(
      withOptions(EvmAddress, { description: 'Only tokens of this contract.' }),
    ),
  }),
  response: Type.Object({
    ...nextPage,
    nativeTokenBalance: NativeTokenBalance,
    erc1155TokenBalances: Type.Array(Erc1155TokenBalance),
  }),
  quirks: [pricesAreNumbers, loudIndexStatus, ownErc1155Shape],
})
