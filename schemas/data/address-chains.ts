import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { EvmAddress } from '../scalars.ts'
import { EvmChainInfo } from './chains.ts'

/** Chains on which an address ever sent or received anything. An extra operation. */
export const listAddressChains = operation({
  operationId: 'listAddressChains',
  namesOrigin: true,
  method: 'GET',
  path: '/v1/address/{address}/chains',
  computeUnits: 20,
  section: 'extra',
  tag: 'EVM chains',
  summary: 'EVM chains that an address was active on',
  params: Type.Object({ address: EvmAddress }),
  query: Type.Object({}),
  response: Type.Object({
    indexedChains: Type.Array(EvmChainInfo),
    unindexedChains: Type.Array(Type.String(), {
      description: 'Empty: every chain of the world is indexed.',
    }),
  }),
})

/** The older name of {@link listAddressChains}. */
export const getAddressChains = operation({
  ...listAddressChains,
  operationId: 'getAddressChains',
  path: '/v1/chains/address/{address}',
})
