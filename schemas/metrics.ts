import { type Static, Type } from '@sinclair/typebox'
import { operation } from './operation.ts'
import { nextPage, pageToken } from './paging.ts'
import { EpochSeconds } from './scalars.ts'

/** Average transactions per second of a chain, one point a UTC day, newest first. Section 2.7. */
export const AverageTps = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        timestamp: EpochSeconds,
        value: Type.Number({ minimum: 0, description: 'Transactions per second.' }),
      }),
    ),
    status: Type.Integer({ description: 'The HTTP status again.' }),
    lastRun: Type.Integer({ minimum: 0, description: 'Epoch seconds of the last data update.' }),
    ...nextPage,
  },
  { $id: 'AverageTps' },
)
export type AverageTps = Static<typeof AverageTps>

/** Section 4.2: 100 points a page, each a UTC day. G-49, G-66 */
export const getAverageTps = operation({
  operationId: 'getAverageTps',
  method: 'GET',
  path: '/v1/avg_tps/{chainId}',
  computeUnits: 100,
  section: '4.2',
  tag: 'Metrics',
  summary: 'Average transactions per second of an EVM chain, by day, newest first',
  params: Type.Object({
    chainId: Type.String({ pattern: '^[0-9]+$', mustBe: 'a numeric EVM chain id' }),
  }),
  query: Type.Object({ pageToken }),
  response: AverageTps,
})
