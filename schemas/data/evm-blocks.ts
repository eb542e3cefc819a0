import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
import { quirk } from '../quirk.ts'
import { Count, DecimalString, EpochSeconds } from '../scalars.ts'
import { chainIdParam } from './chains.ts'

/** A block of an EVM chain; fees are in wei. Section 2.5. */
export const EvmBlock = Type.Object(
  {
    chainId: DecimalString,
    blockNumber: DecimalString,
    blockTimestamp: EpochSeconds,
    blockHash: Type.String(),
    txCount: Count,
    baseFee: DecimalString,
    gasUsed: DecimalString,
    gasLimit: DecimalString,
    gasCost: DecimalString,
    parentHash: Type.String(),
    feesSpent: DecimalString,
    cumulativeTransactions: DecimalString,
  },
  { $id: 'EvmBlock' },
)
export type EvmBlock = Static<typeof EvmBlock>

/** Path parameter: a block of the chain by number or hash. */
export const blockIdParam = Type.String({
  pattern: '^(0|[1-9][0-9]*|0x[0-9a-fA-F]{64})$',
  mustBe: 'a block number or 0x and 64 hex digits',
})

/** Whether responses show the header fields of blocks since the Granite upgrade. */
export const graniteFields = quirk(
  {
    name: 'Milliseconds and delay of EVM blocks since Granite',
    section: '2.5',
    documented: 'Absent',
    live:
      'blockTimestampMilliseconds of blocks, native transactions and transfers, ' +
      'blockMinDelayExcess of the first two',
  },
  { documented: false, live: true },
)

/** Section 4.1.18: newest first. */
export const listEvmBlocks = operation({
  operationId: 'listEvmBlocks',
  method: 'GET',
  path: '/v1/chains/{chainId}/blocks',
  computeUnits: 10,
  section: '4.1.18',
  tag: 'EVM blocks',
  summary: 'Blocks of an EVM chain, newest first',
  params: Type.Object({ chainId: chainIdParam }),
  query: Type.Object(pageQuery({ size: 10, max: 100 })),
  response: Type.Object({ ...nextPage, blocks: Type.Array(EvmBlock) }),
  quirks: [graniteFields],
})

/** One of {@link listEvmBlocks}; 404 when the chain has no such block. G-36 */
export const getEvmBlock = operation({
  operationId: 'getEvmBlock',
  method: 'GET',
  path: '/v1/chains/{chainId}/blocks/{blockId}',
  computeUnits: 10,
  section: '4.1',
  tag: 'EVM blocks',
  summary: 'A block of an EVM chain by number or hash',
  params: Type.Object({
    chainId: chainIdParam,
    blockId: blockIdParam,
  }),
  query: Type.Object({}),
  response: EvmBlock,
  quirks: [graniteFields],
})
