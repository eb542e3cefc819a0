import { rlpBytes } from '../formats/evm/rlp-writer.ts'
import { toHex } from '../formats/ids.ts'
import { keccak256 } from '../formats/keccak.ts'
import { analyzeCode } from './code.ts'
import { codeByteGas, MAX_CODE, MAX_DEPTH } from './gas.ts'
import type { CallNode, Frame, Machine, Signal } from './machine.ts'
import { opcodeText } from './opcodes.ts'
import type { CallKind, PrecompileResult } from './precompiles/precompile.ts'
import { bytesOf, EMPTY_CODE_HASH } from './state.ts'

/** Call of an account, after its gas was taken from the caller. */
export interface CallRequest {
  readonly kind: Exclude<CallKind, 'CREATE' | 'CREATE2' | 'SELFDESTRUCT'>
  readonly caller: string
  /** Account whose storage and balance the code uses. */
  readonly context: string
  /** Address of the code. */
  readonly to: string
  readonly value: bigint
  /** May be a view of the caller's memory, which does not change while the callee runs. */
  readonly input: Uint8Array
  readonly gas: number
  readonly isStatic: boolean
  readonly outputOffset: number
  readonly outputSize: number
}

/** Creation of a contract, after its gas was taken from the creator. */
export interface CreationRequest {
  readonly kind: 'CREATE' | 'CREATE2'
  readonly caller: string
  readonly address: string
  readonly value: bigint
  readonly initCode: Uint8Array
  readonly gas: number
}

/** End of a call. `error` is undefined for success. */
export interface CallResult {
  readonly gasLeft: number
  readonly output: Uint8Array
  readonly error: string | undefined
}

const none = new Uint8Array()
const maxNonce = 2n ** 64n - 1n

/** Word of geth for the revert of a contract. */
export const REVERTED = 'execution reverted'

/** Returns the address of a contract by its creator and the creator's nonce. */
export function createdAddress(creator: string, nonce: bigint): string {
  const encoded = rlpBytes((writer) => {
    const start = writer.open()
    writer.string(bytesOf(creator))
    writer.integer(nonce)
    writer.close(start)
  })
  return toHex(keccak256(encoded).subarray(12))
}

/** Returns the address of a contract by its creator, a salt and its init code (EIP-1014). */
export function saltedAddress(creator: string, salt: bigint, initCode: Uint8Array): string {
  const bytes = new Uint8Array(85)
  bytes[0] = 0xff
  bytes.set(bytesOf(creator), 1)
  bytes.set(bytesOf(`0x${salt.toString(16).padStart(64, '0')}`), 21)
  bytes.set(keccak256(initCode), 53)
  return toHex(keccak256(bytes).subarray(12))
}

/**
 * Calls an account. Returns the result where no code has to run, else undefined: the new frame is on
 * the list, or a precompile runs in parts.
 */
export function call(machine: Machine, request: CallRequest): CallResult | undefined {
  const { journal, rules } = machine
  const node = addNode(machine, {
    kind: request.kind,
    from: request.kind === 'DELEGATECALL' ? request.context : request.caller,
    to: request.to,
    value: request.value,
    input: request.input,
    gas: request.gas,
  })
  const movesValue = request.kind === 'CALL' || request.kind === 'CALLCODE'
  const refusal = refusalOf(machine, request.caller, movesValue ? request.value : 0n)
  if (refusal)
    return finishNode(machine, node, { gasLeft: request.gas, output: none, error: refusal })

  const mark = journal.mark()
  const context = journal.account(request.context)
  if (request.kind === 'CALL')
    journal.transfer(journal.account(request.caller), context, request.value)
  else if (request.kind === 'STATICCALL') journal.touch(context)

  const precompile = rules.precompiles.get(request.to)
  if (precompile) {
    const { kind, input, gas, caller, isStatic } = request
    const { warp } = machine.transaction
    const { timestamp } = machine.block
    const result = precompile({ kind, input, gas, caller, isStatic, timestamp, journal, warp })
    if (result.status === 'invalid') machine.invalidated ??= result.error
    if (result.status === 'continue')
      return continueCall(machine, request, { mark, node }, result.call)
    if (result.status === 'slow') {
      const { work } = result
      const { outputOffset, outputSize } = request
      machine.slow = { work, node, mark, outputOffset, outputSize }
      return undefined
    }
    return finishPrecompile(machine, { node, mark }, result)
  }

  const code = journal.codeOf(journal.account(request.to))
  if (code.length === 0)
    return finishNode(machine, node, { gasLeft: request.gas, output: none, error: undefined })
  machine.enter({
    kind: request.kind,
    caller: request.caller,
    account: context,
    code: analyzeCode(code),
    input: request.input,
    value: request.value,
    gas: request.gas,
    isStatic: request.isStatic,
    mark,
    outputOffset: request.outputOffset,
    outputSize: request.outputSize,
    node,
  })
  return undefined
}

