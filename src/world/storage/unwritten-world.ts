import type { Life } from '../../simulator/life.ts'
import type { Pace } from '../../time/pace.ts'
import type { Origin } from './origin.ts'

/** A world that nobody has written: its life can be asked what is due, but cannot go on. */
export class UnwrittenWorld {
  readonly #origin: Origin
  /** What a world begins with never changes. */
  #life: Life | undefined

  constructor(origin: Origin) {
    this.#origin = origin
  }

  async life(pace: Pace): Promise<Life> {
    this.#life ??= await openLifeOver(this.#origin)
    this.#life.pace = pace
    return this.#life
  }

  /** Forgets what can be read again. */
  rest(): void {
    this.#life = undefined
  }
}

async function openLifeOver(origin: Origin): Promise<Life> {
  // Not loaded by a server that nobody asks what is due.
  const { openLife } = await import('../../simulator/life.ts')
  return openLife(origin.settings, {
    // Its reader may be another one when it was closed meanwhile.
    all: (statement, bindings) => origin.reader.all(statement, bindings),
    get: (statement, bindings) => origin.reader.get(statement, bindings),
    ...{ insert: refuse, update: refuse, remove: refuse, attempt: refuse },
  })
}

function refuse(): never {
  throw new Error('what a world begins with is never written')
}
