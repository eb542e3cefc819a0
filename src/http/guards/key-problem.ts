import type { KeyFile } from '../../../schemas/keys.ts'

/** What is wrong with an entry of a list of keys. */
export interface KeyProblem {
  /** Position of the entry. */
  readonly index: number
  /** Position of an earlier entry with the same key; absent: it has no key, or two. */
  readonly before?: number
}

/** Returns the first entry whose key is missing or repeated. */
export function keyProblem(keys: KeyFile['keys']): KeyProblem | undefined {
  const places = new Map<string, number>()
  for (const [index, { key, digest }] of keys.entries()) {
    if ((key === undefined) === (digest === undefined)) return { index }
    const text = key === undefined ? `${digest?.salt} ${digest?.sha256}` : `key ${key}`
    const before = places.get(text)
    if (before !== undefined) return { index, before }
    places.set(text, index)
  }
  return undefined
}

/** What an entry of a list of keys has to have. */
export const keyForm = 'an object with either key or digest'
