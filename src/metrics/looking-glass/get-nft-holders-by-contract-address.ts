import { getNftHoldersByContractAddress } from '../../../schemas/metrics/looking-glass.ts'
import { openPage } from '../../http/rest/page.ts'
import { route } from '../../http/rest/route.ts'
import { foundOnce } from './found-once.ts'
import { nftTransfers } from './nft-transfers.ts'
import { ranked, rankedPage } from './ranking.ts'
import { findEvmChainId, findToken } from './tokens.ts'
import { type Transfer, transferred } from './transfers.ts'

/** `GET …/contracts/{address}/nfts:listHolders`: 404 for no NFT contract. G-135 */
export const getNftHoldersByContractAddressRoute = route(
  getNftHoldersByContractAddress,
  (world, { params, query }) => {
    const chainId = findEvmChainId(world, params.chainId)
    const filters = [chainId, params.address.toLowerCase()]
    const page = openPage(
      world,
      { operation: getNftHoldersByContractAddress, filters, whenExpired: 'restart' },
      query,
    )
    const contract = findToken(world, chainId, params.address, ['ERC-721', 'ERC-1155'])
    const { name, symbol } = contract
    const { ranking, totalHolders, totalTokens } = findOnce(world, `${contract.seq}`, () =>
      holdersOf(nftTransfers(world, contract)),
    )
    return {
      ...rankedPage(page, ranking, (_address, amount) => amount > 0n),
      ...(name !== null && { nftCollectionName: [name] }),
      ...(symbol !== null && { nftSymbol: [symbol] }),
      totalHolders,
      totalTokens,
    }
  },
)

/** The number of tokens of a holder needs all transfers of the collection. */
const findOnce = foundOnce<ReturnType<typeof holdersOf>>()

function holdersOf(transfers: readonly Transfer[]) {
  const held = transferred(transfers)
  const amounts = [...held.values()].filter((amount) => amount > 0n)
  return {
    ranking: ranked(held),
    totalHolders: amounts.length,
    totalTokens: Number(amounts.reduce((sum, amount) => sum + amount, 0n)),
  }
}
