import { listCollectibleBalances } from '../../../../schemas/data/evm-balances.ts'
import {
  LiveCollectibleBalances,
  type LiveErc721Balance,
  type LiveErc1155Balance,
} from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import type { World } from '../../../world/world.ts'
import { toCommonNftToken, toNftToken } from '../contracts/nft-token.ts'
import { findChain } from '../find-chain.ts'
import { type HoldingRow, holdingsBefore } from './holdings.ts'

/** `GET …/balances:listCollectibles`: ERC-721 and ERC-1155 tokens, most recently acquired first. */
export const listCollectibleBalancesRoute = route(
  listCollectibleBalances,
  (world, { params: { address, ...params }, query }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, params.chainId)
    const { contractAddress: contract } = query
    const filters = [chainId, address.toLowerCase(), contract?.toLowerCase()]
    const scope = { operation: listCollectibleBalances, filters }
    const page = openPage(world, scope, query)

    const found = holdingsBefore(world, { chainId, holder: address, contract }, page)
    const { rows, next } = page.cut(found, (row) => row.seq)
    return { ...next, collectibleBalances: rows.map((row) => toCollectible(world, row, dialect)) }
  },
  { liveResponse: LiveCollectibleBalances },
)

/**
 * Builds the collectible. G-71: only ERC-1155 has `balance`; a holder has at most one of an ERC-721
 * token.
 */
const toCollectible = (
  world: World,
  row: HoldingRow,
  dialect: Dialect,
): LiveErc721Balance | LiveErc1155Balance =>
  row.erc_type === 'ERC-721'
    ? Object.assign(toCommonNftToken(world, row, dialect), { chainId: row.chain_id })
    : Object.assign(toNftToken(world, row, dialect), {
        chainId: row.chain_id,
        balance: row.balance,
      })
