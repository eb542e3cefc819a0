import type {
  ActiveScenarios,
  ScenarioFields,
  ScenarioName,
} from '../../../schemas/control/scenarios.ts'
import type { LivingWorld } from '../../world/living-world.ts'
import { noScenarios, shownWith } from '../../world/shown-world.ts'
import type { World } from '../../world/world.ts'

/** What of a world is shown as it is not, and the world as the interfaces show it. */
export interface Scenarios {
  readonly active: ActiveScenarios
  /** As all four interfaces show it: the world itself while nothing is set. */
  readonly shown: World
  set<Name extends ScenarioName>(name: Name, fields: ScenarioFields<Name>): void
  remove(name: ScenarioName): void
  /** Removes all. */
  reset(): void
}

export function createScenarios(world: LivingWorld): Scenarios {
  let active = noScenarios
  let shown: World = world

  function show(next: ActiveScenarios): void {
    active = Object.keys(next).length === 0 ? noScenarios : next
    shown = active === noScenarios ? world : shownWith(world, active)
  }

  return {
    get active() {
      return active
    },
    get shown() {
      return shown
    },
    set: (name, fields) => show({ ...active, [name]: fields }),
    remove(name) {
      const { [name]: _, ...rest } = active
      show(rest)
    },
    reset: () => show(noScenarios),
  }
}
