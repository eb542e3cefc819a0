import { getTotalL1ValidatorMetrics } from '../../../schemas/metrics/validators.ts'
import { route } from '../../http/rest/route.ts'
import { feeSeries } from './fee-days.ts'

const values = {
  totalCumulativeFeesDaily: 'cumulative',
  totalValidatorFeesDaily: 'daily',
  totalPayingValidatorsDaily: 'paying',
} as const

/** `GET /v2/validators/metrics/{metric}`: those of mainnet, newest first, in one page. G-133 */
export const getTotalL1ValidatorMetricsRoute = route(
  getTotalL1ValidatorMetrics,
  (world, { params, query }) => ({
    results: feeSeries(world, { network: 'mainnet' }, values[params.metric], query),
  }),
)
