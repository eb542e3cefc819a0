import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { type Interval, intervals, startOf } from '../../../time/calendar.ts'
import type { BlockCounts } from './block-counts.ts'
import { LastActive, type Role, type RoleCounts } from './last-active.ts'

/**
 * Block counts by the hour, day, week and month of their time: for their chain, for the chains of
 * their network and for all. No reader sees a period before the end of a commit. So its row is
 * written when the next one begins or by {@link flush}, not for each of its blocks.
 */
export class Periods {
  readonly #store: WorldStore
  readonly #scopes = new Map<string, Scope>()

  constructor(store: WorldStore) {
    this.#store = store
  }

  /** Counts an accepted block; blocks come in the order of time. */
  count({ chainId, network }: { chainId: string; network: Network }, block: BlockCounts): void {
    for (const scope of [chainId, network, 'total']) this.#scope(scope).count(block)
  }

  /** Writes the counts that the rows lack. */
  flush(): void {
    for (const scope of this.#scopes.values()) scope.flush()
  }

  #scope(name: string): Scope {
    const known = this.#scopes.get(name)
    if (known) return known
    const scope = new Scope(this.#store, name)
    this.#scopes.set(name, scope)
    return scope
  }
}

/**
 * Maximum number of counted blocks before everything is written, for long periods without a commit.
 */
const maxUnwritten = 2_000

/** A chain, a network, or all. */
class Scope {
  readonly #active: LastActive
  readonly #periods: readonly IntervalPeriods[]
  #unwritten = 0

  constructor(store: WorldStore, scope: string) {
    this.#active = new LastActive(store, scope)
    this.#periods = intervals.map((interval) => new IntervalPeriods(store, { scope, interval }))
  }

