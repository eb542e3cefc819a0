import { reindexNft } from '../../../../schemas/data/contracts.ts'
import { notFound, tooManyRequests } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { hourSeconds } from '../../../time/time-units.ts'
import { findChain } from '../find-chain.ts'
import { findCollection } from './contract.ts'

/**
 * `POST …/nfts/collections/{address}/tokens/{tokenId}:reindex`: the action `reindexNft`. 404 for no
 * such contract or token, 429 within an hour of the last time. G-153
 */
export const reindexNftRoute = route(
  reindexNft,
  async (world, { params: { chainId: chain, address, tokenId } }, { actual }) => {
    const { chain_id: chainId, network } = findChain(world, chain)
    const collection = findCollection(world, chainId, address)
    /**
     * Checks the time since the last reindexing.
     * @returns address of the contract as the world has it
     */
    const refuseTooEarly = () => {
      const token = world.get(selectToken, { collection, tokenId })
      if (!token) throw notFound(`Token ${tokenId} of NFT contract ${address} does not exist`)
      const next = (token.reindexed_at ?? -hourSeconds) + hourSeconds
      const seconds = next - world.clock.nowSeconds()
      if (seconds > 0)
        throw tooManyRequests(
          `Token ${tokenId} of NFT contract ${address} was reindexed within the last hour; try again in ${seconds} s`,
          seconds,
        )
      return token.contract
    }
    const contract = refuseTooEarly()
    try {
      await actual.act?.([{ do: 'reindexNft', network, chain: chainId, contract, tokenId }])
    } catch (error) {
      // A concurrent request was earlier.
      refuseTooEarly()
      throw error
    }
    return undefined
  },
)

const selectToken = statement<
  { collection: number; tokenId: string },
  { contract: string; reindexed_at: number | null }
>(`
  SELECT c.address AS contract, n.reindexed_at
  FROM nft_token n
  CROSS JOIN contract c ON c.seq = n.contract_seq
  WHERE n.contract_seq = :collection AND n.token_id = :tokenId`)
