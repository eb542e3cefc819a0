import { getVertex } from '../../../../schemas/data/primary-blocks.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { seqsOf } from '../seq-lists.ts'
import { showVertices } from './show-vertices.ts'

/** `GET …/blockchains/{blockchainId}/vertices/{vertexHash}`: 404 when there is none. G-36 */
export const getVertexRoute = route(getVertex, (world, { params }) => {
  const { network } = findPrimaryChain(params)
  const found = world.all(selectVertex, { network, vertexId: params.vertexHash })
  const [vertex] = showVertices(world, seqsOf(found))
  if (vertex) return vertex
  throw notFound(`Vertex ${quoteInput(params.vertexHash)} does not exist on ${network}`)
})

const selectVertex = statement<{ network: string; vertexId: string }, { seq: number }>(
  'SELECT seq FROM vertex WHERE network = :network AND vertex_id = :vertexId',
)
