import { keccak256 } from '../formats/keccak.ts'
import { callOperation, createOperation, selfDestruct } from './call-operations.ts'
import { copyWordGas, exponentByteGas, hashWordGas, logByteGas, wordsOf } from './gas.ts'
import type { Frame, Machine, Signal } from './machine.ts'
import {
  accessGas,
  loadSlot,
  loadTransient,
  storeSlot,
  storeTransient,
} from './storage-operations.ts'
import { LIMBS } from './word-stack.ts'

/** Operation outside of the loop of steps; its fixed gas is taken. */
export type Operation = (machine: Machine, frame: Frame) => Signal | undefined

/** Returns an operation that puts a number of the surroundings on the stack. */
const pushed =
  (value: (machine: Machine, frame: Frame) => bigint | number): Operation =>
  (machine, frame) => {
    const found = value(machine, frame)
    const at = machine.push(frame)
    if (typeof found === 'bigint') machine.stack.setBigint(at, found)
    else machine.stack.setNumber(at, found)
    return undefined
  }

const pushedAddress =
  (value: (machine: Machine, frame: Frame) => string): Operation =>
  (machine, frame) => {
    machine.stack.setAddress(machine.push(frame), value(machine, frame))
    return undefined
  }

/** Returns an operation that copies to memory: target, source and size are on the stack. */
const copied =
  (source: (machine: Machine, frame: Frame) => Uint8Array): Operation =>
  (machine, frame) => {
    const to = machine.popNumber(frame)
    const from = machine.popNumber(frame)
    const size = machine.popNumber(frame)
    if (!machine.charge(frame, copyWordGas * wordsOf(size))) return 'out of gas'
    if (!machine.expand(frame, to, size)) return 'out of gas'
    machine.copyToMemory(frame, source(machine, frame), { to, from, size })
    return undefined
  }

const codeOf = (_: Machine, { start: { code } }: Frame) => code.padded.subarray(0, code.length)

function exponentiate(machine: Machine, frame: Frame): Signal | undefined {
  const { stack } = machine
  const a = machine.pop(frame)
  const b = a - LIMBS
  let bytes = 32
  while (bytes > 0 && exponentByte(stack.limbs, b, bytes - 1) === 0) bytes--
  if (!machine.charge(frame, exponentByteGas * bytes)) return 'out of gas'
  stack.power(a, b)
  return undefined
}

const exponentByte = (limbs: Uint32Array, at: number, byte: number) =>
  ((limbs[at + (byte >> 2)] as number) >>> (8 * (byte & 3))) & 255

function hash(machine: Machine, frame: Frame): Signal | undefined {
  const offset = machine.popNumber(frame)
  const size = machine.popNumber(frame)
  if (!machine.charge(frame, hashWordGas * wordsOf(size))) return 'out of gas'
  if (!machine.expand(frame, offset, size)) return 'out of gas'
  const digest = keccak256(machine.memoryOf(frame, offset, size))
  machine.stack.setBytes(machine.push(frame), digest, 0, 32)
  return undefined
}

/** Returns an operation that asks something of the account whose address is on the stack. */
const ofAccount =
  (ask: (machine: Machine, address: string) => bigint): Operation =>
  (machine, frame) => {
    const address = machine.popAddress(frame)
    const account = machine.journal.account(address)
    if (!machine.charge(frame, accessGas(machine, account, 700))) return 'out of gas'
    machine.stack.setBigint(machine.push(frame), ask(machine, address))
    return undefined
  }

function copyForeignCode(machine: Machine, frame: Frame): Signal | undefined {
  const account = machine.journal.account(machine.popAddress(frame))
  if (!machine.charge(frame, accessGas(machine, account, 700))) return 'out of gas'
  return copied(() => machine.journal.codeOf(account))(machine, frame)
}

function copyReturnData(machine: Machine, frame: Frame): Signal | undefined {
  const from = machine.stack.toNumber((frame.sp - 2) * LIMBS)
  const size = machine.stack.toNumber((frame.sp - 3) * LIMBS)
  if (from + size > frame.returnData.length) return 'return data out of bounds'
  return copied(() => frame.returnData)(machine, frame)
}

