import type { ActiveScenarios } from '../../schemas/control/scenarios.ts'
import type { World } from './world.ts'

/** Of a world that is shown as it is. */
export const noScenarios: ActiveScenarios = Object.freeze({})

/**
 * A world as scenarios have it shown. It is another one to whatever is kept in memory of a world,
 * so nothing that was told before is told again.
 */
export const shownWith = (world: World, scenarios: ActiveScenarios): World => ({
  get id() {
    return world.id
  },
  get seed() {
    return world.seed
  },
  get revision() {
    return world.revision
  },
  get head() {
    return world.head
  },
  get now() {
    return world.now
  },
  clock: world.clock,
  tokenClock: world.tokenClock,
  nodeNetwork: world.nodeNetwork,
  dialect: world.dialect,
  publicUrl: world.publicUrl,
  signing: world.signing,
  scenarios,
  all: (statement, bindings) => world.all(statement, bindings),
  get: (statement, bindings) => world.get(statement, bindings),
  close: () => world.close(),
})
