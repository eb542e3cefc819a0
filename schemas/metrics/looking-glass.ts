import { type Static, Type } from '@sinclair/typebox'
import { chainIdParam } from '../data/chains.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { Cb58Id, DecimalString, EvmAddress, NetworkParameter, withOptions } from '../scalars.ts'
import { seriesRange } from './series.ts'

/** EVM address and its sort key in the list, decimal. */
export const RankedAddress = Type.Object(
  { address: Type.String(), sortKey: DecimalString },
  { $id: 'RankedAddress' },
)
export type RankedAddress = Static<typeof RankedAddress>

/** P-chain addresses that will be or were rewarded, and epoch seconds of the stake's transaction. */
export const RewardedAddresses = Type.Object(
  { addresses: Type.Array(Type.String()), sortKey: DecimalString },
  { $id: 'RewardedAddresses' },
)
export type RewardedAddresses = Static<typeof RewardedAddresses>

const shared = { method: 'GET', section: 'extra', tag: 'Looking glass' } as const
const page = pageQuery({ size: 1000, max: 5000 })
const threshold = withOptions(DecimalString, {
  description: 'The least amount, in the smallest unit of the token.',
})
const contract = { chainId: chainIdParam, address: EvmAddress }
const rankedAddresses = { ...nextPage, addresses: Type.Array(RankedAddress) }

/** G-135 */
export const getAddressesByBtcbBridged = operation({
  ...shared,
  operationId: 'getAddressesByBtcbBridged',
  path: '/v2/chains/43114/btcb/bridged:getAddresses',
  computeUnits: 500,
  summary: 'Addresses by the BTC.b that they bridged in, less what they bridged out, most first',
  params: Type.Object({}),
  query: Type.Object({ threshold, ...page }),
  response: Type.Object(rankedAddresses),
})

/** G-135 */
export const getAddressesByBalanceOverTime = operation({
  ...shared,
  operationId: 'getAddressesByBalanceOverTime',
  path: '/v2/chains/{chainId}/contracts/{address}/balances',
  computeUnits: 1000,
  summary: 'Addresses that held so much of an ERC-20 token at some time, by what they hold now',
  params: Type.Object(contract),
  query: Type.Object({ threshold, ...seriesRange, ...page }),
  response: Type.Object(rankedAddresses),
})

/** G-135 */
export const getNftHoldersByContractAddress = operation({
  ...shared,
  operationId: 'getNftHoldersByContractAddress',
  path: '/v2/chains/{chainId}/contracts/{address}/nfts:listHolders',
  computeUnits: 500,
  summary: 'Holders of NFTs of a contract, with how many they hold, most first',
  params: Type.Object(contract),
  query: Type.Object(page),
  response: Type.Object({
    ...rankedAddresses,
    nftCollectionName: Type.Optional(Type.Array(Type.String())),
    nftSymbol: Type.Optional(Type.Array(Type.String())),
    totalHolders: Type.Integer({ minimum: 0 }),
    totalTokens: Type.Number({ minimum: 0 }),
  }),
})

/** G-136 */
export const getValidatorsByDateRange = operation({
  ...shared,
  operationId: 'getValidatorsByDateRange',
  path: '/v2/subnets/{subnetId}/validators:getAddresses',
  computeUnits: 500,
  summary: 'Whom validations of a subnet in a range of time reward, newest first',
  params: Type.Object({ subnetId: Cb58Id }),
  query: Type.Object({ ...seriesRange, network: Type.Optional(NetworkParameter), ...page }),
  response: Type.Object({ ...nextPage, addresses: Type.Array(RewardedAddresses) }),
})
