import type { Code } from './code.ts'
import type { Rules } from './forks.ts'
import { MAX_MEMORY, memoryGas, wordsOf } from './gas.ts'
import type { Account, Journal } from './journal.ts'
import { Memory } from './memory.ts'
import type { CallKind, SlowWork } from './precompiles/precompile.ts'
import type { WarpHost } from './precompiles/warp-host.ts'
import { LIMBS, WordStack } from './word-stack.ts'

/** Block in which an execution runs. */
export interface BlockContext {
  readonly chainId: bigint
  readonly coinbase: string
  readonly number: bigint
  /** Epoch seconds. */
  readonly timestamp: bigint
  readonly gasLimit: bigint
  /** Wei; 0 before London. */
  readonly baseFee: bigint
  /** Difficulty before the merge; 1 on Avalanche's chains. */
  readonly prevRandao: bigint
  readonly blobBaseFee: bigint
  /** Returns the hash of one of the 256 blocks before as a number, 0 for all others. */
  blockHash(number: bigint): bigint
}

/** Transaction in which an execution runs. */
export interface TransactionContext {
  readonly origin: string
  /** Wei that a unit of gas costs. */
  readonly gasPrice: bigint
  readonly blobHashes: readonly bigint[]
  readonly warp: WarpHost | undefined
}

/** A call in the tree of calls, as geth's `callTracer` has it. */
export interface CallNode {
  readonly kind: CallKind
  readonly from: string
  /** Address of the code that ran; of the new contract for a creation. */
  readonly to: string
  readonly value: bigint
  /** Empty where the machine holds no inputs and outputs. */
  readonly input: Uint8Array
  readonly gas: number
  gasUsed: number
  /** As `input`. */
  output: Uint8Array
  error: string | undefined
  /** Created in the order of calls. */
  readonly calls: CallNode[]
}

/** Why a frame ends, or leaves the loop of steps. Any other text than these is an error of geth. */
export type Signal = 'stopped' | 'returned' | 'reverted' | 'entered' | 'paused' | Halt

/** Errors that use up all gas of the frame, with geth's words. */
export type Halt =
  | 'out of gas'
  | 'gas uint64 overflow'
  | 'invalid jump destination'
  | 'stack underflow'
  | 'stack limit reached'
  | 'invalid opcode'
  | 'write protection'
  | 'return data out of bounds'
  | 'contract address collision'
  | 'max code size exceeded'
  | 'max initcode size exceeded'
  | 'contract creation code storage out of gas'
  | 'invalid code: must not begin with 0xef'

/** What a frame is made from. */
export interface FrameStart {
  readonly kind: CallKind
  readonly caller: string
  readonly account: Account
  readonly code: Code
  readonly input: Uint8Array
  readonly value: bigint
  readonly gas: number
  readonly isStatic: boolean
  /** Mark of the journal before the frame's changes. */
  readonly mark: number
  /** Memory of the caller that takes the output. */
  readonly outputOffset: number
  readonly outputSize: number
  readonly node: CallNode
}

/** A contract that runs. */
export class Frame {
  pc = 0
  gas: number
  /** Position of the first free word of the stack. */
  sp: number
  readonly stackBase: number
  readonly memoryBase: number
  /** Bytes of its memory, a multiple of 32. */
  memorySize = 0
  /** Gas paid for them. */
  memoryPaid = 0
  /** Output of its last callee. */
  returnData: Uint8Array = none

  readonly start: FrameStart

  constructor(start: FrameStart, caller: Frame | undefined) {
    this.start = start
    this.gas = start.gas
    this.stackBase = caller ? caller.sp : 0
    this.sp = this.stackBase
    this.memoryBase = caller ? caller.memoryBase + caller.memorySize : 0
  }
}

/** A precompile that runs in parts. */
export interface SlowCall {
  readonly work: SlowWork
  readonly node: CallNode
  /** Mark of the journal before the call. */
  readonly mark: number
  /** Memory of the caller that takes the output. */
  readonly outputOffset: number
  readonly outputSize: number
}

