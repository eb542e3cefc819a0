import type { ActiveScenarios } from '../../schemas/control/scenarios.ts'
import type { World } from './world.ts'

/** Scenarios of a world without any. */
export const noScenarios: ActiveScenarios = Object.freeze({})

/**
 * Wraps a world with scenarios. The result is a different object, so data cached for the original
 * world is not reused.
 */
export const withScenarios = (world: World, scenarios: ActiveScenarios): World => ({
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
