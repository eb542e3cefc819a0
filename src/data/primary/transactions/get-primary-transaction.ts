import { LivePrimaryTransaction } from '../../../../schemas/data/live-primary.ts'
import { getPrimaryTransaction } from '../../../../schemas/data/transactions.ts'
import { notFound, quoteInput } from '../../../http/response/errors.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { findPrimaryChain } from '../requested-chain.ts'
import { seqsOf } from '../seq-lists.ts'
import { showTransactions } from './show-transactions.ts'

/** `GET …/blockchains/{blockchainId}/transactions/{txHash}`: 404 when the chain has none. G-36 */
export const getPrimaryTransactionRoute = route(
  getPrimaryTransaction,
  (world, { params }, { dialect }) => {
    const { network, chain, info } = findPrimaryChain(params)
    const found = world.all(selectTransaction, { network, chain, txId: params.txHash })
    const [transaction] = showTransactions(world, chain, seqsOf(found), dialect)
    if (transaction) return transaction
    throw notFound(
      `Transaction ${quoteInput(params.txHash)} does not exist on the ${info.chainName} of ${network}`,
    )
  },
  { liveResponse: LivePrimaryTransaction },
)

const selectTransaction = statement<
  { network: string; chain: string; txId: string },
  { seq: number }
>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain AND tx_id = :txId`)
