import type { castOperations } from '../../schemas/control/cast.ts'
import { worldDefinition } from '../definition/world-definition.ts'
import type { LivingWorld } from '../world/living-world.ts'
import { castOf } from './cast-list.ts'
import type { Group } from './group.ts'

/** Who exists in a world as it is. */
export const castGroup = (world: LivingWorld): Group<typeof castOperations> => ({
  async getCast() {
    const builtIn = await worldDefinition(undefined)
    await world.settled()
    const { definition, size } = world.settings
    return castOf(definition, { size, builtIn, base: world, now: world.clock.nowSeconds() })
  },
})
