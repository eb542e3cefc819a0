import type { Pace } from '../pace.ts'
import type { Life } from '../simulator/life.ts'
import type { Origin } from './origin.ts'

/** A life over what nobody writes: it can be asked what is due, but cannot go on. */
export async function lifeToAsk({ reader, settings }: Origin, pace: Pace): Promise<Life> {
  const { openLife } = await import('../simulator/life.ts')
  const { all, get } = reader
  const store = { all, get, insert: refuse, update: refuse, remove: refuse, attempt: refuse }
  const life = await openLife(settings, store)
  life.pace = pace
  return life
}

function refuse(): never {
  throw new Error('what a world begins with is never written')
}
