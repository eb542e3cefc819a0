import type { TimeRange } from '../../../http/request/time-range.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import type { RequestedChain } from '../requested-chain.ts'
import {
  asJson,
  type Found,
  inBothOrders,
  lateral,
  type SeqRange,
  type Wanted,
} from '../seq-lists.ts'
import type { TransactionFilter } from './transaction-filter.ts'

/**
 * Returns the first transactions that pass the filter, in the order of the list. Each address and
 * type is a bounded walk over an index. The position in the list and the size of the table do not
 * matter.
 */
export function findTransactions(
  world: World,
  { network, chain }: RequestedChain,
  filter: TransactionFilter,
  { range, order, limit }: Wanted,
): Found[] {
  const { validationId } = filter
  const addresses = asJson(filter.addresses)
  const txTypes = asJson(filter.txTypes)
  const on = { network, chain }
  const bindings = { ...on, ...withinTimes(world, on, filter, range), limit }

  if (validationId !== undefined)
    return world.all(selectByValidation[order], { ...bindings, validationId, addresses, txTypes })
  if (addresses === null) return world.all(selectByChain[order], bindings)
  if (txTypes === null) return world.all(selectByAddress[order], { ...bindings, addresses })
  return world.all(selectByAddressAndType[order], { ...bindings, addresses, txTypes })
}

type OnChain = { network: string; chain: string }
type Bounded = OnChain & { low: number; high: number; limit: number }

const selectByChain = inBothOrders<Bounded, Found>(
  (direction) => `
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain AND seq BETWEEN :low AND :high
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)

const selectByAddress = inBothOrders<Bounded & { addresses: string }, Found>(
  (direction) => `
  SELECT DISTINCT found.value AS seq
  FROM json_each(:addresses) AS asked
  CROSS JOIN ${lateral(`
    SELECT tx_seq AS seq FROM address_transaction
    WHERE network = :network AND chain = :chain AND address = asked.value
      AND tx_seq BETWEEN :low AND :high
    ORDER BY tx_seq ${direction} LIMIT :limit + 0`)} AS found
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)

const selectByAddressAndType = inBothOrders<
  Bounded & { addresses: string; txTypes: string },
  Found
>(
  (direction) => `
  SELECT DISTINCT found.value AS seq
  FROM json_each(:addresses) AS asked CROSS JOIN json_each(:txTypes) AS type
  CROSS JOIN ${lateral(`
    SELECT tx_seq AS seq FROM address_transaction
    WHERE network = :network AND chain = :chain AND address = asked.value
      AND tx_type = type.value AND tx_seq BETWEEN :low AND :high
    ORDER BY tx_seq ${direction} LIMIT :limit + 0`)} AS found
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)

const selectByValidation = inBothOrders<
  Bounded & {
    validationId: string
    txTypes: string | null
    addresses: string | null
  },
  Found
>(
  (direction) => `
  SELECT link.tx_seq AS seq
  FROM transaction_l1_validator AS link
  CROSS JOIN primary_transaction AS tx ON tx.seq = link.tx_seq
  WHERE link.validation_id = :validationId AND link.tx_seq BETWEEN :low AND :high
    AND tx.network = :network AND tx.chain = :chain
    AND (:txTypes IS NULL OR tx.tx_type IN (SELECT value FROM json_each(:txTypes)))
    AND (:addresses IS NULL OR EXISTS (
      SELECT 1 FROM json_each(:addresses) AS asked CROSS JOIN address_transaction AS own
        ON own.network = tx.network AND own.chain = tx.chain
          AND own.address = asked.value AND own.tx_seq = tx.seq))
  ORDER BY link.tx_seq ${direction} LIMIT :limit + 0`,
)

/** Restricts a range to times: within a chain `seq` grows with time. */
export function withinTimes(
  world: World,
  on: OnChain,
  { startTimestamp, endTimestamp }: TimeRange,
  { low, high }: SeqRange,
): SeqRange {
  const end = (select: typeof selectFirstFrom, time: number | undefined, open: number) =>
    time === undefined ? open : world.get(select, { ...on, time })?.seq
  const first = end(selectFirstFrom, startTimestamp, low)
  const last = end(selectLastUntil, endTimestamp, high)
  if (first === undefined || last === undefined) return emptyRange
  return { low: Math.max(low, first), high: Math.min(high, last) }
}

const emptyRange: SeqRange = { low: 1, high: 0 }

const selectFirstFrom = statement<OnChain & { time: number }, Found>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain AND timestamp >= :time
  ORDER BY timestamp, seq LIMIT 1`)

const selectLastUntil = statement<OnChain & { time: number }, Found>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain AND timestamp <= :time
  ORDER BY timestamp DESC, seq DESC LIMIT 1`)
