import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../scalars.ts'
import { controlOperation } from './control-operation.ts'

/** Health of the process. */
export const Wellbeing = Type.Object(
  {
    status: oneOf(['ok', 'error']),
    reason: Type.Optional(Type.String({ description: 'Reason of the status `error`.' })),
    internalErrors: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Exceptions outside of requests since the start. The log has each of them.',
      }),
    ),
    position: Type.Optional(
      Type.Integer({
        description:
          'With `--shared-log`, for readiness: position of the last record that is applied.',
      }),
    ),
  },
  { $id: 'Wellbeing' },
)
export type Wellbeing = Static<typeof Wellbeing>

const statusOf = ({ status }: Wellbeing) => (status === 'ok' ? 200 : 503)

const getLive = controlOperation({
  operationId: 'getLive',
  method: 'GET',
  path: '/_admin/live',
  summary: 'Tells whether the process answers',
  response: Wellbeing,
  isPublic: true,
})

const getReady = controlOperation({
  operationId: 'getReady',
  method: 'GET',
  path: '/_admin/ready',
  summary:
    'Tells whether the server can read and change its world; 503 when it cannot, as on a full disk',
  description: 'A replica is not ready either while others should get its requests.',
  response: Wellbeing,
  statusOf,
  isPublic: true,
})

/** Operations of health. */
export const healthOperations = [getLive, getReady] as const
