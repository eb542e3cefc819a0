import { type Static, Type } from '@sinclair/typebox'
import { operation } from './operation.ts'
import { oneOf } from './scalars.ts'

const indicators = Type.Record(Type.String(), Type.Object({ status: oneOf(['up', 'down']) }))

/** Health of the service and of its dependencies. */
export const Health = Type.Object(
  {
    status: oneOf(['error', 'ok', 'shutting_down']),
    info: Type.Union([indicators, Type.Null()]),
    error: Type.Union([indicators, Type.Null()]),
    details: indicators,
  },
  { $id: 'Health' },
)
export type Health = Static<typeof Health>

/** Neighbours of the contract that official clients and orchestrators call. G-70 */
const check = (operationId: string, path: string, summary: string) =>
  operation({
    operationId,
    method: 'GET',
    path,
    computeUnits: path.startsWith('/v1') ? 20 : 1,
    section: 'extra',
    tag: 'Health',
    summary,
    isPublic: true,
    params: Type.Object({}),
    query: Type.Object({}),
    response: Health,
  })

const ready = 'Tells whether the service can read its world; 503 when it cannot'
const live = 'Tells whether the process answers'

export const getHealth = check('getHealth', '/v1/health-check', ready)
export const getLiveness = check('getLiveness', '/v1/live-check', live)
export const getMetricsHealth = check('getMetricsHealth', '/v2/health-check', ready)
export const getMetricsLiveness = check('getMetricsLiveness', '/v2/live-check', live)
