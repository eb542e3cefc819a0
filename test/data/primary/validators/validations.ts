import type {
  ActiveValidator,
  CompletedValidator,
  PendingValidator,
  RemovedValidator,
} from '../../../../schemas/data/validators.ts'

export type Validator = ActiveValidator | CompletedValidator | PendingValidator | RemovedValidator

export const primaryNetwork = '11111111111111111111111111111111LpoYY'
/** 2026-01-15, the built-in definition's. */
export const now = 1_768_435_200
export const path = (network: string) => `/v1/networks/${network}/validators`

/** Value that an order compares; -1 where a validation has none. */
export const rankOf: Record<string, (validator: Validator) => number> = {
  delegationCapacity: (it) =>
    'delegationCapacity' in it ? Number(it.delegationCapacity ?? -1) : -1,
  timeRemaining: (it) => (it.validationStatus === 'active' ? it.endTimestamp - now : -1),
  delegationFee: (it) => (it.subnetId === primaryNetwork ? Number(it.delegationFee) : -1),
  uptimePerformance: (it) => (it.validationStatus === 'active' ? it.uptimePerformance : -1),
}
/** The values of `sortBy`. */
export const orders = ['blockIndex', ...Object.keys(rankOf)]

/** Least and most of a value, both included; null bounds nothing. */
export type Range = [min: number | null, max: number | null]

/** Parameters of a list. */
export interface Filter {
  parts?: string[] | null
  status?: string | null
  subnetId?: string | null
  capacity?: Range
  time?: Range
  fee?: Range
  uptime?: Range
}

const whole: Range = [null, null]

/** Whether a list that is filtered shows a validation. */
function isListed(it: Validator, filter: Filter): boolean {
  const { parts, status, subnetId } = filter
  const isWithin = (sortBy: string, [min, max]: Range = whole) => {
    const value = rankOf[sortBy]?.(it) ?? -1
    return value >= (min ?? (max === null ? -1 : 0)) && value <= (max ?? Infinity)
  }
  return (
    (!parts || parts.some((part) => it.nodeId.includes(part))) &&
    (!status || status === it.validationStatus) &&
    (!subnetId || subnetId === it.subnetId) &&
    isWithin('delegationCapacity', filter.capacity) &&
    isWithin('timeRemaining', filter.time) &&
    isWithin('delegationFee', filter.fee) &&
    isWithin('uptimePerformance', filter.uptime)
  )
}

export const queryOf = ({ parts, status, subnetId, ...ranges }: Filter) => ({
  nodeIds: parts?.join(),
  validationStatus: status ?? undefined,
  subnetId: subnetId ?? undefined,
  minDelegationCapacity: ranges.capacity?.[0] ?? undefined,
  maxDelegationCapacity: ranges.capacity?.[1] ?? undefined,
  minTimeRemaining: ranges.time?.[0] ?? undefined,
  maxTimeRemaining: ranges.time?.[1] ?? undefined,
  minFeePercentage: ranges.fee?.[0] ?? undefined,
  maxFeePercentage: ranges.fee?.[1] ?? undefined,
  minUptimePerformance: ranges.uptime?.[0] ?? undefined,
  maxUptimePerformance: ranges.uptime?.[1] ?? undefined,
})

/** The values of `validationStatus`. */
export const statuses = ['completed', 'active', 'pending', 'removed']

/** Each filter by itself, with values that validations of a list have, which both ends include. */
export function filtersAlone(all: readonly Validator[]): Filter[] {
  const bounds = (name: string, lowest = 0): Range[] => {
    const values = all.map((it) => rankOf[name]?.(it) ?? -1).filter((it) => it >= 0)
    const [one = 0, other = 0] = [...new Set(values)].sort((a, b) => a - b).slice(1)
    return [
      [one, null],
      [null, one],
      [one, one],
      [one, other],
      [lowest, null],
      [null, lowest],
    ]
  }
  return [
    ...['a', 'NodeID-7', '7'].map((part) => ({ parts: [part] })),
    ...statuses.map((status) => ({ status })),
    ...[...new Set(all.map(({ subnetId }) => subnetId))].map((subnetId) => ({ subnetId })),
    ...bounds('delegationCapacity').map((capacity) => ({ capacity })),
    ...bounds('timeRemaining').map((time) => ({ time })),
    ...bounds('delegationFee', 2).map((fee) => ({ fee })),
    ...bounds('uptimePerformance').map((uptime) => ({ uptime })),
  ]
}

/** Items that a filter leaves of the whole list in its default order, in another one, descending. */
export function filteredList(all: Validator[], filter: Filter, sortBy: string): Validator[] {
  const value = rankOf[sortBy] ?? (() => 0)
  return all.filter((it) => isListed(it, filter)).toSorted((a, b) => value(b) - value(a))
}
