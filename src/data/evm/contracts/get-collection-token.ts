import { getCollectionToken } from '../../../../schemas/data/contracts.ts'
import { LiveNftToken } from '../../../../schemas/data/live-evm.ts'
import { notFound } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import { findCollection } from './contract.ts'
import { type NftTokenRow, nftTokenColumns, ownerOfErc721, toNftToken } from './nft-token.ts'

/** `GET …/nfts/collections/{address}/tokens/{tokenId}`: 404 for no such contract or token. G-36 */
export const getCollectionTokenRoute = route(
  getCollectionToken,
  (world, { params: { chainId: chain, address, tokenId } }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, chain)
    const collection = findCollection(world, chainId, address)
    const row = world.get(selectToken, { collection, tokenId })
    if (!row) throw notFound(`Token ${tokenId} of NFT contract ${address} does not exist`)
    return toNftToken(world, row, dialect)
  },
  { liveResponse: LiveNftToken },
)

const selectToken = statement<{ collection: number; tokenId: string }, NftTokenRow>(`
  SELECT ${nftTokenColumns(ownerOfErc721)}
  FROM nft_token n
  CROSS JOIN contract c ON c.seq = n.contract_seq
  WHERE n.contract_seq = :collection AND n.token_id = :tokenId`)
