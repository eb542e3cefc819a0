import type { Sliced } from '../../../evm/reads/run-in-slices.ts'
import { statement } from '../../../store/statement.ts'
import type { EvmCall } from '../evm-call.ts'
import { type BlockRow, blockByHash, headerOf, headOf, numberOf } from '../evm-chain.ts'
import { EvmRpcError, executionError } from '../rpc-error.ts'
import { receiptsOf, transactionsOf } from '../transactions.ts'
import { type LogFilter, logFilterIn, mayHave, takes } from './log-filter.ts'
import { callTimeout, runRead } from './run-read.ts'

type RpcLog = ReturnType<typeof receiptsOf>[number]['logs'][number]

/** Maximum number of characters of the logs: that of a batch. */
const maxLength = 25_000_000

/** `eth_getLogs`: blocks whose blooms may have a log, then their receipts. */
export async function getLogs(of: EvmCall): Promise<readonly RpcLog[]> {
  const { world, chain, args } = of
  const filter = logFilterIn(args.required(0))
  if (filter.blockHash !== undefined) {
    const row = blockByHash(world, chain, filter.blockHash)
    if (!row) throw executionError('unknown block')
    return logsOf(of, filter, row)
  }
  const { first, last } = rangeOf(of, filter)
  const scan = new LogScan(of, filter, first, last)
  const options = { timeoutText: callTimeout, isLarge: true, firstSteps: 1 }
  return runRead(of, options, async (run) => {
    await run(scan)
    return scan.logs
  })
}

/** Returns the first and the last block of a filter; throws with the node's texts. */
function rangeOf({ world, chain }: EvmCall, { fromBlock, toBlock }: LogFilter) {
  const head = headOf(world, chain).number
  const first = numberOf(world, chain, fromBlock, 0)
  if (first === undefined)
    throw executionError(
      `requested from block ${textOf(fromBlock)} after last accepted block ${head}`,
    )
  const last = numberOf(world, chain, toBlock, 0)
  if (last === undefined)
    throw executionError(`requested to block ${textOf(toBlock)} after last accepted block ${head}`)
  if (last < first) throw executionError(`begin block ${first} is greater than end block ${last}`)
  return { first, last }
}

const textOf = (given: unknown) => `${typeof given === 'string' ? BigInt(given) : given}`

/** Blocks that one query reads. */
const blocksOfQuery = 16

/** A walk over blocks, one in each step, which may pause between any two. */
class LogScan implements Sliced {
  readonly logs: RpcLog[] = []
  readonly #of: EvmCall
  readonly #filter: LogFilter
  readonly #last: number
  /** First block that no query has read yet. */
  #next: number
  /** Blocks that were read, the next one last. */
  #rows: BlockRow[] = []
  #length = 0

  constructor(of: EvmCall, filter: LogFilter, first: number, last: number) {
    this.#of = of
    this.#filter = filter
    this.#next = first
    this.#last = last
  }

  run(steps: number): boolean {
    for (let left = steps; left > 0; left--) {
      if (this.#rows.length === 0 && this.#next <= this.#last) this.#read()
      const row = this.#rows.pop()
      if (!row) return true
      this.#look(row)
    }
    return this.#rows.length === 0 && this.#next > this.#last
  }

  #read(): void {
    const { world, chain } = this.#of
    const last = Math.min(this.#next + blocksOfQuery - 1, this.#last)
    const range = { chainId: chain.chainId, first: this.#next, last }
    this.#rows = world.all(selectBlocks, range).reverse()
    this.#next = last + 1
  }

  #look(row: BlockRow): void {
    for (const log of logsOf(this.#of, this.#filter, row)) {
      this.#length += 500 + log.data.length
      if (this.#length > maxLength) throw new EvmRpcError(-32003, 'response too large')
      this.logs.push(log)
    }
  }
}

function logsOf({ world, chain }: EvmCall, filter: LogFilter, row: BlockRow): RpcLog[] {
  if (row.tx_count === 0 || !mayHave(headerOf(chain, row).logsBloom, filter)) return []
  return receiptsOf(transactionsOf(world, chain, row))
    .flatMap(({ logs }) => logs)
    .filter((log) => takes(filter, log))
}

const selectBlocks = statement<{ chainId: string; first: number; last: number }, BlockRow>(`
  SELECT number, hash, timestamp, tx_count, base_fee, header FROM evm_block
  WHERE chain_id = :chainId AND number BETWEEN :first AND :last ORDER BY number`)
