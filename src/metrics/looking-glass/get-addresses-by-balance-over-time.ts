import { getAddressesByBalanceOverTime } from '../../../schemas/metrics/looking-glass.ts'
import { checkTimeRange } from '../../http/request/time-range.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { statement } from '../../store/statement.ts'
import { blockSpan } from './block-span.ts'
import { holders, withHolders } from './holders.ts'
import { ranked, rankedPage } from './ranking.ts'
import { findEvmChainId, findToken } from './tokens.ts'

/** `GET …/contracts/{address}/balances`: 404 for no ERC-20 contract. G-135 */
export const getAddressesByBalanceOverTimeRoute = route(
  getAddressesByBalanceOverTime,
  (world, { params, query }) => {
    const { threshold, startTimestamp, endTimestamp } = query
    const chainId = findEvmChainId(world, params.chainId)
    checkTimeRange(query)
    const page = openPage(
      world,
      {
        operation: getAddressesByBalanceOverTime,
        filters: [chainId, params.address.toLowerCase(), threshold, startTimestamp, endTimestamp],
        whenExpired: 'restart',
      },
      query,
    )
    const { seq: contract } = findToken(world, chainId, params.address, ['ERC-20'])
    const everybody = world
      .all(selectBalances, { owner: contract })
      .map(({ address, balance }) => [address, BigInt(balance)] as const)
    const span = blockSpan(world, chainId, startTimestamp ?? 0, endTimestamp ?? world.now)
    const requested = holders(world, { contract }, { min: threshold, span, when: 'any time' })
    return rankedPage(page, ranked(everybody), (address) => requested.has(address))
  },
)

/** Current balances, in the order in which their owners first had one. */
const selectBalances = statement<{ owner: number }, { address: string; balance: string }>(`
  ${withHolders('erc20_balance', 'contract_seq', 'holder')}
  SELECT address, last.balance
  FROM walk
  CROSS JOIN erc20_balance AS last ON last.contract_seq = :owner AND last.holder = address
    AND last.block_number = (
      SELECT max(block_number) FROM erc20_balance WHERE contract_seq = :owner AND holder = address)
  ORDER BY (
    SELECT min(block_number) FROM erc20_balance
    WHERE contract_seq = :owner AND holder = address), address`)
