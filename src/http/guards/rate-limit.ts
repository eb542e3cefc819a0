import { monotonicMs } from '../../clock.ts'
import type { RateLimit } from '../../config.ts'
import { daySeconds, minuteSeconds } from '../../time-units.ts'
import type { Caller } from './auth.ts'

/** Compute units of the deployed service's plans: a minute, a day. */
const plans: Record<Caller['tier'], { perMinute: number; perDay: number }> = {
  unauthenticated: { perMinute: 6_000, perDay: 1_200_000 },
  free: { perMinute: 8_000, perDay: 2_000_000 },
  base: { perMinute: 10_000, perDay: 3_750_000 },
  growth: { perMinute: 14_000, perDay: 11_200_000 },
  pro: { perMinute: 20_000, perDay: 25_000_000 },
}

const minuteMs = minuteSeconds * 1000
const dayMs = daySeconds * 1000
const maxCallers = 65_536

/** What is left after a request, in requests or compute units. */
export interface Allowance {
  readonly allowed: boolean
  readonly policy: string
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window that refused opens again. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts a request; undefined when limits are off. */
  take(caller: Caller, address: string, computeUnits: number): Allowance | undefined
  /** Forgets every window. */
  reset(): void
}

/** Fixed windows per key, or per client address without one, on the monotonic process time. */
export function createRateLimiter(setting: RateLimit, now = monotonicMs): RateLimiter {
  const minute = createWindow(minuteMs, now)
  const day = createWindow(dayMs, now)

  return {
    take(caller, address, computeUnits) {
      if (setting === 'off') return undefined
      const who = caller.key === undefined ? `address ${address}` : `key ${caller.key}`
      if (setting !== 'docs') {
        const limit = caller.key === undefined ? setting.perMinute : setting.withKey
        return allowance(`${limit};w=60`, limit, minute, who, 1)
      }
      const plan = plans[caller.tier]
      const policy = `${plan.perMinute};w=${minuteSeconds}, ${plan.perDay};w=${daySeconds}`
      const ofDay = allowance(policy, plan.perDay, day, who, computeUnits)
      return ofDay.allowed ? allowance(policy, plan.perMinute, minute, who, computeUnits) : ofDay
    },
    reset() {
      minute.reset()
      day.reset()
    },
  }
}

type Window = ReturnType<typeof createWindow>

function allowance(policy: string, limit: number, window: Window, who: string, cost: number) {
  const { used, resetSeconds } = window.add(who, cost, limit)
  return {
    allowed: used <= limit,
    policy,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds,
  }
}

/** All callers share the window's beginning, so that one clearing forgets all of them. */
function createWindow(lengthMs: number, now: () => number) {
  let startedAt = now()
  const used = new Map<string, number>()
  return {
    /** A refused request does not count. */
    add(who: string, cost: number, limit: number) {
      const elapsed = now() - startedAt
      if (elapsed >= lengthMs) {
        used.clear()
        startedAt += Math.floor(elapsed / lengthMs) * lengthMs
      }
      // Callers past the bound share one window, so that invented keys cannot fill the memory.
      const name = used.has(who) || used.size < maxCallers ? who : 'others'
      const total = (used.get(name) ?? 0) + cost
      if (total <= limit) used.set(name, total)
      return { used: total, resetSeconds: Math.ceil((startedAt + lengthMs - now()) / 1000) }
    },
    reset() {
      used.clear()
      startedAt = now()
    },
  }
}
