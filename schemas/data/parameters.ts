import { Type } from '@sinclair/typebox'
import {
  BlockchainId,
  EpochSeconds,
  EvmAddress,
  NetworkParameter,
  withOptions,
} from '../scalars.ts'
import { chainIdParam } from './chains.ts'

/** Path parameters of the routes below one primary-network chain. */
export const primaryChainParams = Type.Object({
  network: NetworkParameter,
  blockchainId: BlockchainId,
})

/** Path parameters of the routes about one address of an EVM chain. */
export const evmAddressParams = Type.Object({ chainId: chainIdParam, address: EvmAddress })

/** Bounds in time of a list, both inclusive. G-28 */
export const timestampQuery = {
  startTimestamp: Type.Optional(
    withOptions(EpochSeconds, { description: 'Epoch seconds of the earliest item, inclusive.' }),
  ),
  endTimestamp: Type.Optional(
    withOptions(EpochSeconds, { description: 'Epoch seconds of the latest item, inclusive.' }),
  ),
}

/** Builds the schema for several addresses in one text; the route refuses more than 64. G-31 */
export const addressList = (description: string) =>
  Type.Optional(Type.String({ description: `${description} At most 64, separated by commas.` }))
