import { Execution } from '../interpreter.ts'
import { Journal } from '../journal.ts'
import { Machine } from '../machine.ts'
import type { Surroundings } from '../transaction.ts'

/** A call that changes nothing. */
export interface Read {
  readonly to: string
  readonly data: Uint8Array
  /** Maximum gas. */
  readonly gas: number
}

/**
 * Calls a contract without changing anything, from the zero address.
 * @returns output, undefined when the call fails or needs more gas
 */
export function boundedRead(
  { rules, block, state }: Surroundings,
  { to, data, gas }: Read,
): Uint8Array | undefined {
  const journal = new Journal(rules, state)
  const context = { origin: zeroAddress, gasPrice: 0n, blobHashes: [], warp: undefined }
  const machine = new Machine(rules, block, context, journal)
  const execution = new Execution(machine, {
    kind: 'STATICCALL',
    caller: zeroAddress,
    context: to,
    to,
    value: 0n,
    input: data,
    gas,
    isStatic: true,
  })
  execution.run()
  const { result } = execution
  const hasFailed = result === undefined || result.error !== undefined
  return hasFailed || machine.invalidated !== undefined ? undefined : result.output
}

const zeroAddress = `0x${'0'.repeat(40)}`
