import { createHash } from 'node:crypto'
import { generatorVersion } from './generator-version.ts'
import type { WorldSource } from './simulation.ts'

/** What names a world, whatever happens in it: 64 hex digits of all that it is made from. */
export function worldId({ definition, seed, size }: WorldSource): string {
  const key = JSON.stringify([generatorVersion, definition, seed, size])
  return createHash('sha256').update(key).digest('hex')
}
