import { type Static, Type } from '@sinclair/typebox'
import { chainIdParam } from '../data/chains.ts'
import { operation } from '../operation.ts'
import { nextPage, pageToken } from '../paging.ts'
import { NetworkParameter, oneOf } from '../scalars.ts'

/** EVM chain in the form of the metrics service. */
export const MetricsChain = Type.Object(
  {
    evmChainId: Type.Integer({ minimum: 0 }),
    chainName: Type.String(),
    blockchainId: Type.String(),
    subnetId: Type.String(),
    network: oneOf(['mainnet', 'testnet']),
  },
  { $id: 'MetricsChain' },
)
export type MetricsChain = Static<typeof MetricsChain>

const shared = { method: 'GET', section: 'extra', tag: 'Metrics of chains' } as const

/** Chains, up to 10,000 a page. */
export const listMetricsChains = operation({
  ...shared,
  operationId: 'listMetricsChains',
  path: '/v2/chains',
  computeUnits: 1,
  summary: 'EVM chains that have metrics',
  params: Type.Object({}),
  query: Type.Object({ network: Type.Optional(NetworkParameter), pageToken }),
  response: Type.Object({ ...nextPage, chains: Type.Array(MetricsChain) }),
})

/** One of {@link listMetricsChains}; 404 for a chain outside the world. G-26 */
export const getMetricsChain = operation({
  ...shared,
  operationId: 'getMetricsChain',
  path: '/v2/chains/{chainId}',
  computeUnits: 1,
  summary: 'An EVM chain that has metrics',
  params: Type.Object({ chainId: chainIdParam }),
  query: Type.Object({}),
  response: MetricsChain,
})
