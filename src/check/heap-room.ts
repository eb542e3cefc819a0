import { getHeapStatistics } from 'node:v8'
import { statement } from '../store/statement.ts'
import type { CheckedWorld } from './rule.ts'

/** A world whose check would take more memory than Node gives, which ends the process. */
export class NoHeapRoom extends Error {}

/** What the facts that rules share take of the heap for each transaction, about. */
const bytesPerTransaction = 12_000

/**
 * Refuses to apply all rules where their facts have no room. G-141
 * @param heapBytes what the heap may grow to
 * @throws NoHeapRoom which tells how much it takes
 */
export function requireHeapRoom(
  world: CheckedWorld,
  heapBytes = getHeapStatistics().heap_size_limit,
): void {
  const [counted] = world.all(countTransactions, {})
  const transactions = counted?.transactions ?? 0
  const neededBytes = transactions * bytesPerTransaction
  if (neededBytes <= heapBytes) return
  throw new NoHeapRoom(
    `a check of ${transactions} transactions takes ${megabytes(neededBytes)} MB of heap, and Node has ${megabytes(heapBytes)}: run snowglobe check with NODE_OPTIONS=--max-old-space-size=${megabytes(neededBytes)}`,
  )
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6)

const countTransactions = statement<Record<string, never>, { transactions: number }>(`
  SELECT (SELECT count(*) FROM evm_transaction) + (SELECT count(*) FROM primary_transaction)
    AS transactions`)
