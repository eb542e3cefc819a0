import { getSingleValidatorDetails } from '../../../../schemas/data/validators.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { seqsOf } from '../seq-lists.ts'
import { findValidationsOfNode } from './find-validators.ts'
import { showValidators } from './show-validators.ts'

/**
 * `GET /v1/networks/{network}/validators/{nodeId}`: all periods of a node, latest first by default.
 * G-35, G-118
 */
export const getSingleValidatorDetailsRoute = route(
  getSingleValidatorDetails,
  (world, { params: { network: name, nodeId }, query }) => {
    const network = networkOf(name)
    const { validationStatus: status, sortOrder: order } = query
    const page = openPage(
      world,
      { operation: getSingleValidatorDetails, filters: [network, nodeId, status], order },
      query,
    )
    const found = findValidationsOfNode(world, network, { nodeId, status }, { order, page })
    const { rows, next } = page.cut(found, ({ seq }) => seq)
    return { ...next, validators: showValidators(world, seqsOf(rows)) }
  },
)
