import { LiveSubnet } from '../../../../schemas/data/live-primary.ts'
import { getSubnet } from '../../../../schemas/data/subnets.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import { seqsOf } from '../seq-lists.ts'
import { genesisInDetail } from './genesis.ts'
import { showSubnets } from './show-subnets.ts'

/** `GET /v1/networks/{network}/subnets/{subnetId}`: 404 when the network has none. G-36 */
export const getSubnetRoute = route(
  getSubnet,
  (world, { params }, { dialect }) => {
    const network = networkOf(params.network)
    const found = world.all(selectSubnet, { network, subnetId: params.subnetId })
    const [subnet] = showSubnets(world, seqsOf(found), dialect, (row) =>
      genesisInDetail(world, row, dialect),
    )
    if (subnet) return subnet
    throw notFound(`Subnet ${quoteInput(params.subnetId)} does not exist on ${network}`)
  },
  { liveResponse: LiveSubnet },
)

const selectSubnet = statement<{ network: string; subnetId: string }, { seq: number }>(
  'SELECT seq FROM subnet WHERE network = :network AND subnet_id = :subnetId',
)
