import { LiveSubnets } from '../../../../schemas/data/live-primary.ts'
import { listSubnets } from '../../../../schemas/data/subnets.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { inBothOrders, remainingRange, seqsOf } from '../seq-lists.ts'
import { genesisInList } from './genesis.ts'
import { showSubnets } from './show-subnets.ts'

/**
 * `GET /v1/networks/{network}/subnets`: newest first unless requested otherwise, the primary network
 * among them. G-34
 */
export const listSubnetsRoute = route(
  listSubnets,
  (world, { params, query }, { dialect }) => {
    const network = networkOf(params.network)
    const order = query.sortOrder
    const page = openPage(world, { operation: listSubnets, filters: [network], order }, query)

    const range = remainingRange(page, order)
    const found = world.all(selectSubnets[order], { network, ...range, limit: page.limit })
    const { rows, next } = page.cut(found, ({ seq }) => seq)
    return {
      ...next,
      subnets: showSubnets(world, seqsOf(rows), dialect, genesisInList),
    }
  },
  { liveResponse: LiveSubnets },
)

const selectSubnets = inBothOrders<
  { network: string; low: number; high: number; limit: number },
  { seq: number }
>(
  (direction) => `
  SELECT seq FROM subnet
  WHERE network = :network AND seq BETWEEN :low AND :high
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)
