import {
  type CallRequest,
  type CallResult,
  type CreationRequest,
  call,
  create,
  exitFrame,
  finishPrecompile,
  resumeCaller,
} from './calls.ts'
import { UNDEFINED_OPCODE } from './forks.ts'
import { MAX_MEMORY, memoryGas, wordsOf } from './gas.ts'
import type { Frame, Machine, Signal, SlowCall } from './machine.ts'
import { operations } from './operations.ts'
import { LIMBS } from './word-stack.ts'

/** Steps that a part of a precompile counts as, since it takes much longer than one. */
const stepsOfPart = 64

/** First call of an execution; gas is what the intrinsic gas left. */
export type FirstCall = CallRequest | (CreationRequest & { readonly kind: 'CREATE' })

/**
 * An execution, from its first call to the end. Frames are a list and not JavaScript calls, so
 * that the depth has no other limit than the EVM's, and an execution may pause between two steps.
 */
export class Execution {
  /** Result of the first call, once it has ended. */
  result: CallResult | undefined

  readonly machine: Machine

  constructor(machine: Machine, first: FirstCall) {
    this.machine = machine
    const result = first.kind === 'CREATE' ? create(machine, first) : call(machine, first)
    if (result) this.#finish(result)
  }

  /**
   * Runs at most so many steps.
   * @returns whether the execution has ended
   */
  run(steps = Number.POSITIVE_INFINITY): boolean {
    const { machine } = this
    let left = steps
    while (!this.result) {
      if (machine.slow) {
        if (left <= 0) return false
        left -= stepsOfPart
        this.#advance(machine.slow)
        continue
      }
      const frame = machine.frames.at(-1) as Frame
      const counted = { steps: left }
      const signal = runFrame(machine, frame, counted)
      left = counted.steps
      if (signal === 'paused') return false
      if (signal === 'entered') continue
      this.#end(frame, signal)
    }
    return true
  }

  #finish(result: CallResult): void {
    this.result = result
    this.machine.stack.release()
    this.machine.memory.release()
  }

  /** Runs the next part of a precompile. */
  #advance(slow: SlowCall): void {
    const { machine } = this
    const part = slow.work.advance()
    if (!part) return
    machine.slow = undefined
    const result = finishPrecompile(machine, slow, part)
    const caller = machine.frames.at(-1)
    if (!caller) {
      this.#finish(result)
      return
    }
    const { outputOffset, outputSize } = slow
    const address = slow.node.to
    resumeCaller(machine, caller, { result, isCreation: false, address, outputOffset, outputSize })
  }

  #end(frame: Frame, signal: Signal): void {
    const { machine } = this
    const result = exitFrame(machine, signal)
    const caller = machine.frames.at(-1)
    if (!caller) {
      this.#finish(result)
      return
    }
    const { kind, account, outputOffset, outputSize } = frame.start
    const isCreation = kind === 'CREATE' || kind === 'CREATE2'
    const { address } = account
    resumeCaller(machine, caller, { result, isCreation, address, outputOffset, outputSize })
  }
}

/**
 * Runs the last frame until it ends, calls or has used its steps. What contracts do all the time
 * stands here, with the frame in local variables; all else is an {@link operations}.
 */
