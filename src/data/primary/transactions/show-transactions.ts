import type { LivePrimaryTransaction } from '../../../../schemas/data/live-primary.ts'
import { ownTransactionShapes } from '../../../../schemas/data/transactions.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import type { World } from '../../../world/world.ts'
import { readCredentials } from './credentials.ts'
import { readLiveParts } from './live-parts.ts'
import { toLiveTransaction } from './live-transactions.ts'
import { readStoredTransactions, type StoredTransaction } from './stored-transactions.ts'
import { toTransaction } from './to-transaction.ts'

/** Builds transactions of one chain by `seq`, in their order, in the form of the dialect. */
export function showTransactions(
  world: World,
  chain: PrimaryChain,
  seqs: readonly number[],
  dialect: Dialect,
): LivePrimaryTransaction[] {
  return shape(world, chain, readStoredTransactions(world, seqs), dialect)
}

/**
 * Builds a transaction in the live dialect as it was accepted: nothing in it depends on later
 * blocks, such as the spending of its outputs.
 */
export function showAccepted(
  world: World,
  chain: PrimaryChain,
  seq: number,
): LivePrimaryTransaction | undefined {
  const [stored] = readStoredTransactions(world, [seq])
  if (!stored) return undefined
  const accepted: StoredTransaction = {
    ...stored,
    row: { ...stored.row, reward_tx_id: null },
    emitted: stored.emitted.map((utxo) => ({ ...utxo, ...unspent })),
  }
  return shape(world, chain, [accepted], 'live')[0]
}

const unspent = {
  consumed_by: null,
  consumed_position: null,
  consuming_tx_id: null,
  consuming_block: null,
  consumed_at: null,
}

function shape(
  world: World,
  chain: PrimaryChain,
  transactions: readonly StoredTransaction[],
  dialect: Dialect,
): LivePrimaryTransaction[] {
  const seqs = transactions.map(({ row }) => row.seq)
  if (chain === 'P' || !ownTransactionShapes.in(dialect))
    return transactions.map((stored) => toTransaction(stored, dialect))
  const partsOf = readLiveParts(world, seqs)
  const credentialsOf = readCredentials(world, spenders(chain, transactions))
  return transactions.map((stored) =>
    toLiveTransaction(stored, partsOf(stored.row.seq), credentialsOf),
  )
}

/**
 * Returns the transactions that spent the visible outputs. On the C-chain the listed transactions are
 * included, because they spend from accounts.
 */
const spenders = (chain: PrimaryChain, transactions: readonly StoredTransaction[]): number[] =>
  transactions.flatMap(({ row, consumed, emitted }) => [
    ...(chain === 'C' ? [row.seq] : []),
    ...[...consumed, ...emitted].flatMap(({ consumed_by }) => consumed_by ?? []),
  ])
