import { LiveBlockchain } from '../../../../schemas/data/live-primary.ts'
import { getBlockchain } from '../../../../schemas/data/subnets.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import { chainIdOf } from '../requested-chain.ts'
import { type BlockchainRow, blockchainColumns, toBlockchain } from './blockchains.ts'
import { genesisInDetail } from './genesis.ts'

/** `GET /v1/networks/{network}/blockchains/{blockchainId}`: by id or alias; else 404. G-36 */
export const getBlockchainRoute = route(
  getBlockchain,
  (world, { params }, { dialect }) => {
    const network = networkOf(params.network)
    const blockchainId = chainIdOf(network, params.blockchainId)
    const row = world.get(selectChain, { network, blockchainId })
    if (row) return toBlockchain(row, dialect, genesisInDetail(world, row, dialect))
    throw notFound(`Blockchain ${quoteInput(params.blockchainId)} does not exist on ${network}`)
  },
  { liveResponse: LiveBlockchain },
)

const selectChain = statement<{ network: string; blockchainId: string }, BlockchainRow>(`
  SELECT ${blockchainColumns} FROM blockchain
  WHERE network = :network AND blockchain_id = :blockchainId`)
