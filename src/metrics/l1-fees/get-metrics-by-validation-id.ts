import { getMetricsByValidationId } from '../../../schemas/metrics/validators.ts'
import { notFound } from '../../http/response/errors.ts'
import { route } from '../../http/rest/route.ts'
import { statement } from '../../store/statement.ts'
import { feeSeries } from './fee-days.ts'

const values = {
  validationCumulativeFeesDaily: 'cumulative',
  validationFeesDaily: 'daily',
} as const

/** `GET /v2/validation/{l1ValidationId}/metrics/{metric}`: newest first, in one page; 404 for none. */
export const getMetricsByValidationIdRoute = route(
  getMetricsByValidationId,
  (world, { params, query }) => {
    const { l1ValidationId: validationId, metric } = params
    if (!world.get(selectValidation, { validationId }))
      throw notFound(`L1 validation ${validationId} does not exist`)
    return { results: feeSeries(world, { validationId }, values[metric], query) }
  },
)

const selectValidation = statement<{ validationId: string }, { seq: number }>(
  'SELECT seq FROM l1_validator WHERE validation_id = :validationId',
)
