import type { Ask, Compared } from './asking.ts'
import { recomputeEvmMetrics } from './evm-metrics.ts'
import { recomputeLookingGlass } from './looking-glass.ts'
import { recomputeMessageMetrics } from './message-metrics.ts'
import { recomputeValidatorMetrics } from './validator-metrics.ts'

/** Recomputes every value of every metric from the Data API. */
export async function recomputeMetrics(ask: Ask): Promise<Compared[]> {
  const { lastRun } = await ask('/v1/avg_tps/43114')
  const now = Number(lastRun)
  return [
    ...(await recomputeValidatorMetrics(ask, now)),
    ...(await recomputeMessageMetrics(ask, now)),
    ...(await recomputeLookingGlass(ask, now)),
    ...(await recomputeEvmMetrics(ask, now)),
  ]
}
