import type { castOperations } from '../../schemas/control/cast.ts'
import { worldDefinition } from '../definition/world-definition.ts'
import type { LivingWorld } from '../world/living-world.ts'
import type { Group } from './group.ts'
import { toRead } from './to-read.ts'

/** Who exists in a world as it is. */
export const castGroup = (world: LivingWorld): Group<typeof castOperations> => ({
  async getCast(_input, asker) {
    // Names of nodes and addresses of wallets take curves, which no start needs.
    const { castOf } = await import('./cast-list.ts')
    const builtIn = await worldDefinition(undefined)
    await toRead(world, asker)
    const { definition, size } = world.settings
    return castOf(definition, { size, builtIn, base: world, now: world.clock.nowSeconds() })
  },
})
