import { type Static, Type } from '@sinclair/typebox'
import { Price, pricesAreNumbers } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { CurrencyCode, DecimalString, EvmAddress, withOptions } from '../scalars.ts'
import { evmAddressParams } from './parameters.ts'
import { loudIndexStatus, NftToken, ownErc1155Shape } from './tokens.ts'

/** Balance of an address in a chain's native token, in wei, and its worth. Section 2.5. */
export const NativeTokenBalance = Type.Object(
  {
    name: Type.String(),
    symbol: Type.String(),
    decimals: Type.Integer({ minimum: 0 }),
    logoUri: Type.Optional(Type.String()),
    chainId: DecimalString,
    price: Type.Optional(Price),
    balance: DecimalString,
    balanceValue: Type.Optional(Price),
  },
  { $id: 'NativeTokenBalance' },
)
export type NativeTokenBalance = Static<typeof NativeTokenBalance>

/**
 * Token that an address holds. G-71: `balance` is an extra field. Official clients demand it
 * of ERC-1155 tokens, of which an address may hold several. Section 2.5.
 */
export const CollectibleBalance = Type.Object(
  {
    ...NftToken.properties,
    chainId: DecimalString,
    balance: Type.Optional(DecimalString),
  },
  { $id: 'CollectibleBalance' },
)
export type CollectibleBalance = Static<typeof CollectibleBalance>

const collectiblesQuery = {
  ...pageQuery({ size: 10, max: 500 }),
  contractAddress: Type.Optional(
    withOptions(EvmAddress, { description: 'Only tokens of this contract.' }),
  ),
}

/** Section 4.1.13. */
export const listErc721Balances = operation({
  operationId: 'listErc721Balances',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
  computeUnits: 20,
  section: '4.1.13',
  tag: 'EVM balances',
  summary: 'ERC-721 tokens of an address, with its native balance',
  params: evmAddressParams,
  query: Type.Object(collectiblesQuery),
  response: Type.Object({
    ...nextPage,
    nativeTokenBalance: NativeTokenBalance,
    erc721TokenBalances: Type.Array(CollectibleBalance),
  }),
  quirks: [loudIndexStatus, pricesAreNumbers],
})

/** Section 4.1.14. */
export const listCollectibleBalances = operation({
  operationId: 'listCollectibleBalances',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:listCollectibles',
  computeUnits: 20,
  section: '4.1.14',
  tag: 'EVM balances',
  summary: 'ERC-721 and ERC-1155 tokens of an address',
  params: evmAddressParams,
  query: Type.Object(collectiblesQuery),
  response: Type.Object({ ...nextPage, collectibleBalances: Type.Array(CollectibleBalance) }),
  quirks: [loudIndexStatus, ownErc1155Shape],
})

/** Section 4.1.15. G-41 */
export const getNativeBalance = operation({
  operationId: 'getNativeBalance',
  method: 'GET',
  path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
  computeUnits: 20,
  section: '4.1.15',
  tag: 'EVM balances',
  summary: 'Native balance of an address, now or after a block',
  params: evmAddressParams,
  query: Type.Object({
    blockNumber: Type.Optional(
      withOptions(DecimalString, { description: 'Absent: the latest block.' }),
    ),
    currency: withOptions(CurrencyCode, { default: 'usd' }),
  }),
  response: Type.Object({ nativeTokenBalance: NativeTokenBalance }),
  quirks: [pricesAreNumbers],
})
