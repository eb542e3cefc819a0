import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { DecimalString, NetworkParameter, oneOf } from '../scalars.ts'

/** Path parameter of the EVM routes; the response for an unknown chain is 404. G-26 */
export const chainIdParam = Type.String({
  description: 'An EVM chain id or the base-58 blockchain id of an EVM chain.',
})

/** Feature that a chain may offer; the filter of {@link listChains}. */
export const ApiFeature = oneOf(['nftIndexing', 'webhooks', 'teleporter'], { $id: 'ApiFeature' })
export type ApiFeature = Static<typeof ApiFeature>

/** Gas token of an EVM chain. */
export const NetworkToken = Type.Object(
  {
    name: Type.String(),
    symbol: Type.String(),
    decimals: Type.Integer({ minimum: 0 }),
    logoUri: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
  },
  { $id: 'NetworkToken' },
)
export type NetworkToken = Static<typeof NetworkToken>

/** A supported EVM chain; the service calls it ChainInfo, which section 2.1 uses otherwise. */
export const EvmChainInfo = Type.Object(
  {
    chainId: DecimalString,
    status: oneOf(['OK', 'UNAVAILABLE']),
    chainName: Type.String(),
    description: Type.String(),
    platformChainId: Type.Optional(Type.String()),
    subnetId: Type.Optional(Type.String()),
    vmId: Type.Optional(Type.String()),
    vmName: oneOf(['EVM', 'BITCOIN', 'ETHEREUM']),
    explorerUrl: Type.Optional(Type.String()),
    rpcUrl: Type.String(),
    wsUrl: Type.Optional(Type.String()),
    isTestnet: Type.Boolean(),
    utilityAddresses: Type.Optional(Type.Object({ multicall: Type.Optional(Type.String()) })),
    networkToken: NetworkToken,
    chainLogoUri: Type.Optional(Type.String()),
    private: Type.Optional(Type.Boolean()),
    enabledFeatures: Type.Optional(Type.Array(ApiFeature)),
  },
  { $id: 'EvmChainInfo' },
)
export type EvmChainInfo = Static<typeof EvmChainInfo>

/** List that section 4.1 refers to without showing it; not paged. G-09 */
export const listChains = operation({
  operationId: 'listChains',
  namesOrigin: true,
  method: 'GET',
  path: '/v1/chains',
  computeUnits: 1,
  section: '4.1',
  tag: 'EVM chains',
  summary: 'Supported EVM chains',
  params: Type.Object({}),
  query: Type.Object({
    network: Type.Optional(NetworkParameter),
    feature: Type.Optional(ApiFeature),
  }),
  response: Type.Object({ chains: Type.Array(EvmChainInfo) }),
})

/** One of {@link listChains}; 404 for a chain outside the world. G-26 */
export const getChain = operation({
  operationId: 'getChain',
  namesOrigin: true,
  method: 'GET',
  path: '/v1/chains/{chainId}',
  computeUnits: 1,
  section: '4.1',
  tag: 'EVM chains',
  summary: 'A supported EVM chain',
  params: Type.Object({ chainId: chainIdParam }),
  query: Type.Object({}),
  response: EvmChainInfo,
})
