import { toHex } from '../../formats/ids.ts'
import { opcodeText } from '../opcodes.ts'
import type { TransactionExecution, TransactionResult } from '../transaction.ts'
import {
  heightOf,
  ObservedExecution,
  type Observer,
  type Step,
  wordAt,
  wordText,
} from './observed-execution.ts'
import { TraceTooLargeError } from './trace-too-large.ts'

/** Options of struct logs, by geth's names. */
export interface StructLogOptions {
  readonly enableMemory: boolean
  readonly disableStack: boolean
  readonly disableStorage: boolean
  readonly enableReturnData: boolean
  /** Maximum number of steps; 0: no maximum. As in geth, a negative one allows no step. */
  readonly limit: number
}

/** Maximum number of characters of all steps. G-330 */
const maxLength = 25_000_000

/** Traces a transaction as geth's struct logger: one entry for each step. */
export class StructLogger implements Observer {
  /** What has to run. */
  readonly sliced: ObservedExecution
  readonly #execution: TransactionExecution
  readonly #options: StructLogOptions
  /** JSON of the steps, which are too many for objects. */
  readonly #steps: string[] = []
  #length = 0
  /** Slots that each account has read or written so far, with their latest values. */
  readonly #storage = new Map<string, Map<bigint, bigint>>()
  #operands = ''

  constructor(execution: TransactionExecution, options: StructLogOptions) {
    this.#execution = execution
    this.#options = options
    this.sliced = new ObservedExecution(execution, this)
  }

  get #isFull(): boolean {
    const { limit } = this.#options
    return limit !== 0 && this.#steps.length >= limit
  }

  before(step: Step): void {
    this.#operands = this.#isFull ? '' : this.#operandsOf(step)
  }

  after(step: Step, error: string | undefined): void {
    if (this.#isFull) return
    const { pc, opcode, gas, depth } = step
    const text = [
      `{"pc":${pc},"op":"${opcodeText(opcode)}","gas":${gas},"gasCost":${costOf(step, error)}`,
      `,"depth":${depth}`,
      error === undefined ? '' : `,"error":${JSON.stringify(error)}`,
      this.#operands,
      '}',
    ].join('')
    this.#length += text.length
    if (this.#length > maxLength) throw new TraceTooLargeError()
    this.#steps.push(text)
  }

  /** Returns the members that show what a step finds. */
  #operandsOf(step: Step): string {
    const { machine, frame } = step
    const { disableStack, enableMemory, enableReturnData, disableStorage } = this.#options
    let text = ''
    if (!disableStack) {
      const words = Array.from({ length: heightOf(step) }, (_, i) => wordAt(step, i)).reverse()
      text += `,"stack":[${words.map((word) => `"0x${word.toString(16)}"`).join(',')}]`
    }
    if (enableReturnData && frame.returnData.length > 0)
      text += `,"returnData":"${toHex(frame.returnData)}"`
    if (enableMemory) {
      const digits = toHex(machine.memoryOf(frame, 0, frame.memorySize)).slice(2)
      text += `,"memory":[${(digits.match(/.{64}/g) ?? []).map((word) => `"${word}"`).join(',')}]`
    }
    if (!disableStorage) text += this.#storageOf(step)
    if (machine.journal.refund > 0) text += `,"refund":${machine.journal.refund}`
    return text
  }

  /** Returns all slots that the account has used so far, at steps that use one. */
  #storageOf(step: Step): string {
    const { opcode, machine, frame } = step
    const { account } = frame.start
    const isLoad = opcode === 0x54
    if (!(isLoad && heightOf(step) >= 1) && !(opcode === 0x55 && heightOf(step) >= 2)) return ''
    const key = wordAt(step, 0)
    const slots = this.#storage.get(account.address) ?? new Map<bigint, bigint>()
    this.#storage.set(account.address, slots)
    slots.set(key, isLoad ? machine.journal.slot(account, key).value : wordAt(step, 1))
    // A text of all slots at each step: bound it before it is made.
    if (this.#length + 130 * slots.size > maxLength) throw new TraceTooLargeError()
    const members = [...slots].map(([slot, value]) => `"${digits(slot)}":"${digits(value)}"`)
    return `,"storage":{${members.join(',')}}`
  }

  /**
   * Returns the JSON of the trace, after the execution: `gas`, `failed`, `returnValue`,
   * `structLogs`.
   */
  finish(): string {
    const { gasUsed, error, output }: TransactionResult = this.#execution.finish()
    const value = toHex(output).slice(2)
    const logs = this.#steps.join(',')
    return `{"gas":${gasUsed},"failed":${error !== undefined},"returnValue":"${value}","structLogs":[${logs}]}`
  }
}

const digits = (word: bigint) => wordText(word).slice(2)

/**
 * Returns the gas of a step as geth tells it: a call with what it passes on, a creation without. Of
 * a step that runs out of gas it is what was charged until then. G-331
 */
function costOf({ machine, frame, gas, opcode }: Step, error: string | undefined): number {
  if (error?.startsWith('stack')) return machine.rules.operations.gas[opcode] as number
  const charged = gas - frame.gas
  const isCall = opcode === 0xf1 || opcode === 0xf2 || opcode === 0xf4 || opcode === 0xfa
  const isCreation = opcode === 0xf0 || opcode === 0xf5
  if (error !== undefined || !(isCall || isCreation)) return charged
  const { node } = frame.start
  const callee = node.calls.at(-1)
  if (!callee) return charged
  // Where no code ran, the rest is back already; else the callee's frame is still open.
  const isOpen = machine.slow !== undefined || machine.frames.at(-1)?.start.node === callee
  const returned = isOpen ? 0 : callee.gas - callee.gasUsed
  return charged + returned - (isCreation ? callee.gas : 0)
}
