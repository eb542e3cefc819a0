import type { Passed } from '../../schemas/control/clock.ts'
import { cacheFolders } from '../../src/config.ts'
import { clockGroup } from '../../src/control/clock.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import type { Pace } from '../../src/pace.ts'
import { openCachedBase } from '../../src/world/cache.ts'
import { LivingWorld } from '../../src/world/living-world.ts'

/** A world of its own over the built one, whose clock stands at the definition's now. */
export async function openLivingWorld(
  pace: Pace,
  size: 'small' | 'default' = 'small',
  seed = 'snowglobe',
): Promise<LivingWorld> {
  const settings = { definition: await worldDefinition(undefined), seed, size }
  return new LivingWorld(await openCachedBase(cacheFolders(), settings), settings, {
    clock: 'frozen',
    pace,
    nodeNetwork: 'mainnet',
    dialect: 'auto',
    signing: 'any',
  })
}

/** Lets time pass in a world without a server. @param by a duration such as `3d` */
export const advance = async (world: LivingWorld, by: string): Promise<Passed> =>
  clockGroup(world).advanceClock({ body: { by } }, { isGone: () => false })
