import type { Readable } from '../../world/readable.ts'
import type { World } from '../../world/world.ts'
import type { Indexer } from './scenarios.ts'

/** Returns an indexer that has the same state as the node. */
export const undelayedIndexer = (world: World & Readable): Indexer => ({
  view: world,
  get isCurrent() {
    return world.isCurrent
  },
  get reached() {
    return world.reached
  },
  readable: () => world.readable(),
})
