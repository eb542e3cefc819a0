import { LiveBlockchains } from '../../../../schemas/data/live-primary.ts'
import { listBlockchains } from '../../../../schemas/data/subnets.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { networkOf } from '../../../networks/network.ts'
import { inBothOrders, remainingRange } from '../seq-lists.ts'
import { type BlockchainRow, blockchainColumns, toBlockchain } from './blockchains.ts'
import { genesisInList } from './genesis.ts'

/** `GET /v1/networks/{network}/blockchains`: newest first unless requested otherwise. */
export const listBlockchainsRoute = route(
  listBlockchains,
  (world, { params, query }, { dialect }) => {
    const network = networkOf(params.network)
    const order = query.sortOrder
    const page = openPage(world, { operation: listBlockchains, filters: [network], order }, query)

    const range = remainingRange(page, order)
    const found = world.all(selectChains[order], { network, ...range, limit: page.limit })
    const { rows, next } = page.cut(found, ({ seq }) => seq)
    return {
      ...next,
      blockchains: rows.map((row) => toBlockchain(row, dialect, genesisInList(row, dialect))),
    }
  },
  { liveResponse: LiveBlockchains },
)

// The statement walks the keys: those of a network are contiguous, and its index would need a sort.
const selectChains = inBothOrders<
  { network: string; low: number; high: number; limit: number },
  BlockchainRow & { seq: number }
>(
  (direction) => `
  SELECT seq, ${blockchainColumns} FROM blockchain
  WHERE +network = :network AND seq BETWEEN :low AND :high
  ORDER BY seq ${direction} LIMIT :limit + 0`,
)
