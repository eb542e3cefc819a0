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

/** What an order goes by; -1 where a validation has none. */
export const rankOf: Record<string, (validator: Validator) => number> = {
  delegationCapacity: (it) =>
    'delegationCapacity' in it ? Number(it.delegationCapacity ?? -1) : -1,
  timeRemaining: (it) => (it.validationStatus === 'active' ? it.endTimestamp - now : -1),
  delegationFee: (it) => (it.subnetId === primaryNetwork ? Number(it.delegationFee) : -1),
  uptimePerformance: (it) => (it.validationStatus === 'active' ? it.uptimePerformance : -1),
}
/** The values of `sortBy`. */
export const orders = ['blockIndex', ...Object.keys(rankOf)]
