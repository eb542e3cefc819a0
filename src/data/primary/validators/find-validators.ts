import type { ValidationStatus, ValidatorOrder } from '../../../../schemas/data/validators.ts'
import type { Page } from '../../../http/rest/page.ts'
import type { Network } from '../../../networks/network.ts'
import type { World } from '../../../world/world.ts'
import { asJson, type Found, inBothOrders, type Order, remainingRange } from '../seq-lists.ts'
import {
  activeUntil,
  capacityOf,
  feeOf,
  statusOf,
  timeRemainingOf,
  uptimeOf,
} from './validation.ts'

/** Lowest and highest value, both included; an absent one bounds nothing. */
export interface Bounds {
  readonly min: number | undefined
  readonly max: number | undefined
}

/** Filter of a list of validations; an absent field filters nothing. */
export interface ValidatorFilter {
  /** Parts of node ids. */
  readonly nodeParts?: readonly string[] | undefined
  readonly subnetId?: string | undefined
  readonly status?: ValidationStatus | undefined
  /** Bounds in nAVAX. */
  readonly capacity?: Bounds
  /** Bounds in seconds. */
  readonly timeRemaining?: Bounds
  /** Bounds in percent. */
  readonly fee?: Bounds
  /** Bounds in percent. */
  readonly uptime?: Bounds
}

/** Validation in a list, with its value in a sorted one. */
interface FoundValidator extends Found {
  readonly rank?: number
}

/** Returns the first validations of a page that pass the filter, in the order of the list. */
export function findValidators(
  world: World,
  network: Network,
  filter: ValidatorFilter,
  { sortBy, order, page }: { sortBy: ValidatorOrder; order: Order; page: Page },
): FoundValidator[] {
  const bindings = {
    network,
    now: world.clock.nowSeconds(),
    nodeParts: asJson(filter.nodeParts),
    subnetId: filter.subnetId ?? null,
    status: filter.status ?? null,
    ...bound('Capacity', filter.capacity),
    ...bound('Time', filter.timeRemaining),
    ...bound('Fee', filter.fee),
    ...bound('Uptime', filter.uptime),
    limit: page.limit,
  }
  if (sortBy !== 'blockIndex') {
    // The key of a first page comes before every value, in either order.
    const rank = page.rank === undefined ? page.key : Number(page.rank)
    return world.all(selectSorted[sortBy][order], { ...bindings, rank, key: page.key })
  }
  return world.all(selectInOrder[order], { ...bindings, ...remainingRange(page, order) })
}

/** Returns the first validations of a node on a page, in the order of their transactions. */
export function findValidationsOfNode(
  world: World,
  network: Network,
  { nodeId, status }: { nodeId: string; status: ValidationStatus | undefined },
  { order, page }: { order: Order; page: Page },
): Found[] {
  return world.all(selectOfNode[order], {
    network,
    now: world.clock.nowSeconds(),
    nodeId,
    status: status ?? null,
    limit: page.limit,
    ...remainingRange(page, order),
  })
}

type Named = 'Capacity' | 'Time' | 'Fee' | 'Uptime'

/**
 * Builds the condition for bounds, which exclude -1 for a missing value; without bounds all rows
 * pass.
 */
const bound = <Name extends Named>(name: Name, bounds: Bounds | undefined) =>
  ({
    [`min${name}`]: bounds?.min ?? (bounds?.max === undefined ? -1 : 0),
    [`max${name}`]: bounds?.max ?? Number.MAX_SAFE_INTEGER,
  }) as Record<`min${Name}` | `max${Name}`, number>

type CommonBindings = {
  network: string
  now: number
  status: ValidationStatus | null
  limit: number
}
type Bindings = CommonBindings & {
  nodeParts: string | null
  subnetId: string | null
} & Record<`min${Named}` | `max${Named}`, number>

const isValidation = `
  v.network = :network AND v.kind <> 'delegator'
  AND (:status IS NULL OR :status = ${statusOf('v')})`

const isRequested = `
  ${isValidation}
  AND (:nodeParts IS NULL
    OR EXISTS (SELECT 1 FROM json_each(:nodeParts) WHERE instr(v.node_id, value)))
  AND (:subnetId IS NULL OR v.subnet_id = :subnetId)
  AND (:minCapacity < 0 OR ${capacityOf('v')} BETWEEN :minCapacity AND :maxCapacity)
  AND (:minTime < 0 OR ${timeRemainingOf('v')} BETWEEN :minTime AND :maxTime)
  AND (:minFee < 0 OR ${feeOf('v')} BETWEEN :minFee AND :maxFee)
  AND (:minUptime < 0 OR ${uptimeOf('v')} BETWEEN :minUptime AND :maxUptime)`

const selectInOrder = inBothOrders<Bindings & { low: number; high: number }, Found>(
  (direction) => `
  SELECT v.tx_seq AS seq FROM staking_period AS v INDEXED BY staking_period_validating
  WHERE v.tx_seq BETWEEN :low AND :high AND ${isRequested}
  ORDER BY v.tx_seq ${direction} LIMIT :limit + 0`,
)

const selectOfNode = inBothOrders<
  CommonBindings & { nodeId: string; low: number; high: number },
  Found
>(
  (direction) => `
  SELECT v.tx_seq AS seq FROM staking_period AS v INDEXED BY staking_period_by_node
  WHERE v.node_id = :nodeId AND v.tx_seq BETWEEN :low AND :high AND ${isValidation}
  ORDER BY v.tx_seq ${direction} LIMIT :limit + 0`,
)

/**
 * Continues after the value that the validation of the key had on the page before. Values change
 * with time, so every page reads all validations. G-50
 */
const sorted = (rankOf: (alias: string) => string) =>
  inBothOrders<Bindings & { rank: number; key: number }, FoundValidator>(
    (direction) => `
  SELECT v.tx_seq AS seq, ${rankOf('v')} AS rank
  FROM staking_period AS v INDEXED BY staking_period_validating
  WHERE ${isRequested}
    AND (rank, v.tx_seq) ${direction === 'DESC' ? '<' : '>'} (:rank, :key)
  ORDER BY rank ${direction}, v.tx_seq ${direction} LIMIT :limit + 0`,
  )

/** Makes whole numbers of percentages, since ranks are whole; a missing value stays -1. */
const inMillionths = (percentOf: (alias: string) => string) => (alias: string) =>
  `max(-1, CAST(round(1000000 * (${percentOf(alias)})) AS INTEGER))`

const selectSorted = {
  delegationCapacity: sorted(capacityOf),
  timeRemaining: sorted(activeUntil),
  delegationFee: sorted(inMillionths(feeOf)),
  uptimePerformance: sorted(inMillionths(uptimeOf)),
}
