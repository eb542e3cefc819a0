import { getHeapStatistics } from 'node:v8'
import { statement } from '../store/statement.ts'
import type { CheckedWorld } from './rule.ts'

/** Error: the check of a world would take more memory than Node gives, which ends the process. */
export class HeapLimitError extends Error {
  override readonly name = 'HeapLimitError'
}

/** Approximate heap bytes per transaction for the facts that rules share. */
const bytesPerTransaction = 12_000

/**
 * Refuses to apply all rules when their facts do not fit into the heap. G-141
 * @param heapBytes maximum size of the heap
 * @throws HeapLimitError with the required size
 */
export function requireHeapRoom(
  world: CheckedWorld,
  heapBytes = getHeapStatistics().heap_size_limit,
): void {
  const [counted] = world.all(countTransactions, {})
  const transactions = counted?.transactions ?? 0
  const neededBytes = transactions * bytesPerTransaction
  if (neededBytes <= heapBytes) return
  throw new HeapLimitError(
    `a check of ${transactions} transactions needs ${megabytes(neededBytes)} MB of heap, but Node has ${megabytes(heapBytes)} MB: run snowglobe check with NODE_OPTIONS=--max-old-space-size=${megabytes(neededBytes)}`,
  )
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6)

const countTransactions = statement<Record<string, never>, { transactions: number }>(`
  SELECT (SELECT count(*) FROM evm_transaction) + (SELECT count(*) FROM primary_transaction)
    AS transactions`)
