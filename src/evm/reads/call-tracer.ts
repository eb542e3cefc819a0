import type { CallNode } from '../machine.ts'
import type { EvmLog } from '../state.ts'
import type { TransactionExecution } from '../transaction.ts'
import { formatCall, type LocatedLog, type TracedCall } from './call-frame.ts'
import { ObservedExecution, type Observer, type Step } from './observed-execution.ts'
import type { Sliced } from './run-in-slices.ts'
import { TraceTooLargeError } from './trace-too-large.ts'

/** Options of `callTracer`. */
export interface CallTracerOptions {
  readonly onlyTopCall: boolean
  readonly withLog: boolean
}

/** Bytes of inputs and outputs that a tree of calls may hold. G-330 */
export const TREE_BYTES = 4_000_000

/** Maximum number of calls of a tree, the first one included. G-330 */
const maxCalls = 30_000

/** Bounds of the tree of calls that a {@link CallTracer} needs. */
export const boundsOfTree = { treeBytes: TREE_BYTES, treeCalls: maxCalls - 1 }

/** Traces a transaction as geth's `callTracer`: its tree of calls. */
export class CallTracer {
  /** What has to run; its surroundings have {@link boundsOfTree}. */
  readonly sliced: Sliced
  readonly #execution: TransactionExecution
  readonly #options: CallTracerOptions
  readonly #logs = new LogObserver()

  constructor(execution: TransactionExecution, options: CallTracerOptions) {
    this.#execution = execution
    this.#options = options
    this.sliced = options.withLog ? new ObservedExecution(execution, this.#logs) : execution
  }

  /**
   * Returns the tree, after the execution.
   * Throws TraceTooLargeError.
   */
  finish(): TracedCall {
    const { machine, gasLimit } = this.#execution
    const { root, gasUsed } = this.#execution.finish()
    const { onlyTopCall, withLog } = this.#options
    if (machine.isTreeCut) throw new TraceTooLargeError()
    // The first call alone needs no others, except to say how many came before a log.
    if (machine.lacksCalls && (withLog || !onlyTopCall)) throw new TraceTooLargeError()
    const logsOf = withLog ? (node: CallNode) => this.#logs.of(node) : undefined
    return {
      ...formatCall(root, { onlyTopCall, logsOf }),
      gas: `0x${gasLimit.toString(16)}`,
      gasUsed: `0x${gasUsed.toString(16)}`,
    }
  }
}

/** Notes which call each log belongs to. */
class LogObserver implements Observer {
  readonly #logs = new Map<CallNode, LocatedLog[]>()

  after({ machine, frame, opcode }: Step): void {
    if (opcode < 0xa0 || opcode > 0xa4 || machine.frames.at(-1) !== frame) return
    const { node } = frame.start
    const log = machine.journal.logs.at(-1) as EvmLog
    const logs = this.#logs.get(node) ?? []
    logs.push({ log, position: node.calls.length })
    this.#logs.set(node, logs)
  }

  of(node: CallNode): readonly LocatedLog[] {
    return this.#logs.get(node) ?? []
  }
}
