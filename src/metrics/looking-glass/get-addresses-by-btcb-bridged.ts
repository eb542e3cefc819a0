import { getAddressesByBtcbBridged } from '../../../schemas/metrics/looking-glass.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { statement } from '../../store/statement.ts'
import { perRevision } from '../../world/per-revision.ts'
import { ranked, rankedPage } from './ranking.ts'
import { tokenAt } from './tokens.ts'
import { type Transfer, transferred, zeroAddress } from './transfers.ts'

const chainId = '43114'
/** The token of the Avalanche bridge for bitcoins. */
const btcb = '0x152b9d0FdC40C096757F570A51E494bd4b943E50'

/**
 * `GET /v2/chains/43114/btcb/bridged:getAddresses`: tokens that the bridge created for an address,
 * minus those that it gave back. G-135
 */
export const getAddressesByBtcbBridgedRoute = route(
  getAddressesByBtcbBridged,
  (world, { query }) => {
    const { threshold } = query
    const page = openPage(
      world,
      { operation: getAddressesByBtcbBridged, filters: [threshold], whenExpired: 'restart' },
      query,
    )
    return rankedPage(page, bridgedIn(world), (_address, amount) => amount > BigInt(threshold))
  },
)

/** Sums over all transfers of the bridge, computed once for a state of the world. */
const bridgedIn = perRevision((world) => {
  const contract = tokenAt(world, chainId, btcb)?.seq ?? -1
  return ranked(transferred(world.all(selectBridged, { contract, zeroAddress })))
})

const selectBridged = statement<{ contract: number; zeroAddress: string }, Transfer>(`
  SELECT sender, recipient, value
  FROM erc20_transfer
  WHERE contract_seq = :contract AND (sender = :zeroAddress OR recipient = :zeroAddress)
  ORDER BY seq`)
