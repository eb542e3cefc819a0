import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { call, controlOperation } from './control-operation.ts'

/** Result of the self-check; `violations` is the sum over the rules. */
export const CheckReport = Type.Object(
  {
    rules: Type.Array(
      Type.Object({
        name: Type.String(),
        checked: Type.Integer({ description: 'Number of objects that the rule checked.' }),
        violations: Type.Array(
          Type.Object({ ids: Type.Array(Type.String()), text: Type.String() }),
        ),
      }),
    ),
    violations: Type.Integer(),
  },
  { $id: 'CheckReport' },
)
export type CheckReport = Static<typeof CheckReport>

const checkWorld = controlOperation({
  operationId: 'checkWorld',
  method: 'POST',
  path: '/_admin/check',
  summary: 'Verifies that the world is consistent, as `snowglobe check` does',
  description: 'Checks all rules, or the named ones. An unknown name is a 422.',
  body: closed({ rules: Type.Optional(Type.Array(Type.String())) }),
  response: CheckReport,
  errors: ['not_possible'],
})

/** Operations of the self-check. */
export const checkOperations = [checkWorld] as const

/** Method of the library for the self-check. */
export const checkCall = call(checkWorld, (rules?: string[]) => ({ body: rules ? { rules } : {} }))
