import type { Network } from '../networks/network.ts'
import { daySeconds } from '../time/time-units.ts'
import { groupBy } from '../util/grouping.ts'
import { type AnyBindings, type Statement, statement } from './statement.ts'

/**
 * nAVAX that an active L1 validator pays per second: the lowest price, which no L1 exceeds.
 */
const feePerSecond = 512n

/** Rows of a world and its current time, epoch seconds. */
interface Reader {
  readonly now: number
  all<Bindings extends AnyBindings, Row>(
    statement: Statement<Bindings, Row>,
    bindings: Bindings,
  ): Row[]
}

/** Filter of the validations that count; an absent property filters nothing. */
export interface Validations {
  readonly network?: Network
  readonly validationId?: string
  readonly nodeId?: string
  readonly subnetId?: string
}

/** Fees of a day and up to its end in nAVAX, and the number of validators that paid some. */
export type FeeDay = Readonly<Record<'daily' | 'cumulative' | 'paying', bigint>>

/**
 * Returns the fees of each day from the first with a fee to today, in order, keyed by days since
 * 1970. G-133
 */
export const l1FeeDays = (world: Reader, validations: Validations): Map<number, FeeDay> =>
  feeDays(activeTimes(world, validations), dayOf(world.now - 1))

/**
 * Returns the nAVAX that L1 validators of a network have paid up to the last block. The days may
 * have a little more, since they count to the present. G-133
 */
export const l1FeesCharged = (world: Pick<Reader, 'all'>, network: Network): bigint =>
  BigInt(world.all(selectCharged, { network })[0]?.amount ?? 0)

/** Active time of a validation, epoch seconds; `to` is exclusive. */
interface ActiveTime {
  readonly validationId: string
  readonly from: number
  to: number
  /** nAVAX put into its balance during this time: it pays no more. */
  funds: bigint
}

function activeTimes(world: Reader, validations: Validations): ActiveTime[] {
  const bindings = {
    network: validations.network ?? null,
    validationId: validations.validationId ?? null,
    nodeId: validations.nodeId ?? null,
    subnetId: validations.subnetId ?? null,
  }
  const rows = world.all(selectChanges, bindings)
  const times: ActiveTime[] = []
  for (const [i, { validation_id, is_active, timestamp: from }] of rows.entries()) {
    const next = rows[i + 1]
    const isLast = next?.validation_id !== validation_id
    const to = isLast ? world.now : next.timestamp
    const before = times.at(-1)
    if (is_active === 0 || to <= from) continue
    if (before?.validationId === validation_id && before.to === from) before.to = to
    else times.push({ validationId: validation_id, from, to, funds: 0n })
  }
  addFunds(times, world.all(selectFunds, bindings))
  return times
}

/** Adds deposits to the balances. */
function addFunds(times: readonly ActiveTime[], changes: readonly FundRow[]): void {
  const byId = groupBy(times, ({ validationId }) => validationId)
  for (const { validation_id, timestamp, amount } of changes) {
    const time = byId
      .get(validation_id)
      ?.find(({ from, to }) => from <= timestamp && timestamp < to)
    if (time) time.funds += BigInt(amount)
  }
}

/** Returns the fees of each day from the first active one, keyed by days since 1970. */
function feeDays(times: readonly ActiveTime[], today: number): Map<number, FeeDay> {
  const fees = new Map<number, bigint>()
  const paying = new Map<number, Set<string>>()
  for (const { validationId, from, to, funds } of times) {
    // The last second of a balance that runs out may cost less than the others.
    const paidBy = (time: number) => {
      const accrued = BigInt(time - from) * feePerSecond
      return accrued < funds ? accrued : funds
    }
    for (let day = dayOf(from); day <= dayOf(to - 1); day++) {
      const begin = Math.max(from, day * daySeconds)
      const end = Math.min(to, (day + 1) * daySeconds)
      fees.set(day, (fees.get(day) ?? 0n) + paidBy(end) - paidBy(begin))
      paying.set(day, (paying.get(day) ?? new Set()).add(validationId))
    }
  }
  const days = new Map<number, FeeDay>()
  const first = Math.min(...fees.keys())
  let cumulative = 0n
  for (let day = first; day <= today; day++) {
    const daily = fees.get(day) ?? 0n
    cumulative += daily
    days.set(day, { daily, cumulative, paying: BigInt(paying.get(day)?.size ?? 0) })
  }
  return days
}

const dayOf = (time: number) => Math.floor(time / daySeconds)

type Filter = {
  network: string | null
  validationId: string | null
  nodeId: string | null
  subnetId: string | null
}

/** Changes to and from the active state of validations, each in the order of time. */
const selectChanges = statement<
  Filter,
  { validation_id: string; is_active: 0 | 1; timestamp: number }
>(`
  SELECT v.validation_id, w.is_active AND w.weight > 0 AS is_active, b.timestamp
  FROM l1_validator v
  CROSS JOIN l1_validator_weight w
    ON w.network = v.network AND w.subnet_id = v.subnet_id AND w.validation_id = v.validation_id
  CROSS JOIN primary_block b
    ON b.network = v.network AND b.chain = 'P' AND b.height = w.from_height
  WHERE (:network IS NULL OR v.network = :network)
    AND (:validationId IS NULL OR v.validation_id = :validationId)
    AND (:nodeId IS NULL OR v.node_id = :nodeId)
    AND (:subnetId IS NULL OR v.subnet_id = :subnetId)
  ORDER BY v.network, v.seq, w.from_height`)

type FundRow = { validation_id: string; timestamp: number; amount: number }

/** Deposits into balances, for each validation in the order of time. */
const selectFunds = statement<Filter, FundRow>(`
  SELECT v.validation_id, b.timestamp, l1.balance_change AS amount
  FROM l1_validator v
  CROSS JOIN transaction_l1_validator l1 ON l1.validation_id = v.validation_id
  CROSS JOIN primary_transaction tx ON tx.seq = l1.tx_seq
  CROSS JOIN primary_block b
    ON b.network = tx.network AND b.chain = 'P' AND b.height = CAST(tx.block_number AS INTEGER)
  WHERE l1.balance_change > 0 AND tx.network = v.network
    AND (:network IS NULL OR v.network = :network)
    AND (:validationId IS NULL OR v.validation_id = :validationId)
    AND (:nodeId IS NULL OR v.node_id = :nodeId)
    AND (:subnetId IS NULL OR v.subnet_id = :subnetId)
  ORDER BY v.network, v.seq, l1.tx_seq`)

/** nAVAX deposited into balances, minus returned and remaining nAVAX. */
const selectCharged = statement<{ network: Network }, { amount: string }>(`
  SELECT CAST(
    (SELECT coalesce(sum(balance_change), 0)
     FROM transaction_l1_validator AS l1 JOIN primary_transaction AS tx ON tx.seq = l1.tx_seq
     WHERE tx.network = :network)
    - (SELECT coalesce(sum(paid_until - (
         SELECT l1_validators_accrued_fees FROM primary_block
         WHERE network = :network AND chain = 'P' ORDER BY height DESC LIMIT 1)), 0)
       FROM l1_validator WHERE network = :network AND paid_until IS NOT NULL)
    AS TEXT) AS amount`)
