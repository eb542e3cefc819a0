import { createHash } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { generatorVersion } from '../simulator/generator-version.ts'
import type { WorldSource } from '../simulator/simulation.ts'
import { StateError } from '../store/state-error.ts'

/** Version of the records' shapes. */
export const format = 2

/** What has to be equal for all replicas of a sandbox, as its first record has it. */
export type Beginning = Readonly<Record<string, string | number | null>>

/** Options that lead to a member of the first record. */
const optionOf: Readonly<Record<string, string>> = {
  seed: '--seed',
  size: '--size',
  definition: '--definition',
  network: '--network',
  clock: '--clock',
  pace: '--pace',
  maxWorlds: '--max-worlds',
}

/** Returns what the first record says about a start. @param id id of the main world */
export function beginning(
  { network, clock, pace, maxWorlds }: Pick<Config, 'network' | 'clock' | 'pace' | 'maxWorlds'>,
  { id, settings }: { readonly id: string; readonly settings: WorldSource },
): Beginning {
  const { seed, size, definition } = settings
  const digest = createHash('sha256').update(JSON.stringify(definition)).digest('hex')
  return {
    ...{ format, generatorVersion, seed, size, definition: digest.slice(0, 16) },
    ...{ network, clock, pace: pace ?? null, maxWorlds, id },
  }
}

/** Refuses a log that began otherwise. @throws StateError naming each member that differs */
export function refuseOther(first: Readonly<Record<string, unknown>>, mine: Beginning): void {
  const names = Object.keys(mine).filter((name) => first[name] !== mine[name])
  if (names.length === 0) return
  // Size and seed decide about what is declared, and all of them about the id.
  const named = names.filter((name) => name !== 'definition' || !names.includes('size'))
  const differences = (named.length > 1 ? named.filter((name) => name !== 'id') : named).map(
    (name) => `${optionOf[name] ?? name} is ${first[name]} in the log and ${mine[name]} here`,
  )
  throw new StateError(
    `the shared log was begun with other options: ${differences.join(', ')}; use the same ones, or another --sandbox`,
  )
}
