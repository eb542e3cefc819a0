import { Execution } from '../interpreter.ts'
import { Journal } from '../journal.ts'
import { Machine } from '../machine.ts'
import { type Surroundings, stepsOfPart } from '../transaction.ts'

/** A call that changes nothing. */
export interface Read {
  readonly to: string
  readonly data: Uint8Array
  /** Maximum gas. */
  readonly gas: number
}

/** What a read gave, and the gas that it took. */
export interface ReadResult {
  /** Undefined when the call fails or needs more gas. */
  readonly output: Uint8Array | undefined
  readonly gasUsed: number
}

/** Calls a contract without changing anything, from the zero address. */
export function boundedRead(surroundings: Surroundings, read: Read): ReadResult {
  const { execution, result } = prepare(surroundings, read)
  execution.run()
  return result()
}

/** Calls a contract like {@link boundedRead}, and yields between the parts of the call. */
export function* boundedReadInParts(
  surroundings: Surroundings,
  read: Read,
): Generator<undefined, ReadResult> {
  const { execution, result } = prepare(surroundings, read)
  while (!execution.run(stepsOfPart)) yield
  return result()
}

function prepare(
  { rules, block, state }: Surroundings,
  { to, data, gas }: Read,
): { readonly execution: Execution; result(): ReadResult } {
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
    outputOffset: 0,
    outputSize: 0,
  })
  return {
    execution,
    result() {
      const { result } = execution
      const hasFailed = result?.error !== undefined || machine.invalidated !== undefined
      return {
        output: hasFailed ? undefined : result?.output,
        gasUsed: gas - (result?.gasLeft ?? 0),
      }
    },
  }
}

const zeroAddress = `0x${'0'.repeat(40)}`
