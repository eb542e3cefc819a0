import type { checkOperations } from '../../schemas/control/checks.ts'
import { loadFastKeccak } from '../formats/keccak.ts'
import type { LivingWorld } from '../world/living-world.ts'
import { ControlError } from './control-error.ts'
import type { Group } from './group.ts'
import { toRead } from './to-read.ts'

/** The self-check over a world as it is. */
export const checkGroup = (world: LivingWorld): Group<typeof checkOperations> => ({
  async checkWorld({ body: { rules: wanted } }, asker) {
    // Not loaded by a server that nobody asks: it is larger than what answers requests.
    const [{ checkWorld }, { NoHeapRoom }, { rules }] = await Promise.all([
      import('../check/check-world.ts'),
      import('../check/heap-room.ts'),
      import('../check/rules.ts'),
      loadFastKeccak(),
    ])
    const names = rules.map(({ name }) => name)
    const unknown = wanted?.find((name) => !names.includes(name))
    if (unknown !== undefined)
      throw new ControlError('not_possible', `there is no rule ${unknown}`, { rules: names })
    await toRead(world, asker)
    try {
      return checkWorld(world, { thorough: false, ...(wanted && { rules: wanted }) })
    } catch (error) {
      throw error instanceof NoHeapRoom ? new ControlError('not_possible', error.message) : error
    }
  },
})
