import {
  type Action,
  type ActionResult,
  actionSchemas,
} from '../../schemas/control/actions/index.ts'
import { schemaProblem } from '../schema-problem.ts'
import { RefusedAction } from '../simulator/actions/action-run.ts'
import type { LivingWorld } from '../world/living-world.ts'
import { ControlError } from './control-error.ts'

/** What came of a request's actions. */
export interface Acted {
  readonly head: number
  /** ISO 8601, UTC. */
  readonly now: string
  readonly results: readonly ActionResult[]
}

/** Actions of one request at most. */
const mostActions = 1000

/** The actions group of the control plane: `spec/control.md`, part 3. */
export const actionsControl = (world: LivingWorld) => ({
  /** Does one action or several, all of them or none. */
  async act(wanted: Action | readonly Action[]): Promise<Acted> {
    const pointerOf = (index: number) => (Array.isArray(wanted) ? `/${index}` : '')
    const actions = [wanted].flat()
    if (actions.length > mostActions)
      throw new ControlError(
        'bad_request',
        `${actions.length} actions are more than ${mostActions}`,
        {
          pointer: '/',
          expected: `at most ${mostActions} actions`,
        },
      )
    actions.forEach((action, index) => {
      refuseMisfit(action, pointerOf(index))
    })
    try {
      const results = await world.act(actions)
      return { head: world.head, now: timeText(world.clock.nowMs()), results }
    } catch (error) {
      if (error instanceof RefusedAction) throw asControlError(error, pointerOf(error.index))
      throw error
    }
  },
})

function refuseMisfit(action: unknown, at: string): void {
  const verb = (action as { readonly do?: unknown } | null)?.do
  const schema = actionSchemas[verb as keyof typeof actionSchemas]
  if (!schema || !Object.hasOwn(actionSchemas, String(verb)))
    throw misfit(`${at}/do`, `one of ${Object.keys(actionSchemas).join(', ')}`)
  const problem = schemaProblem(schema, action)
  if (problem)
    throw misfit(problem.pointer === '/' ? at || '/' : at + problem.pointer, problem.reason)
}

const misfit = (pointer: string, expected: string) =>
  new ControlError('bad_request', `${pointer}: ${expected}`, { pointer, expected })

function asControlError({ index, refusal }: RefusedAction, at: string): ControlError {
  const { kind, message, details } = refusal
  if (kind === 'impossible')
    return new ControlError('not_possible', message, { ...details, action: index })
  return new ControlError('bad_request', message, {
    ...details,
    pointer: `${at}${details.pointer}`,
  })
}

const timeText = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')
