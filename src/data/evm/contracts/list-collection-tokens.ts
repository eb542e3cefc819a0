import { listCollectionTokens } from '../../../../schemas/data/contracts.ts'
import { LiveCollectionTokens } from '../../../../schemas/data/live-evm.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import { findCollection } from './contract.ts'
import { type NftTokenRow, nftTokenColumns, ownerOfErc721, toNftToken } from './nft-token.ts'

/** `GET …/nfts/collections/{address}/tokens`: newest first; 404 for no NFT contract. */
export const listCollectionTokensRoute = route(
  listCollectionTokens,
  (world, { params, query }, { dialect }) => {
    const { chain_id: chainId } = findChain(world, params.chainId)
    const filters = [chainId, params.address.toLowerCase()]
    const scope = { operation: listCollectionTokens, filters }
    const page = openPage(world, scope, query)

    const collection = findCollection(world, chainId, params.address)
    const found = world.all(selectTokensBefore, {
      collection,
      before: page.key,
      limit: page.limit,
    })
    const { rows, next } = page.cut(found, (row) => row.seq)
    return { ...next, tokens: rows.map((row) => toNftToken(world, row, dialect)) }
  },
  { liveResponse: LiveCollectionTokens },
)

const selectTokensBefore = statement<
  { collection: number; before: number; limit: number },
  NftTokenRow & { seq: number }
>(`
  SELECT n.seq, ${nftTokenColumns(ownerOfErc721)}
  FROM nft_token n
  CROSS JOIN contract c ON c.seq = n.contract_seq
  WHERE n.contract_seq = :collection AND n.seq < :before
  ORDER BY n.seq DESC
  LIMIT :limit + 0`)
