import { createHash } from 'node:crypto'
import { generatorVersion } from './generator-version.ts'
import type { WorldSource } from './simulation.ts'

/**
 * Returns the id of a world, which stays the same after changes: 64 hex digits, a hash of its
 * inputs.
 */
export function worldId({ definition, seed, size }: WorldSource): string {
  const key = JSON.stringify([generatorVersion, definition, seed, size])
  return createHash('sha256').update(key).digest('hex')
}
