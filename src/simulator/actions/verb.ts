import type { ActionResult } from '../../../schemas/control/actions/index.ts'
import type { ActionContext } from './action-context.ts'

/** What an action made; where and when its transaction is, the run finds when all is done. */
export type Made = Omit<ActionResult, 'do' | 'network' | 'height' | 'time'>

/** Does an action. @throws Refusal and leaves the run to be thrown away */
export type Verb<Action> = (context: ActionContext, action: Action) => Made | readonly Made[]
