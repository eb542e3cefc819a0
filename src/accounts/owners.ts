import { hash } from 'node:crypto'

/** Owner of requests without an API key. */
const anonymous = 'anonymous'

/** Maximum number of keys whose digests are remembered. */
const maxKnown = 10_000
const known = new Map<string, string>()

/** Characters of a key in responses. */
export const keyPrefixLength = 4

/**
 * Returns the id of the owner of a key: 32 hex digits of its SHA-256, or {@link anonymous} without a
 * key. The key itself is never stored.
 */
export function ownerOf(key: string | undefined): string {
  if (key === undefined) return anonymous
  const found = known.get(key)
  if (found) return found
  const id = hash('sha256', key, 'hex').slice(0, 32)
  if (known.size >= maxKnown) known.clear()
  known.set(key, id)
  return id
}
