import { type Static, Type } from '@sinclair/typebox'
import { ChainInfo } from '../common-shapes.ts'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import {
  BlockchainId,
  Cb58Id,
  Count,
  DecimalString,
  EpochSeconds,
  NetworkParameter,
  NodeId,
  SortOrder,
  withOptions,
  XChainId,
} from '../scalars.ts'
import { primaryChainParams, timestampQuery } from './parameters.ts'

/** A vertex of the X-chain, which had them until the Cortina upgrade. Section 2.6. */
export const Vertex = Type.Object(
  {
    vertexHash: Type.String(),
    parentHashes: Type.Array(Type.String()),
    vertexHeight: Count,
    vertexIndex: Count,
    vertexTimestamp: EpochSeconds,
    txCount: Count,
    transactions: Type.Array(Type.String()),
    vertexSizeBytes: Count,
  },
  { $id: 'Vertex' },
)
export type Vertex = Static<typeof Vertex>

/** Section 4.1.7. */
export const listVerticesByHeight = operation({
  operationId: 'listVerticesByHeight',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices:listByHeight',
  computeUnits: 20,
  section: '4.1.7',
  tag: 'Primary network',
  summary: 'Vertices of the X-chain at a height',
  params: Type.Object({ network: NetworkParameter, blockchainId: XChainId }),
  query: Type.Object({
    vertexHeight: Count,
    ...pageQuery({ size: 10, max: 100 }),
    sortOrder: SortOrder,
  }),
  response: Type.Object({
    ...nextPage,
    vertices: Type.Array(Vertex),
    chainInfo: ChainInfo,
  }),
})

/** Proposer of a block with its parent and time; only for blocks with a proposer. 2.6 */
export const ProposerDetails = Type.Object(
  {
    proposerId: Type.Optional(Type.String()),
    proposerParentId: Type.Optional(Type.String()),
    proposerNodeId: Type.Optional(Type.String()),
    proposerPChainHeight: Type.Optional(Count),
    proposerTimestamp: Type.Optional(EpochSeconds),
  },
  { $id: 'ProposerDetails' },
)
export type ProposerDetails = Static<typeof ProposerDetails>

/** A block of the P-, X- or C-chain; fees, count and supply only of the P-chain. 2.6, G-69 */
export const PrimaryNetworkBlock = Type.Object(
  {
    blockNumber: DecimalString,
    blockHash: Type.String(),
    parentHash: Type.String(),
    blockTimestamp: EpochSeconds,
    blockType: Type.String(),
    txCount: Count,
    transactions: Type.Array(Type.String()),
    blockSizeBytes: Count,
    l1ValidatorsAccruedFees: Type.Optional(Type.Integer({ minimum: 0, description: 'nAVAX.' })),
    activeL1Validators: Type.Optional(Count),
    currentSupply: Type.Optional(withOptions(DecimalString, { description: 'nAVAX.' })),
    proposerDetails: Type.Optional(ProposerDetails),
  },
  { $id: 'PrimaryNetworkBlock' },
)
export type PrimaryNetworkBlock = Static<typeof PrimaryNetworkBlock>

/** Section 4.1.8: newest first. */
export const listNodeBlocks = operation({
  operationId: 'listNodeBlocks',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/nodes/{nodeId}/blocks',
  computeUnits: 20,
  section: '4.1.8',
  tag: 'Primary network',
  summary: 'Latest blocks that a node proposed',
  params: Type.Object({ network: NetworkParameter, blockchainId: BlockchainId, nodeId: NodeId }),
  query: Type.Object({ ...timestampQuery, ...pageQuery({ size: 10, max: 100 }) }),
  response: Type.Object({
    ...nextPage,
    blocks: Type.Array(PrimaryNetworkBlock),
    chainInfo: ChainInfo,
  }),
})

/** Blocks of all nodes: newest first. */
export const listPrimaryBlocks = operation({
  operationId: 'listPrimaryBlocks',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/blocks',
  computeUnits: 20,
  section: '4.1',
  tag: 'Primary network',
  summary: 'Latest blocks of a primary-network chain',
  params: primaryChainParams,
  query: Type.Object({ ...timestampQuery, ...pageQuery({ size: 10, max: 100 }) }),
  response: listNodeBlocks.response,
})

/** One of {@link listPrimaryBlocks}; 404 when the chain has no such block. G-36 */
export const getPrimaryBlock = operation({
  operationId: 'getPrimaryBlock',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/blocks/{blockId}',
  computeUnits: 100,
  section: '4.1',
  tag: 'Primary network',
  summary: 'A block of a primary-network chain by height or hash',
  params: Type.Object({
    ...primaryChainParams.properties,
    blockId: Type.String({
      pattern: `^(0|[1-9][0-9]*|0x[0-9a-fA-F]{64}|${Cb58Id.pattern?.slice(1, -1)})$`,
      mustBe: 'a height, a base-58 id or 0x and 64 hex digits',
    }),
  }),
  query: Type.Object({}),
  response: PrimaryNetworkBlock,
})

/** Vertices of all heights: newest first. */
export const listVertices = operation({
  operationId: 'listVertices',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices',
  computeUnits: 20,
  section: '4.1',
  tag: 'Primary network',
  summary: 'Latest vertices of the X-chain',
  params: listVerticesByHeight.params,
  query: Type.Object(pageQuery({ size: 10, max: 100 })),
  response: listVerticesByHeight.response,
})

/** One of {@link listVertices}; 404 when there is no such vertex. G-36 */
export const getVertex = operation({
  operationId: 'getVertex',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices/{vertexHash}',
  computeUnits: 20,
  section: '4.1',
  tag: 'Primary network',
  summary: 'A vertex of the X-chain',
  params: Type.Object({ ...listVerticesByHeight.params.properties, vertexHash: Cb58Id }),
  query: Type.Object({}),
  response: Vertex,
})
