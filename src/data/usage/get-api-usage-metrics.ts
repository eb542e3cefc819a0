import { getApiUsageMetrics, type UsageGroup } from '../../../schemas/data/usage.ts'
import type { UsageBucket } from '../../accounts/usage-counts.ts'
import { badRequest } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { groupBy } from '../../util/grouping.ts'
import { accountsOf } from '../accounts-of.ts'
import { canonicalChain } from './canonical-chain.ts'
import { intervalOf, usageRange } from './usage-range.ts'
import { groupValueOf, usageValue } from './usage-values.ts'

/** G-213: maximum number of intervals in a response. */
const maxIntervals = 10_000

/**
 * `GET /v1/apiUsageMetrics`: requests of the key, oldest interval first; this request is counted
 * afterwards. 400 for a range with too many intervals.
 */
export const getApiUsageMetricsRoute = route(
  getApiUsageMetrics,
  async (world, { query }, { caller }) => {
    const { owner, requestWorld } = caller
    const { timeInterval, groupBy: group, orgId = owner } = query
    const range = usageRange(query, requestWorld.world.clock.nowSeconds())
    const canonical = canonicalChain(world)
    const chainId = query.chainId === undefined ? undefined : canonical(query.chainId)
    const buckets = (await accountsOf(caller).usageOf(owner, range))
      .map((bucket) => ({ ...bucket, chain: canonical(bucket.chain) }))
      .filter(
        (bucket) =>
          isWanted(query.responseCode, String(bucket.status)) &&
          isWanted(query.requestPath, bucket.path) &&
          isWanted(query.requestType, 'data') &&
          isWanted(query.apiKeyId, bucket.owner) &&
          isWanted(chainId, bucket.chain),
      )
    const intervals = groupBy(buckets, ({ minute }) => intervalOf(timeInterval, minute).start)
    if (intervals.size > maxIntervals)
      throw badRequest(
        `timeInterval ${timeInterval} gives ${intervals.size} intervals, more than ${maxIntervals}: use a longer interval or a shorter range`,
      )
    return {
      aggregateDuration: timeInterval,
      orgId,
      metrics: [...intervals]
        .sort(([a], [b]) => a - b)
        .map(([timestamp, own]) => {
          const { start, end } = intervalOf(timeInterval, timestamp)
          return { timestamp, values: valuesOf(own, end - start, group) }
        }),
    }
  },
)

const isWanted = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || wanted === value

function valuesOf(buckets: readonly UsageBucket[], seconds: number, group: UsageGroup | undefined) {
  if (!group) return [{ groupedBy: 'None' as const, ...usageValue(buckets, seconds) }]
  const groups = groupBy(buckets, (bucket) => groupValueOf(bucket, group))
  return [...groups]
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    .map(([groupValue, own]) => ({
      groupedBy: group,
      ...(groupValue !== undefined && { groupValue }),
      ...usageValue(own, seconds),
    }))
}
