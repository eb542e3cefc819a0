import type { BaseWriter } from '../store/base-writer.ts'
import { daySeconds } from '../time/time-units.ts'
import { denseDays } from './background/background-times.ts'
import { requireDeployments } from './evm/actions/deployments.ts'
import { writeCurrencyRates } from './evm/prices/currency-rates.ts'
import { generatorVersion } from './generator-version.ts'
import { openSimulation, type WorldSource } from './simulation.ts'
import { worldId } from './world-id.ts'

/**
 * Fills a base with the world that the settings describe, as a pure function of them. It advances
 * the world until the definition's now.
 * @param onProgress function that receives the completed share, from 0 to 1, and is awaited: it
 *   may let other work run
 * @returns the fingerprint
 * @throws DefinitionError for a definition that cannot happen
 */
export async function buildWorld(
  settings: WorldSource,
  store: BaseWriter,
  onProgress: (done: number) => Promise<void>,
): Promise<string> {
  const { definition, seed, size } = settings
  const now = Date.parse(definition.now) / 1000
  writeCurrencyRates(definition.currencyRates, store)
  const simulation = await openSimulation(settings, store)
  const first = simulation.nextTime()
  for (let steps = 0; simulation.nextTime() < now; steps++) {
    if (steps % stepsOfBeat === 0)
      await onProgress(liveShare * shareDone(simulation.nextTime(), first, now))
    simulation.step()
  }
  simulation.settleUntil(now)
  // At the definition's now itself, only its story is part of the base.
  if (simulation.nextTime() <= now) simulation.step()
  requireDeployments(definition, store)
  simulation.flush()
  const fingerprint = await store.finish(
    { id: worldId(settings), generatorVersion, seed, size, now },
    () => onProgress(liveShare),
  )
  await onProgress(1)
  return fingerprint
}

/**
 * Share of the simulation in the build; the rest is indexes, the digest, the check of references.
 */
const liveShare = 0.95

/** Steps between two pauses, few enough that other work, such as signals, never waits long. */
const stepsOfBeat = 20

/** Estimates the completed share by time; the dense days before now take most of the work. */
function shareDone(time: number, first: number, now: number): number {
  const dense = Math.max(first, now - denseDays * daySeconds)
  const years = dense > first ? Math.min(1, (time - first) / (dense - first)) : 1
  const days = now > dense ? Math.max(0, (time - dense) / (now - dense)) : 1
  return 0.4 * years + 0.6 * days
}
