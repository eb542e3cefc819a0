import type { castOperations } from '../../../schemas/control/cast.ts'
import { worldDefinition } from '../../definition/world-definition.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import type { Group } from '../group.ts'
import { toRead } from '../to-read.ts'

/** Builds the operations of the cast of a world in its current state. */
export const castGroup = (world: SimulatedWorld): Group<typeof castOperations> => ({
  async getCast(_input, caller) {
    // The cast needs curves for node names and wallet addresses; no start needs them.
    const { castOf } = await import('../cast/cast-list.ts')
    const builtIn = await worldDefinition(undefined)
    await toRead(world, caller)
    const { definition, size } = world.settings
    return castOf(definition, { size, builtIn, base: world, now: world.clock.nowSeconds() })
  },
})
