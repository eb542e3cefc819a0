import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../scalars.ts'
import { controlOperation } from './control-operation.ts'

export const Wellbeing = Type.Object(
  {
    status: oneOf(['ok', 'error']),
    reason: Type.Optional(Type.String({ description: 'Why the status is `error`.' })),
    internalErrors: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Exceptions that no answer told of, since the start; they are in the log.',
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
  summary: 'Whether the process answers at all',
  response: Wellbeing,
  isPublic: true,
})

const getReady = controlOperation({
  operationId: 'getReady',
  method: 'GET',
  path: '/_admin/ready',
  summary:
    'Whether it can answer from its world and change it; 503 when it cannot, or when its disk is full',
  response: Wellbeing,
  statusOf,
  isPublic: true,
})

export const healthOperations = [getLive, getReady] as const
