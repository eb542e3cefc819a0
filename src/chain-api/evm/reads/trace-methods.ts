import { beginRead } from '../../../evm/reads/read-call.ts'
import type { Sliced } from '../../../evm/reads/run-in-slices.ts'
import { TraceTooLargeError } from '../../../evm/reads/trace-too-large.ts'
import { InvalidTransactionError } from '../../../evm/transaction.ts'
import { JsonText } from '../../../json-rpc/json-text.ts'
import type { EvmCall } from '../evm-call.ts'
import { type BlockRow, blockByHash, blockByNumber, isPending, numberOf } from '../evm-chain.ts'
import { executionError } from '../rpc-error.ts'
import { transactionByHash } from '../transactions.ts'
import { beginTrace } from './begin-trace.ts'
import { callIn } from './call-arguments.ts'
import { ObjectFields } from './object-fields.ts'
import { ReplayedBlock } from './replayed-block.ts'
import { runRead, traceTimeout } from './run-read.ts'
import { surroundingsAt } from './surroundings.ts'
import { traceOptionsIn } from './trace-options.ts'

type Run = (execution: Sliced) => Promise<void>

const tracing = { timeoutText: traceTimeout, isLarge: true }

/** `debug_traceTransaction`: executes the block again, up to the transaction. */
export async function traceTransaction(of: EvmCall): Promise<JsonText> {
  const { world, chain, args } = of
  const found = transactionByHash(world, chain, args.hash(0))
  const options = traceOptionsIn(args.optional(1), 1)
  if (!found) throw executionError('transaction not found')
  const block = blockByNumber(world, chain, found.block_number) as BlockRow
  return runRead(of, tracing, async (run) => {
    const replayed = new ReplayedBlock(world, chain, block)
    for (const row of replayed.rows.slice(0, found.block_index)) await replayed.execute(row, run)
    const trace = beginTrace(options, replayed.surroundings, (surroundings) =>
      replayed.begin(found, surroundings),
    )
    await run(trace.sliced)
    return new JsonText(trace.finish())
  })
}

/** `debug_traceCall`. */
export async function traceCall(of: EvmCall): Promise<JsonText> {
  const { world, chain, args } = of
  const call = await callIn(args)
  const block = args.required(1)
  if (isPending(block)) throw executionError('tracing on top of pending is not supported')
  const options = traceOptionsIn(args.optional(2), 2)
  const config = new ObjectFields(args.optional(2) ?? {}, 2, 'tracers.TraceCallConfig')
  const surroundings = surroundingsAt(world, chain, {
    ...{ block, index: 1 },
    overrides: config.value('stateOverrides'),
    blockOverrides: config.value('blockOverrides'),
  })
  return runRead(of, tracing, async (run) => {
    try {
      const trace = beginTrace(options, surroundings, (where) => beginRead(call, where))
      await run(trace.sliced)
      return new JsonText(trace.finish())
    } catch (error) {
      if (!(error instanceof InvalidTransactionError)) throw error
      throw executionError(`tracing failed: ${error.message}`)
    }
  })
}

/** `debug_traceBlockByNumber`. */
export function traceBlockByNumber(of: EvmCall): Promise<JsonText> {
  const { world, chain, args } = of
  const number = numberOf(world, chain, args.required(0), 0)
  const row = number === undefined ? undefined : blockByNumber(world, chain, number)
  if (!row) throw executionError(`block #${args.required(0)} not found`)
  return traceBlock(of, row)
}

/** `debug_traceBlockByHash`. */
export function traceBlockByHash(of: EvmCall): Promise<JsonText> {
  const hash = of.args.hash(0)
  const row = blockByHash(of.world, of.chain, hash)
  if (!row) throw executionError(`block ${hash} not found`)
  return traceBlock(of, row)
}

/** Maximum number of characters of the traces of a block. G-330 */
const maxLength = 25_000_000

function traceBlock(of: EvmCall, row: BlockRow): Promise<JsonText> {
  const { world, chain, args } = of
  const options = traceOptionsIn(args.optional(1), 1)
  if (row.number === 0) throw executionError('genesis is not traceable')
  const replayed = new ReplayedBlock(world, chain, row)
  return runRead(of, tracing, async (run: Run) => {
    const traces: string[] = []
    let length = 0
    for (const row of replayed.rows) {
      const trace = beginTrace(options, replayed.surroundings, (surroundings) =>
        replayed.begin(row, surroundings),
      )
      await run(trace.sliced)
      const text = `{"txHash":"${row.hash}","result":${trace.finish()}}`
      length += text.length
      if (length > maxLength) throw new TraceTooLargeError()
      traces.push(text)
      // A trace reads the state before its transaction until it ends.
      replayed.apply(trace.execution)
    }
    return new JsonText(`[${traces.join(',')}]`)
  })
}
