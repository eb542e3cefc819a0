import { LiveErc1155Balances } from '../../../../schemas/data/live-evm-details.ts'
import { listErc1155Balances } from '../../../../schemas/data/token-balances.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { toNftToken } from '../contracts/nft-token.ts'
import { findChain } from '../find-chain.ts'
import { blockOf } from './block-of.ts'
import { holdingsBefore } from './holdings.ts'
import { nativeTokenBalance } from './native-balance.ts'
import { pastHoldingsBefore } from './past-holdings.ts'

/**
 * `GET …/balances:listErc1155`: the ERC-1155 holdings of an address, most recently acquired first;
 * 400 for a block that does not exist yet. G-105
 */
export const listErc1155BalancesRoute = route(
  listErc1155Balances,
  (world, { params: { address, ...params }, query }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const { chain_id: chainId } = chain
    const { contractAddress: contract, blockNumber } = query
    const block = blockOf(world, chainId, blockNumber)
    const filters = [chainId, address.toLowerCase(), contract?.toLowerCase(), blockNumber]
    const page = openPage(world, { operation: listErc1155Balances, filters }, query)

    const wanted = { chainId, holder: address, contract, ercType: 'ERC-1155' as const }
    const found =
      blockNumber === undefined
        ? holdingsBefore(world, wanted, page)
        : pastHoldingsBefore(world, { ...wanted, block }, page)
    const { rows, next } = page.cut(found, (row) => row.seq)
    const then = { address, block, currency: 'usd' } as const
    return {
      ...next,
      nativeTokenBalance: nativeTokenBalance(world, chain, then, dialect),
      erc1155TokenBalances: rows.map((row) =>
        Object.assign(toNftToken(world, row, dialect), {
          chainId,
          balance: row.balance,
        }),
      ),
    }
  },
  { liveResponse: LiveErc1155Balances },
)
