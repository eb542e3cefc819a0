import type { Readable } from '../../world/readable.ts'
import type { World } from '../../world/world.ts'
import type { Indexer } from './scenarios.ts'

/** An indexer that knows all that the node does. */
export const undelayedIndexer = (world: World & Readable): Indexer => ({
  shown: world,
  get isCurrent() {
    return world.isCurrent
  },
  get reached() {
    return world.reached
  },
  readable: () => world.readable(),
})
