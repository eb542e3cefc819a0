import { type Static, Type } from '@sinclair/typebox'
import { call, controlOperation, noInput } from './control-operation.ts'

/** Point that the contract leaves open, and Snowglobe's behaviour. */
export const Gap = Type.Object(
  {
    id: Type.String({ pattern: '^G-\\d+$' }),
    open: Type.String(),
    choice: Type.String(),
    reason: Type.String(),
    switch: Type.Optional(Type.String({ description: 'Options that change it.' })),
  },
  { $id: 'Gap' },
)
export type Gap = Static<typeof Gap>

const listGaps = controlOperation({
  operationId: 'listGaps',
  method: 'GET',
  path: '/_admin/gaps',
  summary: 'Lists what the contract leaves open, and what Snowglobe does there',
  response: Type.Object({ gaps: Type.Array(Gap) }),
})

/** Operations of the gaps. */
export const gapOperations = [listGaps] as const

/** Method of the library for the gaps. */
export const gapsCall = call(listGaps, noInput)
