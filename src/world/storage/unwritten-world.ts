import type { Simulation } from '../../simulator/simulation.ts'
import type { Pace } from '../../time/pace.ts'
import type { InitialState } from './initial-state.ts'
import { loadSimulation } from './load-simulation.ts'

/** A world without changes: its simulation can report due events, but cannot continue. */
export class UnwrittenWorld {
  readonly #initialState: InitialState
  /** Simulation of the initial state, which never changes. */
  #simulation: Simulation | undefined

  constructor(initialState: InitialState) {
    this.#initialState = initialState
  }

  async simulation(pace: Pace): Promise<Simulation> {
    this.#simulation ??= await openSimulationOver(this.#initialState)
    this.#simulation.pace = pace
    return this.#simulation
  }

  /** Discards the simulation, which can be opened again. */
  discardSimulation(): void {
    this.#simulation = undefined
  }
}

async function openSimulationOver(initialState: InitialState): Promise<Simulation> {
  const { openSimulation } = await loadSimulation()
  return openSimulation(initialState.settings, {
    // The initial state may be closed and reopened meanwhile, with another reader.
    all: (statement, bindings) => initialState.reader.all(statement, bindings),
    get: (statement, bindings) => initialState.reader.get(statement, bindings),
    ...{ insert: refuse, update: refuse, remove: refuse, attempt: refuse },
  })
}

function refuse(): never {
  throw new Error('internal error: the initial state of a world is read-only')
}