function runFrame(machine: Machine, frame: Frame, counted: { steps: number }): Signal {
  const { gas: gasOf, minStack, maxStack } = machine.rules.operations
  const { stack } = machine
  const { code, input } = frame.start
  const { padded, length, jumpTargets } = code
  const { stackBase, memoryBase } = frame
  let { limbs } = stack
  let { view } = machine.memory
  let { pc, gas, sp, memorySize } = frame
  let { steps } = counted
  try {
    for (;;) {
      if (steps-- <= 0) {
        steps = 0
        return 'paused'
      }
      const opcode = pc < length ? (padded[pc] as number) : 0
      pc++
      const height = sp - stackBase
      if (height < (minStack[opcode] as number))
        return minStack[opcode] === UNDEFINED_OPCODE ? 'invalid opcode' : 'stack underflow'
      if (height > (maxStack[opcode] as number)) return 'stack limit reached'
      gas -= gasOf[opcode] as number
      if (gas < 0) return 'out of gas'
      const a = (sp - 1) * LIMBS
      const b = a - LIMBS

      switch (opcode) {
        case 0x01:
          stack.add(a, b)
          sp--
          break
        case 0x02:
          stack.multiply(a, b)
          sp--
          break
        case 0x03:
          stack.subtract(a, b)
          sp--
          break
        case 0x04:
          stack.divide(a, b)
          sp--
          break
        case 0x05:
          stack.signedDivide(a, b)
          sp--
          break
        case 0x06:
          stack.modulo(a, b)
          sp--
          break
        case 0x07:
          stack.signedModulo(a, b)
          sp--
          break
        case 0x08:
          stack.addModulo(a, b, b - LIMBS)
          sp -= 2
          break
        case 0x09:
          stack.multiplyModulo(a, b, b - LIMBS)
          sp -= 2
          break
        case 0x0b:
          stack.signExtend(a, b)
          sp--
          break
        case 0x10:
          stack.setFlag(b, stack.isBelow(a, b))
          sp--
          break
        case 0x11:
          stack.setFlag(b, stack.isBelow(b, a))
          sp--
          break
        case 0x12:
          stack.setFlag(b, stack.isSignedBelow(a, b))
          sp--
          break
        case 0x13:
          stack.setFlag(b, stack.isSignedBelow(b, a))
          sp--
          break
        case 0x14:
          stack.setFlag(b, stack.isEqual(a, b))
          sp--
          break
        case 0x15:
          stack.setFlag(a, stack.isZero(a))
          break
        case 0x16:
          stack.and(a, b)
          sp--
          break
        case 0x17:
          stack.or(a, b)
          sp--
          break
        case 0x18:
          stack.xor(a, b)
          sp--
          break
        case 0x19:
          stack.not(a)
          break
        case 0x1a:
          stack.byte(a, b)
          sp--
          break
        case 0x1b:
          stack.shiftLeft(a, b)
          sp--
          break
        case 0x1c:
          stack.shiftRight(a, b)
          sp--
          break
        case 0x1d:
          stack.signedShiftRight(a, b)
          sp--
          break
        case 0x35: {
          const offset = stack.toNumber(a)
          if (offset >= input.length) limbs.fill(0, a, a + LIMBS)
          else if (offset + 32 <= input.length) stack.setBytes(a, input, offset, 32)
          else {
            lastWord.fill(0)
            lastWord.set(input.subarray(offset))
            stack.setBytes(a, lastWord, 0, 32)
          }
          break
        }
        case 0x36:
          stack.setNumber(a + LIMBS, input.length)
          sp++
          break
        case 0x50:
          sp--
          break
        case 0x51:
        case 0x52: {
          const offset = stack.toNumber(a)
          const end = offset + 32
          if (end > memorySize) {
            if (end > MAX_MEMORY) return 'out of gas'
            const words = wordsOf(end)
            const total = memoryGas(words)
            gas -= total - frame.memoryPaid
            if (gas < 0) return 'out of gas'
            machine.memory.extend(memoryBase + memorySize, memoryBase + 32 * words)
            view = machine.memory.view
            memorySize = 32 * words
            frame.memorySize = memorySize
            frame.memoryPaid = total
          }
          let place = memoryBase + offset
          if (opcode === 0x51)
            for (let i = a + LIMBS - 1; i >= a; i--, place += 4) limbs[i] = view.getUint32(place)
          else {
            for (let i = b + LIMBS - 1; i >= b; i--, place += 4)
              view.setUint32(place, limbs[i] as number)
            sp -= 2
          }
          break
        }
        case 0x53: {
          const offset = stack.toNumber(a)
          frame.gas = gas
          if (!machine.expand(frame, offset, 1)) return 'out of gas'
          gas = frame.gas
          memorySize = frame.memorySize
          view = machine.memory.view
          view.setUint8(memoryBase + offset, (limbs[b] as number) & 255)
          sp -= 2
          break
        }
        case 0x56: {
          const target = stack.toNumber(a)
          sp--
          if (jumpTargets[target] !== 1) return 'invalid jump destination'
          pc = target
          break
        }
        case 0x57: {
          sp -= 2
          if (stack.isZero(b)) break
          const target = stack.toNumber(a)
          if (jumpTargets[target] !== 1) return 'invalid jump destination'
          pc = target
          break
        }
        case 0x58:
          stack.setNumber(a + LIMBS, pc - 1)
          sp++
          break
        case 0x59:
          stack.setNumber(a + LIMBS, memorySize)
          sp++
          break
        case 0x5a:
          machine.dependsOnGas = true
          stack.setNumber(a + LIMBS, gas)
          sp++
          break
        case 0x5b:
          break
        case 0x5f:
          limbs.fill(0, a + LIMBS, a + 2 * LIMBS)
          sp++
          break
        default:
          if (opcode >= 0x60 && opcode <= 0x7f) {
            const size = opcode - 0x5f
            stack.setBytes(a + LIMBS, padded, pc, size)
            pc += size
            sp++
          } else if (opcode >= 0x80 && opcode <= 0x8f) {
            stack.copy(a - (opcode - 0x80) * LIMBS, a + LIMBS)
            sp++
          } else if (opcode >= 0x90 && opcode <= 0x9f) {
            stack.swap(a, a - (opcode - 0x8f) * LIMBS)
          } else {
            frame.pc = pc
            frame.gas = gas
            frame.sp = sp
            const signal = operations[opcode]?.(machine, frame)
            gas = frame.gas
            sp = frame.sp
            if (signal !== undefined) return signal
            memorySize = frame.memorySize
            view = machine.memory.view
            limbs = stack.limbs
          }
      }
    }
  } finally {
    frame.pc = pc
    frame.gas = gas
    frame.sp = sp
    counted.steps = steps
  }
}

// The end of the input with zeros behind; one for all.
const lastWord = new Uint8Array(32)
