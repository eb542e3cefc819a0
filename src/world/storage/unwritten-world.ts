import type { Simulation } from '../../simulator/simulation.ts'
import type { Pace } from '../../time/pace.ts'
import type { InitialState } from './initial-state.ts'

/** A world that nobody has written: its life can be asked what is due, but cannot go on. */
export class UnwrittenWorld {
  readonly #initialState: InitialState
  /** What a world begins with never changes. */
  #life: Simulation | undefined

  constructor(initialState: InitialState) {
    this.#initialState = initialState
  }

  async life(pace: Pace): Promise<Simulation> {
    this.#life ??= await openLifeOver(this.#initialState)
    this.#life.pace = pace
    return this.#life
  }

  /** Forgets what can be read again. */
  rest(): void {
    this.#life = undefined
  }
}

async function openLifeOver(initialState: InitialState): Promise<Simulation> {
  // Not loaded by a server that nobody asks what is due.
  const { openSimulation } = await import('../../simulator/simulation.ts')
  return openSimulation(initialState.settings, {
    // Its reader may be another one when it was closed meanwhile.
    all: (statement, bindings) => initialState.reader.all(statement, bindings),
    get: (statement, bindings) => initialState.reader.get(statement, bindings),
    ...{ insert: refuse, update: refuse, remove: refuse, attempt: refuse },
  })
}

function refuse(): never {
  throw new Error('what a world begins with is never written')
}