  count(block: BlockCounts): void {
    const newcomers = this.#active.record(block.timestamp, block.rolesOf)
    for (const periods of this.#periods) periods.count(block, newcomers)
    this.#unwritten++
    if (this.#unwritten > maxUnwritten) this.flush()
  }

  flush(): void {
    if (this.#unwritten === 0) return
    this.#active.flush()
    for (const periods of this.#periods) {
      periods.flush()
      periods.flushDeparted()
    }
    this.#unwritten = 0
  }
}

/**
 * Sums of a period in its row. Each block changes them in place, in three scopes of four intervals.
 * After the end of the period only the last two change.
 */
type Sums = {
  last_block_at: number
  tx_count: number
  gas_used: bigint
  /** Wei. */
  fees_paid: bigint
  gas_prices: bigint
  max_gas_price: bigint
  max_tps: number
  max_gps: number
  active_addresses: number
  active_senders: number
  contracts: number
  deployers: number
  cumulative_txs: number
  cumulative_addresses: number
  cumulative_contracts: number
  cumulative_deployers: number
  last_addresses: number
  last_senders: number
}

/** Hours, days, weeks or months of a scope. */
class IntervalPeriods {
  readonly #store: WorldStore
  readonly #key: PeriodsKey
  /** Latest period with a block; unknown until the first block is counted. */
  #latest: Period | undefined
  #hasRow = false
  #isChanged = false
  /** Addresses last seen in earlier periods that are seen again, by the start of the period. */
  readonly #departed = new Map<number, Last>()

  constructor(store: WorldStore, key: PeriodsKey) {
    this.#store = store
    this.#key = key
  }

  count(block: BlockCounts, newcomers: Readonly<Record<Role, RoleCounts>>): void {
    this.#latest ??= this.#read()
    const { interval } = this.#key
    const start = startOf(interval, block.timestamp)
    if (this.#latest?.key.start !== start) {
      this.flush()
      this.#latest = { key: { ...this.#key, start }, sums: beginning(start, this.#latest?.sums) }
      this.#hasRow = false
    }
    addBlock(this.#latest.sums, block, newcomers, interval)
    this.#isChanged = true
    this.#countDepartures(newcomers.active_at, start, 'last_addresses')
    this.#countDepartures(newcomers.sent_at, start, 'last_senders')
  }

  flush(): void {
    if (!this.#isChanged || !this.#latest) return
    const { key, sums } = this.#latest
    if (this.#hasRow) this.#store.update('evm_period', key, sums)
    else this.#store.insert('evm_period', { ...key, ...sums })
    this.#hasRow = true
    this.#isChanged = false
  }

  /** Writes the addresses that left earlier periods, whose rows exist. */
  flushDeparted(): void {
    for (const [start, departed] of this.#departed) {
      const key = { ...this.#key, start }
      const row = this.#store.get(selectLast, key)
      if (!row) throw new Error(`internal error: ${Object.values(key).join()} has no row`)
      this.#store.update('evm_period', key, {
        last_addresses: row.last_addresses - departed.last_addresses,
        last_senders: row.last_senders - departed.last_senders,
      })
    }
    this.#departed.clear()
  }

  #countDepartures({ before }: RoleCounts, start: number, column: keyof Last): void {
    for (const time of before) {
      if (time >= start) continue
      const earlier = startOf(this.#key.interval, time)
      const departed = this.#departed.get(earlier) ?? { last_addresses: 0, last_senders: 0 }
      departed[column] += 1
      this.#departed.set(earlier, departed)
    }
  }

  #read(): Period | undefined {
    const row = this.#store.get(selectLatest, this.#key)
    if (!row) return undefined
    this.#hasRow = true
    const { scope, interval, start, ...sums } = row
    return {
      key: { scope, interval, start },
      sums: {
        ...sums,
        gas_used: BigInt(row.gas_used),
        fees_paid: BigInt(row.fees_paid),
        gas_prices: BigInt(row.gas_prices),
        max_gas_price: BigInt(row.max_gas_price),
      },
    }
  }
}

/** Numbers of addresses that have not been active, or not sent anything, since a period. */
type Last = Pick<Sums, 'last_addresses' | 'last_senders'>

/** Key of the rows of all periods of a scope and interval. */
type PeriodsKey = { readonly scope: string; readonly interval: Interval }

/** Key of a period's row; it starts at epoch seconds. */
type PeriodKey = PeriodsKey & { readonly start: number }

interface Period {
  readonly key: PeriodKey
  readonly sums: Sums
}

const beginning = (start: number, before: Sums | undefined): Sums => ({
  last_block_at: start,
  tx_count: 0,
  gas_used: 0n,
  fees_paid: 0n,
  gas_prices: 0n,
  max_gas_price: 0n,
  max_tps: 0,
  max_gps: 0,
  active_addresses: 0,
  active_senders: 0,
  contracts: 0,
  deployers: 0,
  cumulative_txs: before?.cumulative_txs ?? 0,
  cumulative_addresses: before?.cumulative_addresses ?? 0,
  cumulative_contracts: before?.cumulative_contracts ?? 0,
  cumulative_deployers: before?.cumulative_deployers ?? 0,
  last_addresses: 0,
  last_senders: 0,
})

function addBlock(
  sums: Sums,
  block: BlockCounts,
  { active_at: active, sent_at: sent, deployed_at: deployed }: Readonly<Record<Role, RoleCounts>>,
  interval: Interval,
): void {
  sums.last_block_at = block.timestamp
  sums.tx_count += block.transactions
  sums.gas_used += block.gasUsed
  sums.fees_paid += block.feesPaid
  sums.gas_prices += block.gasPrices
  if (block.maxGasPrice > sums.max_gas_price) sums.max_gas_price = block.maxGasPrice
  sums.max_tps = Math.max(sums.max_tps, block.txPerSecond)
  sums.max_gps = Math.max(sums.max_gps, block.gasPerSecond)
  sums.active_addresses += active.counts[interval]
  sums.active_senders += sent.counts[interval]
  sums.contracts += block.contracts
  sums.deployers += deployed.counts[interval]
  sums.cumulative_txs += block.transactions
  sums.cumulative_addresses += active.counts.ever
  sums.cumulative_contracts += block.contracts
  sums.cumulative_deployers += deployed.counts.ever
  // No address of the latest period has been seen in a later one.
  sums.last_addresses = sums.active_addresses
  sums.last_senders = sums.active_senders
}

type PeriodRow = {
  [Column in keyof Sums]: Sums[Column] extends bigint ? string : number
} & PeriodKey

const selectLatest = statement<PeriodsKey, PeriodRow>(`
  SELECT * FROM evm_period WHERE scope = :scope AND interval = :interval
  ORDER BY start DESC LIMIT 1`)

const selectLast = statement<PeriodKey, Last>(`
  SELECT last_addresses, last_senders FROM evm_period
  WHERE scope = :scope AND interval = :interval AND start = :start`)
