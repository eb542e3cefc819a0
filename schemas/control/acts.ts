import { type Static, Type } from '@sinclair/typebox'
import {
  type Action,
  ActionResult,
  type ActionResults,
  actionSchemas,
  type Do,
  type KnownAction,
} from './actions/index.ts'
import { callAs, controlOperation } from './control-operation.ts'
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

/** Operations of actions. */
export const actOperations = [act] as const

/** Results of these actions. */
export interface ActedOn<Results extends readonly ActionResult[]> extends Omit<Acted, 'results'> {
  results: Results
}

/** Verb, from which the other fields of an action follow. */
interface WithVerb {
  readonly do: Do
}

/** Method whose results have the types of the verbs, as far as the compiler knows these. */
export interface Act {
  /** Performs one action. Its result has the fields of the verb. */
  <const Given extends WithVerb>(
    action: Given & KnownAction<Given>,
  ): Promise<ActedOn<ActionResults<[Given]>>>
  /** Performs up to 1,000 actions: all of them or none. Their results are in the same order. */
  <const Given extends readonly WithVerb[]>(
    actions: readonly [
      ...{ readonly [Index in keyof Given]: Given[Index] & KnownAction<Given[Index]> },
    ],
  ): Promise<ActedOn<ActionResults<Given>>>
  /** Performs actions whose verbs the compiler does not know: all of them or none. */
  (actions: Action | readonly Action[]): Promise<Acted>
}

/** Method of the library for actions. */
export const actCall = callAs<Act>()(act, (actions: Action | readonly Action[]) => ({
  body: actions,
}))
