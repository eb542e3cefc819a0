import type { UsageGroup, UsageValue } from '../../../schemas/data/usage.ts'
import type { UsageBucket } from '../../accounts/usage-counts.ts'

/** Returns the sums of some buckets. @param seconds length of their interval */
export function usageValue(
  buckets: readonly UsageBucket[],
  seconds: number,
): Omit<UsageValue, 'groupedBy' | 'groupValue'> {
  const sum = (own: readonly UsageBucket[], of: 'requests' | 'units') =>
    own.reduce((total, bucket) => total + bucket[of], 0)
  const failed = buckets.filter(({ status }) => status >= 400)
  const total = sum(buckets, 'requests')
  return {
    totalRequests: total,
    requestsPerSecond: total / seconds,
    successRatePercent: (100 * (total - sum(failed, 'requests'))) / total,
    medianResponseTimeMsecs: medianOf(buckets, total),
    invalidRequests: sum(
      failed.filter(({ status }) => status < 500),
      'requests',
    ),
    apiCreditsUsed: sum(buckets, 'units'),
    apiCreditsWasted: sum(failed, 'units'),
  }
}

/** Returns the median duration in milliseconds; of an even number, the mean of the middle two. */
function medianOf(buckets: readonly UsageBucket[], total: number): number {
  const counts = new Map<number, number>()
  for (const { durations } of buckets)
    for (const [ms, count] of durations) counts.set(ms, (counts.get(ms) ?? 0) + count)
  const sorted = [...counts].sort(([a], [b]) => a - b)
  const at = (place: number): number => {
    let before = 0
    for (const [ms, count] of sorted) {
      before += count
      if (place < before) return ms
    }
    return 0
  }
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2
}

/** Returns the value by which a request is grouped; undefined for a request outside a chain. */
export function groupValueOf(
  { path, status, chain, owner }: UsageBucket,
  group: UsageGroup,
): string | number | undefined {
  if (group === 'requestPath') return path
  if (group === 'responseCode') return status
  if (group === 'chainId') return chain === '' ? undefined : chain
  return group === 'apiKeyId' ? owner : 'data'
}
