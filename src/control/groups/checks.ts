import type { checkOperations } from '../../../schemas/control/checks.ts'
import { quoteInput } from '../../http/response/errors.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import { ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'
import { toRead } from '../to-read.ts'

/** Builds the self-check of a world in its current state. */
export const checkGroup = (world: SimulatedWorld): Group<typeof checkOperations> => ({
  async checkWorld({ body: { rules } }, caller) {
    await toRead(world, caller)
    const outcome = await world.check(rules)
    if (outcome.is === 'report') return outcome.report
    if (outcome.is === 'no room') throw new ControlError('not_possible', outcome.message)
    throw new ControlError(
      'not_possible',
      `the self-check has no rule ${quoteInput(outcome.rule)}`,
      {
        rules: outcome.rules,
      },
    )
  },
})
