import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { type Interval, intervals, startOf } from '../../../time/calendar.ts'

/** Role of an address, by the column with the last time it had that role. */
export type Role = 'active_at' | 'sent_at' | 'deployed_at'

/** Addresses with a role, as far as it is new to them. */
export interface RoleCounts {
  /**
   * Number of addresses that have it for the first time in a period, and for the first time ever.
   */
  readonly counts: Record<Interval | 'ever', number>
  /** Previous times of the addresses that had it before, epoch seconds. */
  readonly before: number[]
}

/** Last times of an address by role, epoch seconds; null: never. */
interface Times extends Record<Role, number | null> {
  hasRow: boolean
}

/**
 * Maximum number of addresses in memory: far more than are regularly active, but not the whole
 * history.
 */
const maxRemembered = 20_000

/**
 * Last activity of addresses in a scope. Rows are read when an address acts, and written by {@link
 * settle}.
 */
export class LastActive {
  readonly #store: WorldStore
  readonly #scope: string
  readonly #known = new Map<string, Times>()
  /** Changes not yet written to the rows. */
  readonly #changes = new Map<string, Partial<Record<Role, number>>>()

  constructor(store: WorldStore, scope: string) {
    this.#store = store
    this.#scope = scope
  }

  /** Records the roles of addresses, and counts those to which a role is new. */
  record(
    time: number,
    rolesOf: ReadonlyMap<string, readonly Role[]>,
  ): Readonly<Record<Role, RoleCounts>> {
    const newcomers = { active_at: noCounts(), sent_at: noCounts(), deployed_at: noCounts() }
    const starts = intervals.map((interval) => startOf(interval, time))
    for (const [address, roles] of rolesOf) {
      const times = this.#timesOf(address)
      for (const role of roles) {
        if (times[role] === time) continue
        countRole(newcomers[role], starts, times[role])
        times[role] = time
        this.#changesOf(address)[role] = time
      }
    }
    return newcomers
  }

  /** Writes the changes that the rows lack. */
  flush(): void {
    const scope = this.#scope
    for (const [address, changes] of this.#changes) {
      const times = this.#timesOf(address)
      if (times.hasRow) this.#store.update('evm_last_active', { scope, address }, changes)
      else this.#store.insert('evm_last_active', { scope, address, ...changes })
      times.hasRow = true
    }
    this.#changes.clear()
    if (this.#known.size > maxRemembered) this.#known.clear()
  }

  #timesOf(address: string): Times {
    const known = this.#known.get(address)
    if (known) return known
    const row = this.#store.get(selectTimes, { scope: this.#scope, address })
    const times: Times = {
      hasRow: row !== undefined,
      active_at: row?.active_at ?? null,
      sent_at: row?.sent_at ?? null,
      deployed_at: row?.deployed_at ?? null,
    }
    this.#known.set(address, times)
    return times
  }

  #changesOf(address: string): Partial<Record<Role, number>> {
    const known = this.#changes.get(address)
    if (known) return known
    const changes = {}
    this.#changes.set(address, changes)
    return changes
  }
}

const noCounts = (): RoleCounts => ({
  counts: { hour: 0, day: 0, week: 0, month: 0, ever: 0 },
  before: [],
})

/**
 * Counts an address.
 * @param starts start of each current period, in the order of the intervals
 */
function countRole(newcomers: RoleCounts, starts: readonly number[], before: number | null): void {
  if (before === null) newcomers.counts.ever += 1
  else newcomers.before.push(before)
  intervals.forEach((interval, place) => {
    if (before === null || before < (starts[place] ?? 0)) newcomers.counts[interval] += 1
  })
}

const selectTimes = statement<{ scope: string; address: string }, Record<Role, number | null>>(`
  SELECT active_at, sent_at, deployed_at FROM evm_last_active
  WHERE scope = :scope AND address = :address`)
