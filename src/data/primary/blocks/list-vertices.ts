import { listVertices } from '../../../../schemas/data/primary-blocks.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { seqsOf } from '../seq-lists.ts'
import { showVertices } from './show-vertices.ts'

/** `GET …/blockchains/{blockchainId}/vertices`: newest first, all before the Cortina upgrade. */
export const listVerticesRoute = route(listVertices, (world, { params, query }) => {
  const { network, info } = findPrimaryChain(params)
  const scope = { operation: listVertices, filters: [network] }
  const page = openPage(world, scope, query)

  const found = world.all(selectVertices, { network, seq: page.key, limit: page.limit })
  const { rows, next } = page.cut(found, ({ seq }) => seq)
  return {
    ...next,
    vertices: showVertices(world, seqsOf(rows)),
    chainInfo: info,
  }
})

const selectVertices = statement<{ network: string; seq: number; limit: number }, { seq: number }>(`
  SELECT seq FROM vertex WHERE network = :network AND seq < :seq ORDER BY seq DESC LIMIT :limit + 0`)
