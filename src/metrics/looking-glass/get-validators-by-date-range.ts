import { getValidatorsByDateRange } from '../../../schemas/metrics/looking-glass.ts'
import { checkTimeRange } from '../../http/request/time-range.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { networkOf } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { findSubnet } from '../staking/find-subnet.ts'

/** `GET /v2/subnets/{subnetId}/validators:getAddresses`: newest first; 404 for an unknown subnet. G-136 */
export const getValidatorsByDateRangeRoute = route(
  getValidatorsByDateRange,
  (world, { params: { subnetId }, query }) => {
    const network = networkOf(query.network ?? 'mainnet')
    findSubnet(world, network, subnetId)
    checkTimeRange(query)
    const { startTimestamp: start = 0, endTimestamp: end = Number.MAX_SAFE_INTEGER } = query
    const page = openPage(
      world,
      {
        operation: getValidatorsByDateRange,
        filters: [network, subnetId, start, end],
        whenExpired: 'restart',
      },
      query,
    )
    const found = world.all(selectBefore, {
      ...{ network, subnetId, start, end },
      ...{ before: page.key, limit: page.limit },
    })
    const { rows, next } = page.cut(found, ({ seq }) => seq)
    return {
      ...next,
      addresses: rows.map(({ addresses, timestamp }) => ({
        addresses: JSON.parse(addresses),
        sortKey: String(timestamp),
      })),
    }
  },
)

/** A permissioned validator gets no reward. */
const selectBefore = statement<
  {
    network: string
    subnetId: string
    start: number
    end: number
    before: number
    limit: number
  },
  { seq: number; timestamp: number; addresses: string }
>(`
  SELECT p.tx_seq AS seq, t.timestamp,
    (SELECT json_group_array(address ORDER BY position) FROM transaction_address
     WHERE tx_seq = p.tx_seq AND role = 'reward') AS addresses
  FROM staking_period AS p INDEXED BY staking_period_validating
  CROSS JOIN primary_transaction t ON t.seq = p.tx_seq
  WHERE p.network = :network AND p.kind <> 'delegator' AND p.kind = 'validator'
    AND p.subnet_id = :subnetId AND p.tx_seq < :before
    AND p.start_timestamp <= :end AND p.end_timestamp >= :start
  ORDER BY p.tx_seq DESC
  LIMIT :limit + 0`)
