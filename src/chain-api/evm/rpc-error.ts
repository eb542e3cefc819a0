/** Error of a chain's RPC with the code of libevm. */
export class EvmRpcError extends Error {
  override readonly name = 'EvmRpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Returns an error of execution: code -32000. */
export const executionError = (text: string): EvmRpcError => new EvmRpcError(-32000, text)

/** Returns an error for an argument by its index: code -32602. */
export const invalidArgument = (index: number, reason: string): EvmRpcError =>
  new EvmRpcError(-32602, `invalid argument ${index}: ${reason}`)
