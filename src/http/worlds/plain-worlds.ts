import { countsNothing } from '../../accounts/usage-counts.ts'
import { createFaultRules } from '../faults/fault-rules.ts'
import { createAuth } from '../guards/auth.ts'
import { createRateLimiter } from '../guards/rate-limit.ts'
import { createJournal } from '../journal/journal.ts'
import { createJournalSpace } from '../journal/journal-space.ts'
import { undelayedIndexer } from '../scenarios/undelayed-indexer.ts'
import type { RequestWorld } from './world-handle.ts'
import type { WorldsOfRequests } from './world-of-request.ts'

/**
 * Returns the same worlds without faults, limits, credentials and scenarios; no journal remembers
 * requests to them.
 */
export function plainWorlds(worlds: WorldsOfRequests): WorldsOfRequests {
  const known = new WeakMap<RequestWorld, RequestWorld>()
  const plain = (handle: RequestWorld): RequestWorld => {
    const found = known.get(handle) ?? plainHandle(handle)
    known.set(handle, found)
    return found
  }
  return {
    get main() {
      return plain(worlds.main)
    },
    loaded: () => [...worlds.loaded()].map(plain),
    find(name) {
      const handle = worlds.find(name)
      return typeof handle === 'string' ? handle : plain(handle)
    },
  }
}

const plainHandle = ({ name, world, accounts, webhooks }: RequestWorld): RequestWorld => ({
  name,
  world,
  auth: createAuth('off', { keys: [] }),
  rateLimiter: createRateLimiter('off'),
  faults: createFaultRules(() => ''),
  scenarios: { node: world, indexer: undelayedIndexer(world) },
  journal: createJournal(0, createJournalSpace(1)),
  usage: countsNothing,
  ...(accounts && { accounts }),
  ...(webhooks && { webhooks }),
})