/** State of an execution: stack, memory, frames and what they run in. */
export class Machine {
  readonly stack = WordStack.take()
  readonly memory = Memory.take()
  readonly frames: Frame[] = []
  /** First call of the tree of calls. */
  root: CallNode | undefined
  /** Call of a precompile that still runs, below the last frame. */
  slow: SlowCall | undefined
  /** Output of the frame that ended last. */
  output: Uint8Array = none
  /** Why the whole transaction may be in no block. */
  invalidated: string | undefined
  /**
   * Bytes of inputs and outputs that the tree of calls may still hold. By default it holds none:
   * calls pass views of memory for little gas, and copies of all of them can exceed any memory.
   */
  treeBytes: number | undefined
  /** Whether inputs or outputs are missing in the tree since there were too many bytes. */
  isTreeCut = false
  /** Calls below the first one that the tree may still hold. */
  treeCalls = Number.POSITIVE_INFINITY
  /** Whether calls are missing in the tree since there were too many. */
  lacksCalls = false
  /**
   * Whether the gas limit can make a difference to what runs, apart from whether it suffices: the
   * execution read its gas, or passed a share of it on, or read the balance that the prepaid gas
   * leaves to the sender.
   */
  dependsOnGas = false

  readonly rules: Rules
  readonly block: BlockContext
  readonly transaction: TransactionContext
  readonly journal: Journal

  constructor(
    rules: Rules,
    block: BlockContext,
    transaction: TransactionContext,
    journal: Journal,
  ) {
    this.rules = rules
    this.block = block
    this.transaction = transaction
    this.journal = journal
  }

  enter(start: FrameStart): void {
    const frame = new Frame(start, this.frames.at(-1))
    this.stack.reserve(frame.stackBase)
    this.frames.push(frame)
  }

  /** Takes the upper word off the stack of a frame; returns its limb offset. */
  pop(frame: Frame): number {
    frame.sp--
    return frame.sp * LIMBS
  }

  /** Returns the limb offset of a new word, which the caller fills. */
  push(frame: Frame): number {
    const at = frame.sp * LIMBS
    frame.sp++
    return at
  }

  popNumber(frame: Frame): number {
    return this.stack.toNumber(this.pop(frame))
  }

  popBigint(frame: Frame): bigint {
    return this.stack.toBigint(this.pop(frame))
  }

  popAddress(frame: Frame): string {
    return this.stack.toAddress(this.pop(frame))
  }

  /** Takes gas of a frame; returns whether there was enough. */
  charge(frame: Frame, gas: number): boolean {
    if (!(gas <= frame.gas)) return false
    frame.gas -= gas
    return true
  }

  /**
   * Takes the gas of memory up to `offset + size` and makes it; returns whether there was enough.
   * Nothing is needed for a size of 0.
   */
  expand(frame: Frame, offset: number, size: number): boolean {
    const end = offset + size
    if (size === 0 || end <= frame.memorySize) return true
    if (!(end <= MAX_MEMORY)) return false
    const words = wordsOf(end)
    const total = memoryGas(words)
    if (!this.charge(frame, total - frame.memoryPaid)) return false
    const { memoryBase, memorySize } = frame
    this.memory.extend(memoryBase + memorySize, memoryBase + 32 * words)
    frame.memorySize = 32 * words
    frame.memoryPaid = total
    return true
  }

  /** Returns a view of a frame's memory, which has been expanded. */
  memoryOf(frame: Frame, offset: number, size: number): Uint8Array {
    if (size === 0) return none
    const start = frame.memoryBase + offset
    return this.memory.bytes.subarray(start, start + size)
  }

  /** Copies bytes from `from` of a source into memory, zeros behind its end. */
  copyToMemory(
    frame: Frame,
    source: Uint8Array,
    copy: { to: number; from: number; size: number },
  ): void {
    if (copy.size === 0) return
    const target = this.memoryOf(frame, copy.to, copy.size)
    const part =
      copy.from < source.length ? source.subarray(copy.from, copy.from + copy.size) : none
    target.set(part)
    target.fill(0, part.length)
  }
}

const none = new Uint8Array()
