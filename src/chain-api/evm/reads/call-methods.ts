import { REVERTED } from '../../../evm/calls.ts'
import { createAccessList as listAccess } from '../../../evm/reads/access-list.ts'
import { estimateGas as estimate } from '../../../evm/reads/estimate-gas.ts'
import { wordText } from '../../../evm/reads/observed-execution.ts'
import { beginRead, gasOf } from '../../../evm/reads/read-call.ts'
import { InvalidTransactionError, type TransactionResult } from '../../../evm/transaction.ts'
import { toHex } from '../../../formats/ids.ts'
import { quantity } from '../arguments.ts'
import type { EvmCall } from '../evm-call.ts'
import { isPending } from '../evm-chain.ts'
import { executionError, revertError } from '../rpc-error.ts'
import { callIn } from './call-arguments.ts'
import { callTimeout, runRead } from './run-read.ts'
import { surroundingsAt } from './surroundings.ts'

/** `eth_call`: the output. */
export async function call(of: EvmCall): Promise<string> {
  const result = await executed(of, of.args.optional(1))
  throwFailure(result)
  return toHex(result.output)
}

/** `eth_callDetailed`: gas, output and error of a call. */
export async function callDetailed(of: EvmCall) {
  const { gasUsed, error, output } = await executed(of, of.args.required(1))
  const reverted = error === REVERTED && output.length > 0 ? revertError(output) : undefined
  return {
    gas: Number(gasUsed),
    errCode: reverted?.code ?? 0,
    err: reverted?.message ?? error ?? '',
    returnData: toHex(output),
  }
}

async function executed(of: EvmCall, block: unknown): Promise<TransactionResult> {
  const { world, chain, args } = of
  const read = await callIn(args)
  const surroundings = surroundingsAt(world, chain, {
    ...{ block, index: 1, isAhead: isPending(block) },
    ...{ overrides: args.optional(2), blockOverrides: args.optional(3) },
  })
  return runRead(of, { timeoutText: callTimeout }, async (run) => {
    try {
      const execution = beginRead(read, surroundings)
      await run(execution)
      return execution.finish()
    } catch (error) {
      if (!(error instanceof InvalidTransactionError)) throw error
      throw executionError(`err: ${error.message} (supplied gas ${gasOf(read)})`)
    }
  })
}

function throwFailure({ error, output }: TransactionResult): void {
  if (error === undefined) return
  throw error === REVERTED && output.length > 0 ? revertError(output) : executionError(error)
}

/** `eth_estimateGas`: gas for the next block, where code may see a later time. G-338 */
export async function estimateGas(of: EvmCall): Promise<string> {
  const { world, chain, args } = of
  const read = await callIn(args)
  const surroundings = surroundingsAt(world, chain, {
    ...{ block: args.optional(1), index: 1, overrides: args.optional(2), isAhead: true },
  })
  const found = await runRead(of, { timeoutText: callTimeout }, (run) =>
    estimate(read, surroundings, run),
  )
  if ('gas' in found) return quantity(found.gas)
  throwFailure(found.failed)
  throw new Error('internal error: an estimate failed without an error')
}

/** `eth_createAccessList`. */
export async function createAccessList(of: EvmCall) {
  const { world, chain, args } = of
  const read = await callIn(args)
  const surroundings = surroundingsAt(world, chain, { block: args.optional(1), index: 1 })
  const { accessList, result } = await runRead(of, { timeoutText: callTimeout }, async (run) => {
    try {
      return await listAccess(read, surroundings, run)
    } catch (error) {
      if (!(error instanceof InvalidTransactionError)) throw error
      throw executionError(`failed to apply transaction: ${error.message}`)
    }
  })
  return {
    accessList: accessList.map(({ address, slots }) => ({
      address,
      storageKeys: slots.map(wordText),
    })),
    ...(result.error !== undefined && { error: result.error }),
    gasUsed: quantity(result.gasUsed),
  }
}
