import { listTransactionsV2 } from '../../../../schemas/data/evm-details.ts'
import {
  type LiveErc20TransferDetailsV2,
  LiveTransactionDetailsListV2,
} from '../../../../schemas/data/live-evm-details.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { route } from '../../../http/rest/route.ts'
import type { Erc20TokenRow } from '../contracts/erc20-token.ts'
import type { ContractOf } from '../contracts/known-contracts.ts'
import { addressTransactions } from './address-transactions.ts'
import { type Erc20Row, toErc20Details, transactionsWithMoves } from './moved-tokens.ts'

/** `GET /v2/chains/{chainId}/addresses/{address}/transactions`: with the reputation of tokens. */
export const listTransactionsV2Route = route(
  listTransactionsV2,
  (world, input, { dialect }) => {
    const { chainId, seqs, next } = addressTransactions(world, listTransactionsV2, input)
    const { filterSpamTokens } = input.query
    const wanted = {
      ...{ chainId, seqs, address: input.params.address, toErc20: toErc20DetailsV2 },
      isErc20Wanted: ({ reputation }: Erc20TokenRow) =>
        !filterSpamTokens || reputation !== 'Malicious',
    }
    return { ...next, transactions: transactionsWithMoves(world, wanted, dialect) }
  },
  { liveResponse: LiveTransactionDetailsListV2 },
)

function toErc20DetailsV2(
  row: Erc20Row,
  contractOf: ContractOf,
  dialect: Dialect,
): LiveErc20TransferDetailsV2 {
  const { erc20Token, ...details } = toErc20Details(row, contractOf, dialect)
  const { reputation } = contractOf(row.token)
  return { ...details, erc20Token: { ...erc20Token, tokenReputation: reputation } }
}
