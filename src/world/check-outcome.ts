import { existsSync } from 'node:fs'
import { checkWorld } from '../check/check-world.ts'
import { HeapLimitError } from '../check/heap-limit.ts'
import { rules } from '../check/rules.ts'
import { loadFastKeccak } from '../formats/keccak.ts'
import { type BaseReader, openBase } from '../store/base-reader.ts'
import { readBaseDigest } from '../store/digests/base-digest.ts'
import { presentOf } from '../store/world-info.ts'
import type { CheckOutcome, WantedCheck } from './check-request.ts'

/** Opens the committed state at this moment, regardless of later writes. */
function openStill({ file, isBase }: WantedCheck) {
  const digestFile = file.replace(/\.sqlite$/, '.digest')
  const digest = isBase && existsSync(digestFile) ? readBaseDigest(digestFile) : undefined
  return openBase(file, digest && ((table) => digest.verify(file, table)))
}

/** Checks a world. It takes seconds and blocks its thread. */
export async function outcomeOf(wanted: WantedCheck): Promise<CheckOutcome> {
  const names = rules.map(({ name }) => name)
  const unknown = wanted.rules?.find((name) => !names.includes(name))
  if (unknown !== undefined) return { is: 'unknown', rule: unknown, rules: names }
  await loadFastKeccak()
  let world: BaseReader
  try {
    world = openStill(wanted)
  } catch (error) {
    if (wanted.isBase || existsSync(wanted.file)) throw error
    return { is: 'no file' }
  }
  try {
    const now = wanted.isBase ? world.meta.now : presentOf(world)
    const options = { thorough: false, ...(wanted.rules && { rules: wanted.rules }) }
    return { is: 'report', report: checkWorld({ now, all: world.all }, options) }
  } catch (error) {
    if (error instanceof HeapLimitError) return { is: 'no room', message: error.message }
    throw error
  } finally {
    world.close()
  }
}
