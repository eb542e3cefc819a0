import {
  balancesNeedAddresses,
  getBalances,
  ownBalanceShapes,
} from '../../../../schemas/data/balances.ts'
import { LiveBalances } from '../../../../schemas/data/live-primary.ts'
import { badRequest } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { readAddresses } from '../text-lists.ts'
import { toBalances, toLiveBalances } from './balances.ts'
import { unspentSums } from './unspent-sums.ts'

/**
 * `GET …/blockchains/{blockchainId}/balances`: sums of the addresses' unspent outputs at a time, by
 * default now; empty lists without addresses. G-30, G-38
 */
export const getBalancesRoute = route(
  getBalances,
  (world, { params, query }, { dialect }) => {
    const { network, chain, info } = findPrimaryChain(params)
    if (query.addresses === undefined && balancesNeedAddresses.in(dialect))
      throw badRequest('addresses is required')
    const addresses =
      query.addresses === undefined ? [] : readAddresses('addresses', query.addresses, network)
    const time = query.blockTimestamp ?? world.clock.nowSeconds()

    const sums = unspentSums(world, { network, chain, addresses, time })
    const balances = ownBalanceShapes.in(dialect) ? toLiveBalances : toBalances
    return { balances: balances(chain, sums), chainInfo: info }
  },
  { liveResponse: LiveBalances },
)