function copyMemory(machine: Machine, frame: Frame): Signal | undefined {
  const to = machine.popNumber(frame)
  const from = machine.popNumber(frame)
  const size = machine.popNumber(frame)
  if (!machine.charge(frame, copyWordGas * wordsOf(size))) return 'out of gas'
  if (!machine.expand(frame, Math.max(to, from), size)) return 'out of gas'
  if (size === 0) return undefined
  const { memoryBase } = frame
  const start = memoryBase + from
  machine.memory.bytes.copyWithin(memoryBase + to, start, start + size)
  return undefined
}

/** Returns the operation of a log with so many topics. */
const logged =
  (topicCount: number): Operation =>
  (machine, frame) => {
    if (frame.start.isStatic) return 'write protection'
    const offset = machine.popNumber(frame)
    const size = machine.popNumber(frame)
    const topics: Uint8Array[] = []
    for (let i = 0; i < topicCount; i++) topics.push(machine.stack.toBytes(machine.pop(frame)))
    if (!machine.charge(frame, logByteGas * size)) return 'out of gas'
    if (!machine.expand(frame, offset, size)) return 'out of gas'
    const data = machine.memoryOf(frame, offset, size).slice()
    machine.journal.addLog({ address: frame.start.account.address, topics, data })
    return undefined
  }

/** Returns the operation that ends a frame with output. */
const ended =
  (signal: 'returned' | 'reverted'): Operation =>
  (machine, frame) => {
    const offset = machine.popNumber(frame)
    const size = machine.popNumber(frame)
    if (!machine.expand(frame, offset, size)) return 'out of gas'
    machine.output = machine.memoryOf(frame, offset, size).slice()
    return signal
  }

/** Operations that the loop of steps does not have inside, by opcode. */
export const operations: readonly (Operation | undefined)[] = (() => {
  const table: Record<number, Operation> = {
    0: () => 'stopped',
    10: exponentiate,
    32: hash,
    48: pushedAddress((_, frame) => frame.start.account.address),
    49: ofAccount((machine, address) => {
      if (address === machine.transaction.origin) machine.dependsOnGas = true
      return machine.journal.account(address).balance
    }),
    50: pushedAddress(({ transaction }) => transaction.origin),
    51: pushedAddress((_, frame) => frame.start.caller),
    52: pushed((_, frame) => frame.start.value),
    55: copied((_, frame) => frame.start.input),
    56: pushed((_, frame) => frame.start.code.length),
    57: copied(codeOf),
    58: pushed(({ transaction }) => transaction.gasPrice),
    59: ofAccount(({ journal }, address) =>
      BigInt(journal.codeOf(journal.account(address)).length),
    ),
    60: copyForeignCode,
    61: pushed((_, frame) => frame.returnData.length),
    62: copyReturnData,
    63: ofAccount(({ journal }, address) => {
      const account = journal.account(address)
      return journal.isEmpty(account) ? 0n : BigInt(account.codeHash)
    }),
    64: (machine, frame) => {
      const number = machine.popBigint(frame)
      const { block } = machine
      const isRecent = number < block.number && number + 256n >= block.number
      const found = isRecent ? block.blockHash(number) : 0n
      machine.stack.setBigint(machine.push(frame), found)
      return undefined
    },
    65: pushedAddress(({ block }) => block.coinbase),
    66: pushed(({ block }) => block.timestamp),
    67: pushed(({ block }) => block.number),
    68: pushed(({ block }) => block.prevRandao),
    69: pushed(({ block }) => block.gasLimit),
    70: pushed(({ block }) => block.chainId),
    71: pushed((_, frame) => frame.start.account.balance),
    72: pushed(({ block }) => block.baseFee),
    73: (machine, frame) => {
      const index = machine.popNumber(frame)
      const found = machine.transaction.blobHashes[index] ?? 0n
      machine.stack.setBigint(machine.push(frame), found)
      return undefined
    },
    74: pushed(({ block }) => block.blobBaseFee),
    84: loadSlot,
    85: storeSlot,
    92: loadTransient,
    93: storeTransient,
    94: copyMemory,
    160: logged(0),
    161: logged(1),
    162: logged(2),
    163: logged(3),
    164: logged(4),
    240: createOperation('CREATE'),
    241: callOperation('CALL'),
    242: callOperation('CALLCODE'),
    243: ended('returned'),
    244: callOperation('DELEGATECALL'),
    245: createOperation('CREATE2'),
    250: callOperation('STATICCALL'),
    253: ended('reverted'),
    254: () => 'invalid opcode',
    255: selfDestruct,
  }
  return Array.from({ length: 256 }, (_, opcode) => table[opcode])
})()
