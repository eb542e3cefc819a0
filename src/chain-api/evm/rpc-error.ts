import { revertReason } from '../../evm/reads/revert-reason.ts'
import { toHex } from '../../formats/ids.ts'

/** Error of a chain's RPC with the code of libevm. */
export class EvmRpcError extends Error {
  override readonly name = 'EvmRpcError'
  readonly code: number
  /** What a client reads beside the text. */
  readonly data: string | undefined

  constructor(code: number, message: string, data?: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Returns an error of execution: code -32000. */
export const executionError = (text: string): EvmRpcError => new EvmRpcError(-32000, text)

/** Returns an error for an argument by its index: code -32602. */
export const invalidArgument = (index: number, reason: string): EvmRpcError =>
  new EvmRpcError(-32602, `invalid argument ${index}: ${reason}`)

/** Returns the error of a revert with output: code 3, the reason as text, the output as data. */
export function revertError(output: Uint8Array): EvmRpcError {
  const reason = revertReason(output)
  const text = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
  return new EvmRpcError(3, text, toHex(output))
}

/** Returns the name that Go has for the kind of a JSON value. */
export const nameOf = (value: unknown) =>
  value === undefined || value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value
