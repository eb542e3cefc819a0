import type { ActionResult } from '../../../schemas/control/actions/index.ts'
import type { InParts } from '../../util/in-parts.ts'
import type { ActionContext } from './action-context.ts'

/** Result of an action. `applyActions` adds place and time of its transaction at the end. */
export type Made = Omit<ActionResult, 'do' | 'network' | 'height' | 'time'>

/** Results of one action. */
export type Applied = Made | readonly Made[]

/**
 * Function that applies an action: at once, or in parts where contracts run.
 * @throws Refusal, and leaves a state that must be discarded
 */
export type Verb<Action> = (context: ActionContext, action: Action) => Applied | InParts<Applied>
