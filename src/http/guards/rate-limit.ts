import type { RateLimit } from '../../config/option-values.ts'
import { monotonicMs } from '../../time/clock.ts'
import { daySeconds, minuteSeconds } from '../../time/time-units.ts'
import type { Account } from './auth.ts'

/** Compute units per minute and per day in the plans of the deployed service. */
const plans: Record<Account['tier'] | 'unauthenticated', { perMinute: number; perDay: number }> = {
  unauthenticated: { perMinute: 6_000, perDay: 1_200_000 },
  free: { perMinute: 8_000, perDay: 2_000_000 },
  base: { perMinute: 10_000, perDay: 3_750_000 },
  growth: { perMinute: 14_000, perDay: 11_200_000 },
  pro: { perMinute: 20_000, perDay: 25_000_000 },
}

const minuteMs = minuteSeconds * 1000
const dayMs = daySeconds * 1000

/** G-86: maximum number of callers in a window. */
const maxCallers = 65_536

/** Allowance after a request, in requests or compute units. */
export interface Allowance {
  readonly allowed: boolean
  readonly policy: string
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window that refused the request opens again. */
  readonly resetSeconds: number
}

/** What a request costs, and the limits that it counts against. */
export interface Charge {
  /** Text for the caller. */
  readonly policy: string
  readonly client: string
  /** Requests or compute units. */
  readonly cost: number
  /** Each with the length of its window; a request counts in all of them or in none. */
  readonly limits: readonly { readonly limit: number; readonly periodMs: number }[]
}

/** Windows that several replicas share. */
export interface SharedWindows {
  /** Counts a request. */
  take(charge: Charge): Promise<Allowance>
  /** Begins all windows again. */
  restart(): void
}

export interface RateLimiter {
  /**
   * Counts a request of an account, or of an address without one; undefined when limits are off.
   */
  take(
    account: Pick<Account, 'id' | 'tier'> | undefined,
    address: string,
    computeUnits: number,
  ): Allowance | undefined
  /** The same with windows that replicas share; undefined when limits are off or not shared. */
  takeTogether(...request: Parameters<RateLimiter['take']>): Promise<Allowance> | undefined
  /** Counts together with other replicas from now on. */
  countTogether(windows: SharedWindows): void
  readonly setting: RateLimit
  /** Applies these limits until the reset; every window restarts. */
  set(setting: RateLimit): void
  /** Restores the setting of the start; forgets every window. */
  reset(): void
}

/**
 * Creates fixed windows per key of the key file, or per client address without one, on the
 * monotonic process time. A key outside the file is no caller, because invented keys would yield
 * new limits.
 */
export function createRateLimiter(startSetting: RateLimit, now = monotonicMs): RateLimiter {
  let setting = startSetting
  let shared: SharedWindows | undefined
  const minute = createWindow(minuteMs, now)
  const day = createWindow(dayMs, now)

  return {
    take(account, address, computeUnits) {
      const charge = chargeOf(setting, account, address, computeUnits)
      return charge && allowance(charge, (periodMs) => (periodMs === dayMs ? day : minute))
    },
    takeTogether(account, address, computeUnits) {
      const charge = shared && chargeOf(setting, account, address, computeUnits)
      return charge && shared?.take(charge)
    },
    countTogether(windows) {
      shared = windows
    },
    get setting() {
      return setting
    },
    set(newSetting) {
      setting = newSetting
      minute.reset()
      day.reset()
      shared?.restart()
    },
    reset() {
      this.set(startSetting)
    },
  }
}

/** Returns what a request costs; undefined when limits are off. */
function chargeOf(
  setting: RateLimit,
  account: Pick<Account, 'id' | 'tier'> | undefined,
  address: string,
  computeUnits: number,
): Charge | undefined {
  if (setting === 'off') return undefined
  const client = account ? `key ${account.id}` : `address ${address}`
  if (setting !== 'docs') {
    const limit = account ? setting.withKey : setting.perMinute
    return { policy: `${limit};w=60`, client, cost: 1, limits: [{ limit, periodMs: minuteMs }] }
  }
  const plan = plans[account?.tier ?? 'unauthenticated']
  return {
    policy: `${plan.perMinute};w=${minuteSeconds}, ${plan.perDay};w=${daySeconds}`,
    client,
    cost: computeUnits,
    limits: [
      { limit: plan.perDay, periodMs: dayMs },
      { limit: plan.perMinute, periodMs: minuteMs },
    ],
  }
}

type Window = ReturnType<typeof createWindow>

/**
 * Returns the allowance of the first window that refuses, or else of the last one. A refused
 * request counts in no window.
 */
function allowance(
  { policy, limits, client, cost }: Charge,
  windowOf: (periodMs: number) => Window,
): Allowance {
  let found: Allowance | undefined
  for (const { limit, periodMs } of limits) {
    const { used, resetSeconds } = windowOf(periodMs).with(client, cost)
    const remaining = Math.max(0, limit - used)
    found = { allowed: used <= limit, policy, limit, remaining, resetSeconds }
    if (!found.allowed) return found
  }
  for (const { periodMs } of limits) windowOf(periodMs).add(client, cost)
  return found as Allowance
}

/** Creates a window with one start for all callers, so that one `clear` forgets all of them. */
function createWindow(lengthMs: number, now: () => number) {
  let startedAt = now()
  const used = new Map<string, number>()

  /**
   * Forgets the first caller: many addresses then fill neither the memory nor the window of others.
   */
  function makeRoom(): void {
    const [first] = used.keys()
    if (used.size >= maxCallers && first !== undefined) used.delete(first)
  }

  return {
    /** Returns the total of a caller including a request of this cost. */
    with(client: string, cost: number) {
      const elapsed = now() - startedAt
      if (elapsed >= lengthMs) {
        used.clear()
        startedAt += Math.floor(elapsed / lengthMs) * lengthMs
      }
      const resetSeconds = Math.ceil((startedAt + lengthMs - now()) / 1000)
      return { used: (used.get(client) ?? 0) + cost, resetSeconds }
    },
    add(client: string, cost: number) {
      const before = used.get(client)
      if (before === undefined) makeRoom()
      used.set(client, (before ?? 0) + cost)
    },
    reset() {
      used.clear()
      startedAt = now()
    },
  }
}
