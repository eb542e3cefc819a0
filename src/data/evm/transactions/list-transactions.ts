import { listTransactions } from '../../../../schemas/data/evm-details.ts'
import { LiveTransactionDetailsList } from '../../../../schemas/data/live-evm-details.ts'
import { route } from '../../../http/route.ts'
import { addressTransactions } from './address-transactions.ts'
import { movedTokens, toErc20Details } from './moved-tokens.ts'
import { readTransactions } from './read-transactions.ts'

/** `GET …/addresses/{address}/transactions`: each with the tokens that moved. G-100 */
export const listTransactionsRoute = route(
  listTransactions,
  (world, input, { dialect }) => {
    const { chainId, seqs, next } = addressTransactions(world, listTransactions, input)
    const { address } = input.params
    const wanted = { chainId, seqs, address, toErc20: toErc20Details }
    const movedIn = movedTokens(world, wanted, dialect)
    const natives = readTransactions(world, seqs, dialect)
    return {
      ...next,
      transactions: natives.map((nativeTransaction, i) => ({
        nativeTransaction,
        ...movedIn(seqs[i] ?? 0),
      })),
    }
  },
  { liveAnswer: LiveTransactionDetailsList },
)
