import type { BaseWriter } from '../store/base-writer.ts'
import { daySeconds } from '../time/time-units.ts'
import { denseDays } from './background-times.ts'
import { requireDeployments } from './evm/actions/deployments.ts'
import { writeCurrencyRates } from './evm/currency-rates.ts'
import { generatorVersion } from './generator-version.ts'
import { openSimulation, type WorldSource } from './simulation.ts'
import { worldId } from './world-id.ts'

/**
 * Fills a base with the world that the settings describe, a pure function of them: lets its time
 * pass until the definition's now.
 * @param onProgress told the share that is done, from 0 to 1, and awaited: it may let others work
 * @returns the fingerprint
 * @throws DefinitionError for what cannot come to pass
 */
export async function buildWorld(
  settings: WorldSource,
  writer: BaseWriter,
  onProgress: (done: number) => Promise<void>,
): Promise<string> {
  const { definition, seed, size } = settings
  const now = Date.parse(definition.now) / 1000
  writeCurrencyRates(definition.currencyRates, writer)
  const life = await openSimulation(settings, writer)
  const first = life.nextTime()
  for (let steps = 0; life.nextTime() < now; steps++) {
    if (steps % stepsOfBeat === 0)
      await onProgress(shareOfLife * shareDone(life.nextTime(), first, now))
    life.step()
  }
  life.rest(now)
  // Of the definition's now itself, only its story is part of the base.
  if (life.nextTime() <= now) life.step()
  requireDeployments(definition, writer)
  life.settle()
  const fingerprint = await writer.finish(
    { id: worldId(settings), generatorVersion, seed, size, now },
    () => onProgress(shareOfLife),
  )
  await onProgress(1)
  return fingerprint
}

/** What comes after it: indexes, the digest, the check of references. */
const shareOfLife = 0.95

/** So few that whoever waits for a turn, as a signal does, never waits long. */
const stepsOfBeat = 20

/** By time, where the dense days before now take most of the work. */
function shareDone(time: number, first: number, now: number): number {
  const dense = Math.max(first, now - denseDays * daySeconds)
  const years = dense > first ? Math.min(1, (time - first) / (dense - first)) : 1
  const days = now > dense ? Math.max(0, (time - dense) / (now - dense)) : 1
  return 0.4 * years + 0.6 * days
}
