import { listErc721Balances } from '../../../../schemas/data/evm-balances.ts'
import { LiveErc721Balances } from '../../../../schemas/data/live-evm.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { toCommonNftToken } from '../contracts/nft-token.ts'
import { findChain, latestBlock } from '../find-chain.ts'
import { holdingsBefore } from './holdings.ts'
import { nativeTokenBalance } from './native-balance.ts'

/** `GET …/balances:listErc721`: the ERC-721 tokens of an address, most recently acquired first. */
export const listErc721BalancesRoute = route(
  listErc721Balances,
  (world, { params: { address, ...params }, query }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const { chain_id: chainId } = chain
    const { contractAddress: contract } = query
    const filters = [chainId, address.toLowerCase(), contract?.toLowerCase()]
    const page = openPage(world, { operation: listErc721Balances, filters }, query)

    const found = holdingsBefore(
      world,
      { chainId, holder: address, contract, ercType: 'ERC-721' },
      page,
    )
    const { rows, next } = page.cut(found, (row) => row.seq)
    const now = { address, block: latestBlock(world, chainId), currency: 'usd' } as const
    return {
      ...next,
      nativeTokenBalance: nativeTokenBalance(world, chain, now, dialect),
      erc721TokenBalances: rows.map((row) =>
        Object.assign(toCommonNftToken(world, row, dialect), {
          chainId,
        }),
      ),
    }
  },
  { liveResponse: LiveErc721Balances },
)
