import { getTransaction } from '../../../../schemas/data/evm-details.ts'
import { LiveGetTransactionResponse } from '../../../../schemas/data/live-evm-details.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findChain } from '../find-chain.ts'
import { transactionDetails } from './transaction-details.ts'

/** `GET /v1/chains/{chainId}/transactions/{txHash}`: 404 for no transaction of the chain. G-36 */
export const getTransactionRoute = route(
  getTransaction,
  (world, { params }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const { chain_id: chainId } = chain
    const found = world.get(selectByHash, { chainId, hash: params.txHash.toLowerCase() })
    if (!found)
      throw notFound(`Transaction ${quoteInput(params.txHash)} does not exist on chain ${chainId}`)
    return transactionDetails(world, chain, { seq: found.seq, currency: 'usd' }, dialect)
  },
  { liveResponse: LiveGetTransactionResponse },
)

const selectByHash = statement<{ chainId: string; hash: string }, { seq: number }>(`
  SELECT seq
  FROM evm_transaction
  WHERE chain_id = :chainId AND hash = :hash`)
