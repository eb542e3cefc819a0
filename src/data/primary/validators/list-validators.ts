import type { Static } from '@sinclair/typebox'
import { listValidators } from '../../../../schemas/data/validators.ts'
import { badRequest } from '../../../http/response/errors.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { seqsOf } from '../seq-lists.ts'
import { readTexts } from '../text-lists.ts'
import { type Bounds, findValidators, type ValidatorFilter } from './find-validators.ts'
import { showValidators } from './show-validators.ts'

/**
 * `GET /v1/networks/{network}/validators`: in the order of their transactions, descending, by
 * default. 400 for bounds that exclude all values. G-118, G-119
 */
export const listValidatorsRoute = route(listValidators, (world, { params, query }) => {
  const network = networkOf(params.network)
  const filter = readFilter(query)
  const { sortBy = 'blockIndex', sortOrder: order } = query
  const page = openPage(
    world,
    { operation: listValidators, filters: [network, JSON.stringify(filter), sortBy], order },
    query,
  )
  const found = findValidators(world, network, filter, { sortBy, order, page })
  const { rows, next } = page.cut(found, ({ seq }) => seq, {
    rankOf: ({ rank }) => (rank === undefined ? undefined : BigInt(rank)),
  })
  return { ...next, validators: showValidators(world, seqsOf(rows)) }
})

type Query = Static<(typeof listValidators)['query']>

const readFilter = (query: Query): ValidatorFilter => ({
  nodeParts: query.nodeIds === undefined ? undefined : readTexts('nodeIds', query.nodeIds),
  subnetId: query.subnetId,
  status: query.validationStatus,
  capacity: boundsOf(query, 'DelegationCapacity'),
  timeRemaining: boundsOf(query, 'TimeRemaining'),
  fee: boundsOf(query, 'FeePercentage'),
  uptime: boundsOf(query, 'UptimePerformance'),
})

type Bounded = 'DelegationCapacity' | 'TimeRemaining' | 'FeePercentage' | 'UptimePerformance'

/** Reads bounds by the same rule as ranges of blocks and times: G-29. */
function boundsOf(query: Query, name: Bounded): Bounds {
  const [min, max] = [query[`min${name}`], query[`max${name}`]]
  const minimum = min === undefined ? undefined : asNumber(min)
  const limit = max === undefined ? undefined : asNumber(max)
  if (minimum !== undefined && limit !== undefined && minimum > limit)
    throw badRequest(`min${name} ${min} must not be above max${name} ${max}`)
  return { min: minimum, max: limit }
}

/** Converts a bound; no validator reaches an amount above the exactly representable numbers. */
const asNumber = (value: number | string): number =>
  Math.min(Number(value), Number.MAX_SAFE_INTEGER)
