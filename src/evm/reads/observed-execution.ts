import type { Frame, Machine } from '../machine.ts'
import { LIMBS } from '../word-stack.ts'
import type { Sliced } from './run-in-slices.ts'

/** One step of an execution. */
export interface Step {
  readonly machine: Machine
  readonly frame: Frame
  readonly pc: number
  readonly opcode: number
  /** Gas of the frame before the step. */
  readonly gas: number
  /** 1 for the first frame. */
  readonly depth: number
}

/** What looks at an execution step by step. */
export interface Observer {
  /** Is called before each step, when stack and memory are still the operands. */
  before?(step: Step): void
  /**
   * Is called after each step.
   * @param error text where the step could not begin for its operands or its gas
   */
  after?(step: Step, error: string | undefined): void
}

/** What runs step by step with a machine. */
export interface Observable extends Sliced {
  readonly machine: Machine
}

/** An execution that lets an observer look at each step. The interpreter knows nothing of it. */
export class ObservedExecution implements Sliced {
  readonly #execution: Observable
  readonly #observer: Observer

  constructor(execution: Observable, observer: Observer) {
    this.#execution = execution
    this.#observer = observer
  }

  run(steps: number): boolean {
    const { machine } = this.#execution
    for (let left = steps; left > 0; left--) {
      const { frames } = machine
      const frame = frames.at(-1)
      if (!frame || machine.slow) {
        // A precompile has no steps.
        if (this.#execution.run(1)) return true
        continue
      }
      const { pc, gas } = frame
      const { padded, length } = frame.start.code
      const opcode = pc < length ? (padded[pc] as number) : 0
      const step: Step = { machine, frame, pc, opcode, gas, depth: frames.length }
      this.#observer.before?.(step)
      const hasEnded = this.#execution.run(1)
      this.#observer.after?.(step, errorOf(step))
      if (hasEnded) return true
    }
    return false
  }
}

/** Returns why a step could not begin: all other errors are of its execution. */
function errorOf({ machine, frame, depth }: Step): string | undefined {
  if (machine.frames.length >= depth && machine.frames[depth - 1] === frame) return undefined
  const { error } = frame.start.node
  return error !== undefined && beginErrors.test(error) ? error : undefined
}

const beginErrors = /^(out of gas|gas uint64 overflow|stack underflow|stack limit reached)/

/** Returns the word of the stack at a depth, 0 for the upper one. */
export const wordAt = ({ machine, frame }: Step, depth: number): bigint =>
  machine.stack.toBigint((frame.sp - 1 - depth) * LIMBS)

/** Returns a word of the stack as an address. */
export const addressAt = ({ machine, frame }: Step, depth: number): string =>
  machine.stack.toAddress((frame.sp - 1 - depth) * LIMBS)

/** Returns the number of words on the stack of a step's frame. */
export const heightOf = ({ frame }: Step): number => frame.sp - frame.stackBase

/** Returns 32 bytes of a word in hex. */
export const wordText = (word: bigint): string => `0x${word.toString(16).padStart(64, '0')}`
