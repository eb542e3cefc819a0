import {
  type AtomicTransaction,
  atomicTransactions,
} from '../../formats/c-chain-atomic-transactions.ts'
import {
  type PlatformTransaction,
  platformTransactions,
} from '../../formats/p-chain-transactions.ts'
import type { AnyCredential } from '../../formats/signed-transactions.ts'
import {
  type ExchangeTransaction,
  exchangeTransactions,
} from '../../formats/x-chain-transactions.ts'
import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { groupBy, indexBy } from '../../util/grouping.ts'
import { perWorld, readable } from '../per-world.ts'

/** Decoded bytes of a transaction. */
export type Content = (
  | { readonly chain: 'P'; readonly unsigned: PlatformTransaction }
  | { readonly chain: 'X'; readonly unsigned: ExchangeTransaction }
  | { readonly chain: 'C'; readonly unsigned: AtomicTransaction }
) & { readonly id: Uint8Array; readonly credentials: readonly AnyCredential[] }

/** Row of the table `primary_transaction`. */
export interface TransactionRow {
  seq: number
  network: Network
  chain: PrimaryChain
  tx_id: string
  tx_type: string
  timestamp: number
  block_number: string
  block_id: string
  position: number
  start_timestamp: number | null
  end_timestamp: number | null
  node_id: string | null
  subnet_id: string | null
  estimated_reward: string | null
  reward_tx_id: string | null
  staking_tx_id: string | null
  memo: string | null
  genesis_data: string | null
  bytes: Uint8Array
}

/** A transaction that decodes; the rule `transaction-bytes` reports the others. */
export interface Transaction extends TransactionRow {
  readonly content: Content
}

/** Returns all rows, in the order of their `seq`. */
export const transactionRows = perWorld((world) => world.all(selectTransactions, {}))

/** Returns all transactions that decode, in the order of their `seq`. */
export const transactions = perWorld((world): readonly Transaction[] =>
  readable(transactionRows(world), (row) => [
    { ...row, content: decodeContent(row.chain, row.bytes) },
  ]),
)

/** Returns transactions by `seq`. */
export const transactionBySeq = perWorld((world) => indexBy(transactions(world), ({ seq }) => seq))

/** Returns transactions by network, chain and id. */
export const transactionById = perWorld((world) =>
  indexBy(transactions(world), ({ network, chain, tx_id }) => keyOf(network, chain, tx_id)),
)

/**
 * Returns the rows of each block or vertex by network, chain and its id, in the order of their
 * positions.
 */
export const rowsOfBlock = perWorld((world) =>
  groupBy(
    transactionRows(world).toSorted((a, b) => a.position - b.position),
    ({ network, chain, block_id }) => keyOf(network, chain, block_id),
  ),
)

/** Returns the key of a thing with an id on a chain of a network. */
export const keyOf = (network: Network, chain: PrimaryChain, id: string): string =>
  `${network} ${chain} ${id}`

/** Decodes the signed transaction in `bytes`; throws FormatError. */
export function decodeContent(chain: PrimaryChain, bytes: Uint8Array): Content {
  switch (chain) {
    case 'P':
      return { chain, ...platformTransactions.decode(bytes) }
    case 'X':
      return { chain, ...exchangeTransactions.decode(bytes) }
    case 'C':
      return { chain, ...atomicTransactions.decode(bytes) }
  }
}

/** Returns the ids of a transaction for violations. */
export const idsOf = ({ tx_id }: { readonly tx_id: string }): readonly string[] => [tx_id]

const selectTransactions = statement<Record<string, never>, TransactionRow>(
  'SELECT * FROM primary_transaction ORDER BY seq',
)
