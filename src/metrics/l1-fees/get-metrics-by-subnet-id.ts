import { getMetricsBySubnetId } from '../../../schemas/metrics/validators.ts'
import { notFound } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { statement } from '../../store/statement.ts'
import { feeSeries } from './fee-days.ts'

const values = {
  perSubnetDailyFeesPaid: 'daily',
  perSubnetCumulativeFeesPaid: 'cumulative',
  perSubnetPayingValidators: 'paying',
} as const

/** `GET /v2/subnet/{subnetId}/metrics/{metric}`: newest first, in one page; 404 for no subnet. */
export const getMetricsBySubnetIdRoute = route(getMetricsBySubnetId, (world, { params, query }) => {
  const { subnetId, metric } = params
  if (!world.get(selectSubnet, { subnetId })) throw notFound(`Subnet ${subnetId} does not exist`)
  return { results: feeSeries(world, { subnetId }, values[metric], query) }
})

const selectSubnet = statement<{ subnetId: string }, { seq: number }>(
  'SELECT seq FROM subnet WHERE subnet_id = :subnetId',
)
