import type { ResetPart } from '../../../schemas/control/world.ts'
import type { KeyFile } from '../../../schemas/keys.ts'
import { Accounts } from '../../accounts/accounts.ts'
import type { UsageCounter } from '../../accounts/usage-counts.ts'
import type { Config } from '../../config/config.ts'
import { AttemptSlots } from '../../webhooks/attempt-slots.ts'
import type { WebhookSettings } from '../../webhooks/webhooks.ts'
import { Webhooks } from '../../webhooks/webhooks.ts'
import type { Readable } from '../../world/readable.ts'
import type { SimulatedWorld } from '../../world/simulated-world.ts'
import type { Acting, World } from '../../world/world.ts'
import { createFaultRules, type FaultRules } from '../faults/fault-rules.ts'
import { type Auth, createAuth } from '../guards/auth.ts'
import { createRateLimiter, type RateLimiter } from '../guards/rate-limit.ts'
import { createJournal, type Journal, type JournalReader } from '../journal/journal.ts'
import { createJournalSpace } from '../journal/journal-space.ts'
import { createScenarios, type Scenarios } from '../scenarios/scenarios.ts'
import { RefusedTransactions } from './refused-transactions.ts'
import { TransactionPool } from './transaction-pool.ts'

/** Part that changes while the server runs and can be reset. */
interface Stateful {
  reset(): void | Promise<void>
}

/** World of a request and the guards in front of it. */
export interface RequestWorld {
  readonly name: string
  /** The world of a reader process takes no actions. */
  readonly world: World & Readable & Partial<Acting>
  readonly auth: Auth
  readonly rateLimiter: RateLimiter
  readonly faults: FaultRules
  readonly scenarios: Pick<Scenarios, 'indexer' | 'node'>
  readonly journal: Journal
  /** Requests of all processes, if this one has readers beside it. */
  readonly logs?: JournalReader | undefined
  /** Webhooks of the callers; a reader process has none. */
  readonly webhooks?: Webhooks
  readonly usage: UsageCounter
  /** State of the callers; a reader process has none. */
  readonly accounts?: Accounts
  /** Absent in a reader process, which issues nothing. */
  readonly refused?: RefusedTransactions
  /** Absent in a reader process, which issues nothing. */
  readonly pool?: TransactionPool
}

/**
 * Tells whether no rule, limit or key affects a response: then equal requests have equal responses.
 */
export const isUnguarded = ({ faults, rateLimiter, auth }: RequestWorld): boolean =>
  faults.isEmpty && rateLimiter.setting === 'off' && auth.mode === 'off'

/** All of a world: the part that requests use, and the part that the control plane changes. */
export interface WorldHandle extends RequestWorld {
  readonly world: SimulatedWorld
  readonly scenarios: Scenarios
  readonly accounts: Accounts
  readonly webhooks: Webhooks
  logs?: JournalReader | undefined
  /** All parts above with state, by the name of the part; a reset uses only this. */
  readonly stateful: Readonly<Record<ResettablePart, readonly Stateful[]>>
  reset(parts: readonly ResettablePart[]): Promise<void>
  close(): void
}

/** Part of one world that can be reset on its own. */
type ResettablePart = Exclude<ResetPart, 'worlds'>

/** Name of the main world, for requests that name none. */
export const mainWorldName = 'default'

export function createWorldHandle(
  world: SimulatedWorld,
  config: Config,
  keys: KeyFile,
  name = mainWorldName,
  space = createJournalSpace(1 + config.journal),
  sending: Pick<WebhookSettings, 'slots' | 'createMaker'> = sendsNothing(),
): WorldHandle {
  const rateLimiter = createRateLimiter(config.rateLimit)
  const faults = createFaultRules(() => world.settings.seed)
  const scenarios = createScenarios(world, () => webhooks.poke())
  const auth = createAuth(config.auth, keys)
  const refused = new RefusedTransactions()
  const pool = new TransactionPool(world)
  const journal = createJournal(config.journal, space)
  const seed = () => `${world.settings.seed}\n${name}`
  const accounts = new Accounts(world.dir, seed)
  const webhooks = new Webhooks(
    accounts.file,
    seed,
    { world, indexer: scenarios.indexer, subscribe: (listener) => world.subscribe(listener) },
    { ...sending, hosts: config.webhookHosts, key: config.webhookKey, journal: config.journal },
  )
  world.whenReplaced(() => {
    webhooks.replaced()
    refused.reset()
    pool.reset()
  })
  world.subscribe(() => void pool.issueReady())
  const stateful: WorldHandle['stateful'] = {
    world: [world, { reset: faults.restart }, webhooks, accounts, refused, pool],
    faults: [faults, scenarios],
    limits: [rateLimiter, auth],
    journal: [journal],
  }
  return {
    name,
    world,
    auth,
    rateLimiter,
    faults,
    scenarios,
    journal,
    accounts,
    webhooks,
    usage: {
      count(request, time, durationMs) {
        accounts.usage.count(request, time, durationMs)
        accounts.counted()
      },
    },
    refused,
    pool,
    stateful,
    reset: async (parts) => {
      await Promise.all(parts.flatMap((part) => stateful[part]).map((each) => each.reset()))
    },
    close() {
      scenarios.close()
      webhooks.close()
      accounts.close()
      world.close()
    },
  }
}

/** Settings of a world whose blocks give no messages. */
const sendsNothing = (): Pick<WebhookSettings, 'slots' | 'createMaker'> => ({
  slots: new AttemptSlots(),
  createMaker: () => ({ watches: () => false, messagesOf: () => [] }),
})
