import type { actOperations } from '../../../schemas/control/acts.ts'
import type { RefusedActionError } from '../../simulator/actions/refused-action-error.ts'
import { timeText } from '../../time/time-text.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import { ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'

/** Builds the operations of user actions: docs/control.md. */
export const actGroup = (world: SimulatedWorld): Group<typeof actOperations> => ({
  async act({ body }) {
    try {
      const results = await world.act([body].flat())
      return { head: world.head, now: timeText(world.clock.nowMs()), results }
    } catch (error) {
      // The module is loaded by now; a server whose world never changes starts without it.
      const { RefusedActionError } = await import('../../simulator/actions/refused-action-error.ts')
      if (!(error instanceof RefusedActionError)) throw error
      throw asControlError(error, Array.isArray(body) ? `/${error.index}` : '')
    }
  },
})

function asControlError(
  { index, pointer: field, refusal, message }: RefusedActionError,
  at: string,
): ControlError {
  const { kind, details } = refusal
  const pointer = `${at}${field}`
  return kind === 'impossible'
    ? new ControlError('not_possible', message, { ...details, action: index, pointer })
    : new ControlError('bad_request', `${at}/${message}`, { ...details, pointer })
}
