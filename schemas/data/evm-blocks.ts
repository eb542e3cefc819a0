import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { nextPage, pageQuery } from '../paging.ts'
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

/** Section 4.1.18: newest first. */
export const listEvmBlocks = operation({
  operationId: 'listEvmBlocks',
  method: 'GET',
  path: '/v1/chains/{chainId}/blocks',
  section: '4.1.18',
  tag: 'EVM blocks',
  summary: 'Blocks of an EVM chain, newest first',
  params: Type.Object({ chainId: chainIdParam }),
  query: Type.Object(pageQuery({ size: 10, max: 100 })),
  answer: Type.Object({ ...nextPage, blocks: Type.Array(EvmBlock) }),
})
