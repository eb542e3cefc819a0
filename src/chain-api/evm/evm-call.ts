import type { Issuer } from '../../json-rpc/method.ts'
import type { World } from '../../world/world.ts'
import type { Arguments } from './arguments.ts'
import type { EvmChain } from './find-evm-chain.ts'

/** A call of a chain's RPC. */
export interface EvmCall {
  readonly world: World
  readonly chain: EvmChain
  readonly args: Arguments
  readonly issuer: Issuer | undefined
  /** Monotonic milliseconds at which the reads of the request end with an error. */
  readonly deadline: number
  /** Whether the client has gone, so that no client reads a response. */
  isGone(): boolean
}
