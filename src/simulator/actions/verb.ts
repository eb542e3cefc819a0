import type { ActionResult } from '../../../schemas/control/actions/index.ts'
import type { ActionContext } from './action-context.ts'

/** Result of an action. `applyActions` adds place and time of its transaction at the end. */
export type Made = Omit<ActionResult, 'do' | 'network' | 'height' | 'time'>

/**
 * Function that applies an action.
 * @throws Refusal, and leaves a state that must be discarded
 */
export type Verb<Action> = (context: ActionContext, action: Action) => Made | readonly Made[]
