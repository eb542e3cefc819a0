import { listTransactionsV2 } from '../../../../schemas/data/evm-details.ts'
import {
  type LiveErc20TransferDetailsV2,
  LiveTransactionDetailsListV2,
} from '../../../../schemas/data/live-evm-details.ts'
import type { Dialect } from '../../../http/dialect.ts'
import { route } from '../../../http/route.ts'
import { addressTransactions } from './address-transactions.ts'
import { type Erc20Row, movedTokens, toErc20Details } from './moved-tokens.ts'
import { readTransactions } from './read-transactions.ts'

/** `GET /v2/chains/{chainId}/addresses/{address}/transactions`: with the reputation of tokens. */
export const listTransactionsV2Route = route(
  listTransactionsV2,
  (world, input, { dialect }) => {
    const { chainId, seqs, next } = addressTransactions(world, listTransactionsV2, input)
    const { filterSpamTokens } = input.query
    const movedIn = movedTokens(
      world,
      {
        ...{ chainId, seqs, address: input.params.address, toErc20: toErc20DetailsV2 },
        isErc20Wanted: ({ reputation }) => !filterSpamTokens || reputation !== 'Malicious',
      },
      dialect,
    )
    const natives = readTransactions(world, seqs, dialect)
    return {
      ...next,
      transactions: natives.map((nativeTransaction, i) => ({
        nativeTransaction,
        ...movedIn(seqs[i] ?? 0),
      })),
    }
  },
  { liveAnswer: LiveTransactionDetailsListV2 },
)

function toErc20DetailsV2(row: Erc20Row, dialect: Dialect): LiveErc20TransferDetailsV2 {
  const { erc20Token, ...details } = toErc20Details(row, dialect)
  return { ...details, erc20Token: { ...erc20Token, tokenReputation: row.reputation } }
}
