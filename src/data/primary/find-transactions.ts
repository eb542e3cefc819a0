import { query } from '../../store/query.ts'
import type { World } from '../../world/world.ts'
import type { PrimaryChain } from './chain.ts'
import { inBothOrders, mergeSeqs, type SeqRange, type Wanted } from './seq-lists.ts'
import type { TimeRange } from './time-range.ts'
import type { TransactionFilter } from './transaction-filter.ts'

/**
 * The `seq` of the first transactions that pass the filter, in the order of the list. Each address
 * and type is one bounded walk over an index, so the place in the list and the size of the table
 * do not matter.
 */
export function findTransactions(
  world: World,
  { network, chain }: PrimaryChain,
  filter: TransactionFilter,
  { range, order, limit }: Wanted,
): number[] {
  const { addresses, txTypes, validationId } = filter
  const on = { network, chain }
  const bindings = { ...on, ...withinTimes(world, on, filter, range), limit }

  const found = () => {
    if (validationId !== undefined)
      return [
        world.all(selectByValidation[order], {
          ...bindings,
          validationId,
          txTypes: jsonOrNull(txTypes),
          addresses: jsonOrNull(addresses),
        }),
      ]
    if (addresses === undefined) return [world.all(selectByChain[order], bindings)]
    return addresses.flatMap((address) =>
      txTypes === undefined
        ? [world.all(selectByAddress[order], { ...bindings, address })]
        : txTypes.map((txType) =>
            world.all(selectByAddressAndType[order], { ...bindings, address, txType }),
          ),
    )
  }
  return mergeSeqs(found(), order, limit)
}

const jsonOrNull = (values: readonly string[] | undefined) =>
  values === undefined ? null : JSON.stringify(values)

type OnChain = { network: string; chain: string }
type Bounded = OnChain & { low: number; high: number; limit: number }
type Found = { seq: number }

const selectByChain = inBothOrders<Bounded, Found>(
  (direction) => `
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain AND seq BETWEEN :low AND :high
  ORDER BY seq ${direction} LIMIT :limit`,
)

const selectByAddress = inBothOrders<Bounded & { address: string }, Found>(
  (direction) => `
  SELECT tx_seq AS seq FROM address_transaction
  WHERE network = :network AND chain = :chain AND address = :address
    AND tx_seq BETWEEN :low AND :high
  ORDER BY tx_seq ${direction} LIMIT :limit`,
)

const selectByAddressAndType = inBothOrders<Bounded & { address: string; txType: string }, Found>(
  (direction) => `
  SELECT tx_seq AS seq FROM address_transaction
  WHERE network = :network AND chain = :chain AND address = :address AND tx_type = :txType
    AND tx_seq BETWEEN :low AND :high
  ORDER BY tx_seq ${direction} LIMIT :limit`,
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
  FROM transaction_l1_validator AS link JOIN primary_transaction AS tx ON tx.seq = link.tx_seq
  WHERE link.validation_id = :validationId AND link.tx_seq BETWEEN :low AND :high
    AND tx.network = :network AND tx.chain = :chain
    AND (:txTypes IS NULL OR tx.tx_type IN (SELECT value FROM json_each(:txTypes)))
    AND (:addresses IS NULL OR EXISTS (
      SELECT 1 FROM json_each(:addresses) AS asked JOIN address_transaction AS own
        ON own.network = tx.network AND own.chain = tx.chain
          AND own.address = asked.value AND own.tx_seq = tx.seq))
  ORDER BY link.tx_seq ${direction} LIMIT :limit`,
)

/** Cuts a range down to times: within a chain `seq` grows with time. */
function withinTimes(
  world: World,
  on: OnChain,
  { startTimestamp, endTimestamp }: TimeRange,
  { low, high }: SeqRange,
): SeqRange {
  const end = (statement: typeof selectFirstFrom, time: number | undefined, open: number) =>
    time === undefined ? open : world.get(statement, { ...on, time })?.seq
  const first = end(selectFirstFrom, startTimestamp, low)
  const last = end(selectLastUntil, endTimestamp, high)
  if (first === undefined || last === undefined) return emptyRange
  return { low: Math.max(low, first), high: Math.min(high, last) }
}

const emptyRange: SeqRange = { low: 1, high: 0 }

const selectFirstFrom = query<OnChain & { time: number }, Found>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain AND timestamp >= :time
  ORDER BY timestamp, seq LIMIT 1`)

const selectLastUntil = query<OnChain & { time: number }, Found>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain AND timestamp <= :time
  ORDER BY timestamp DESC, seq DESC LIMIT 1`)