/** Ends the call of a precompile. */
export function finishPrecompile(
  machine: Machine,
  { node, mark }: { node: CallNode; mark: number },
  result: Exclude<PrecompileResult, { status: 'continue' | 'slow' }>,
): CallResult {
  if (result.status !== 'success') machine.journal.revertTo(mark)
  if (result.status === 'failure' || result.status === 'invalid')
    return finishNode(machine, node, { gasLeft: 0, output: none, error: result.error })
  const { gasLeft, output, status } = result
  const error = status === 'revert' ? REVERTED : undefined
  return finishNode(machine, node, { gasLeft, output, error })
}

/** Calls what a precompile calls in its place, as one frame that begins with the precompile. */
function continueCall(
  machine: Machine,
  request: CallRequest,
  { mark, node }: { mark: number; node: CallNode },
  continued: { to: string; input: Uint8Array; gas: number },
): CallResult | undefined {
  const { journal } = machine
  const account = journal.account(continued.to)
  journal.touch(account)
  const code = journal.codeOf(account)
  if (code.length === 0)
    return finishNode(machine, node, { gasLeft: continued.gas, output: none, error: undefined })
  machine.enter({
    kind: 'CALL',
    caller: request.caller,
    account,
    code: analyzeCode(code),
    input: continued.input,
    value: 0n,
    gas: continued.gas,
    isStatic: request.isStatic,
    mark,
    outputOffset: request.outputOffset,
    outputSize: request.outputSize,
    node,
  })
  return undefined
}

/** Begins a creation; returns like {@link call}. */
export function create(machine: Machine, request: CreationRequest): CallResult | undefined {
  const { journal } = machine
  const { kind, caller, address, value, initCode, gas } = request
  const node = addNode(machine, { kind, from: caller, to: address, value, input: initCode, gas })
  const creator = journal.account(caller)
  const isFirst = machine.frames.length === 0
  const refusal =
    refusalOf(machine, caller, value) ??
    (!isFirst && creator.nonce === maxNonce ? 'nonce uint64 overflow' : undefined)
  if (refusal) return finishNode(machine, node, { gasLeft: gas, output: none, error: refusal })
  // The nonce of a transaction's sender has been raised already.
  if (!isFirst) journal.setNonce(creator, creator.nonce + 1n)

  const account = journal.account(address)
  // Warm also after a failure, so before the mark.
  journal.warm(account)
  if (account.nonce !== 0n || account.codeHash !== EMPTY_CODE_HASH)
    return finishNode(machine, node, {
      gasLeft: 0,
      output: none,
      error: 'contract address collision',
    })
  const mark = journal.mark()
  journal.create(account)
  journal.transfer(creator, account, value)
  machine.enter({
    kind,
    caller,
    account,
    code: analyzeCode(initCode),
    input: none,
    value,
    gas,
    isStatic: false,
    mark,
    outputOffset: 0,
    outputSize: 0,
    node,
  })
  return undefined
}

/** Ends the last frame; returns its result. */
export function exitFrame(machine: Machine, signal: Signal): CallResult {
  const frame = machine.frames.pop() as Frame
  const { start } = frame
  const isCreation = start.kind === 'CREATE' || start.kind === 'CREATE2'
  let error: string | undefined
  if (signal === 'reverted') error = REVERTED
  else if (signal !== 'stopped' && signal !== 'returned') error = haltText(machine, frame, signal)
  else if (isCreation) error = deploy(machine, frame, signal === 'returned' ? machine.output : none)
  if (error !== undefined) machine.journal.revertTo(start.mark)
  const hasOutput = error === undefined ? signal === 'returned' : signal === 'reverted'
  const output = hasOutput ? machine.output : none
  const retainsGas = error === undefined || signal === 'reverted'
  return finishNode(machine, start.node, { gasLeft: retainsGas ? frame.gas : 0, output, error })
}

