import { listVerticesByHeight } from '../../../../schemas/data/primary-blocks.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { inBothOrders, remainingRange, seqsOf } from '../seq-lists.ts'
import { showVertices } from './show-vertices.ts'

/**
 * `GET …/blockchains/{blockchainId}/vertices:listByHeight`: newest first unless requested otherwise;
 * empty for heights that the X-chain never had.
 */
export const listVerticesByHeightRoute = route(listVerticesByHeight, (world, { params, query }) => {
  const { network, info } = findPrimaryChain(params)
  const { vertexHeight: height, sortOrder: order } = query
  const scope = { operation: listVerticesByHeight, filters: [network, height], order }
  const page = openPage(world, scope, query)

  const range = remainingRange(page, order)
  const found = world.all(selectVertices[order], { network, height, ...range, limit: page.limit })
  const { rows, next } = page.cut(found, ({ seq }) => seq)
  return {
    ...next,
    vertices: showVertices(world, seqsOf(rows)),
    chainInfo: info,
  }
})

const selectVertices = inBothOrders<
  { network: string; height: number; low: number; high: number; limit: number },
  { seq: number }
>(
  (direction) => `
  SELECT seq FROM vertex
  WHERE network = :network AND height = :height AND seq BETWEEN :low AND :high
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)
