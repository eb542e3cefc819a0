import { listTransactions } from '../../../../schemas/data/evm-details.ts'
import { LiveTransactionDetailsList } from '../../../../schemas/data/live-evm-details.ts'
import { route } from '../../../http/rest/route.ts'
import { addressTransactions } from './address-transactions.ts'
import { toErc20Details, transactionsWithMoves } from './moved-tokens.ts'

/** `GET …/addresses/{address}/transactions`: each with the tokens that moved. G-100 */
export const listTransactionsRoute = route(
  listTransactions,
  (world, input, { dialect }) => {
    const { chainId, seqs, next } = addressTransactions(world, listTransactions, input)
    const { address } = input.params
    const wanted = { chainId, seqs, address, toErc20: toErc20Details }
    return { ...next, transactions: transactionsWithMoves(world, wanted, dialect) }
  },
  { liveResponse: LiveTransactionDetailsList },
)