/** Returns geth's text for the end of a frame, with the opcode or the heights of the stack. */
function haltText({ rules }: Machine, frame: Frame, signal: Signal): string {
  const opcode = frame.start.code.padded[frame.pc - 1] as number
  const height = frame.sp - frame.stackBase
  const { minStack, maxStack } = rules.operations
  switch (signal) {
    case 'invalid opcode':
      return `invalid opcode: ${opcodeText(opcode)}`
    case 'stack underflow':
      return `stack underflow (${height} <=> ${minStack[opcode]})`
    case 'stack limit reached':
      return `stack limit reached ${height} (${maxStack[opcode]})`
    default:
      return signal
  }
}

/** Stores the code that a creation returned; returns the error that ends it. */
function deploy(machine: Machine, frame: Frame, code: Uint8Array): string | undefined {
  const { journal, rules } = machine
  if (code.length > MAX_CODE) return 'max code size exceeded'
  if (rules.isLondon && code[0] === 0xef) return 'invalid code: must not begin with 0xef'
  if (!machine.charge(frame, codeByteGas * code.length))
    return 'contract creation code storage out of gas'
  journal.setCode(frame.start.account, code)
  return undefined
}

/** Gives the result of a callee to the frame that called. */
export function resumeCaller(machine: Machine, caller: Frame, made: Resumption): void {
  const { result, isCreation } = made
  caller.gas += result.gasLeft
  const isReverted = result.error === REVERTED
  // After a failure there is no output; after a creation only what a revert says.
  const output = isCreation && !isReverted ? none : result.output
  caller.returnData = result.error === undefined || isReverted ? output : none
  const at = machine.push(caller)
  if (isCreation && result.error === undefined) machine.stack.setAddress(at, made.address)
  else machine.stack.setFlag(at, result.error === undefined)
  if (isCreation) return
  const size = Math.min(made.outputSize, caller.returnData.length)
  if (size > 0)
    machine.memoryOf(caller, made.outputOffset, size).set(caller.returnData.subarray(0, size))
}

/** Result of a callee, and where it goes. */
export interface Resumption {
  readonly result: CallResult
  readonly isCreation: boolean
  readonly address: string
  readonly outputOffset: number
  readonly outputSize: number
}

function refusalOf(machine: Machine, caller: string, value: bigint): string | undefined {
  if (machine.frames.length > MAX_DEPTH) return 'max call depth exceeded'
  if (value > 0n && machine.journal.account(caller).balance < value)
    return 'insufficient balance for transfer'
  return undefined
}

type NodeStart = Omit<CallNode, 'gasUsed' | 'output' | 'error' | 'calls'>

/** Adds a call to the tree, below the frame that runs. */
export function addNode(machine: Machine, start: NodeStart): CallNode {
  const { kind, from, to, value, input, gas } = start
  // Field by field: a spread would take longer than all else of a call to an account without code.
  const node: CallNode = {
    kind,
    from,
    to,
    value,
    input: held(machine, input),
    gas,
    gasUsed: 0,
    output: none,
    error: undefined,
    calls: [],
  }
  const caller = machine.frames.at(-1)
  if (caller && machine.treeCalls > 0) {
    machine.treeCalls--
    caller.start.node.calls.push(node)
  } else if (caller) machine.lacksCalls = true
  machine.root ??= node
  return node
}

function finishNode(machine: Machine, node: CallNode, result: CallResult): CallResult {
  node.gasUsed = node.gas - result.gasLeft
  node.output = held(machine, result.output)
  node.error = result.error
  return result
}

/** Returns a copy of bytes for the tree of calls, as far as it may hold them. */
function held(machine: Machine, bytes: Uint8Array): Uint8Array {
  if (machine.treeBytes === undefined || bytes.length === 0) return none
  if (bytes.length > machine.treeBytes) {
    machine.isTreeCut = true
    return none
  }
  machine.treeBytes -= bytes.length
  return bytes.slice()
}
