import { isName, nameRule } from '../../../schemas/control/scalars.ts'
import type { KeyFile } from '../../../schemas/keys.ts'
import { worldOfKey } from './api-key.ts'

/** What is wrong with an entry of a list of keys. */
export interface KeyProblem {
  /** Position of the entry. */
  readonly index: number
  /**
   * Position of an earlier entry with the same key, or `world` for a key that names an impossible
   * world; absent: it has no key, or two.
   */
  readonly conflict?: number | 'world'
}

/** Returns the first entry whose key is missing, repeated, or the name of an impossible world. */
export function keyProblem(keys: KeyFile['keys']): KeyProblem | undefined {
  const places = new Map<string, number>()
  for (const [index, { key, digest }] of keys.entries()) {
    if ((key === undefined) === (digest === undefined)) return { index }
    const text = key === undefined ? `${digest?.salt} ${digest?.sha256}` : `key ${key}`
    const before = places.get(text)
    if (before !== undefined) return { index, conflict: before }
    const world = key && worldOfKey(key)
    if (world !== undefined && !isName(world)) return { index, conflict: 'world' }
    places.set(text, index)
  }
  return undefined
}

/** What an entry of a list of keys has to have. */
export const keyForm = 'an object with either key or digest'

/** Form of a key that names a world. */
export const worldKeyForm = `sg_ and ${nameRule}, because such a key names a world`
