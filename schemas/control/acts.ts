import { type Static, Type } from '@sinclair/typebox'
import { type Action, ActionResult, actionSchemas } from './actions/index.ts'
import { call, controlOperation } from './control-operation.ts'
import { Time } from './scalars.ts'

const AnyAction = Type.Union(Object.values(actionSchemas), {
  $id: 'Action',
  mustBe: 'an action: an object with `do`',
})

/** One action, or all of a request in their order. */
const Actions = Type.Unsafe<Action | readonly Action[]>(
  Type.Union(
    [...Object.values(actionSchemas), Type.Array(AnyAction, { minItems: 1, maxItems: 1000 })],
    { mustBe: 'an action (an object with `do`) or a list of at most 1000' },
  ),
)

/** Results of a request's actions. */
export const Acted = Type.Object(
  { head: Type.Integer(), now: Time, results: Type.Array(ActionResult) },
  { $id: 'Acted' },
)
export type Acted = Static<typeof Acted>

const act = controlOperation({
  operationId: 'act',
  method: 'POST',
  path: '/_admin/actions',
  summary: 'Performs one action, or up to 1,000: all of them or none',
  description:
    'They become signed transactions in blocks of their chains, in their order, at the time of the world.',
  body: Actions,
  response: Acted,
  errors: ['not_possible'],
})

export const actOperations = [act] as const

export const actCall = call(act, (actions: Action | readonly Action[]) => ({ body: actions }))
