import type { ActionResult } from '../../schemas/control/actions/index.ts'
import type { IssueAction } from '../../schemas/control/actions/issue.ts'
import type { ResponseCache } from '../http/cache/response-cache.ts'
import type { Dialect } from '../http/request/dialect.ts'
import type { TransactionPool } from '../http/worlds/transaction-pool.ts'
import type { World } from '../world/world.ts'
import { type ArgumentReaders, type ArgumentsOf, type Params, readArguments } from './arguments.ts'

/** Data of the request, besides its arguments, that a method may need. */
export interface MethodContext {
  readonly dialect: Dialect
  /** Store for parts of results; absent: none. */
  readonly cache: ResponseCache | undefined
  /** World's side of methods that issue transactions; absent where nothing can be issued. */
  readonly issuer?: Issuer | undefined
}

/** A signed transaction, its chain and its network. */
export type IssuedBytes = Omit<IssueAction, 'do'>

/** Way of signed transactions into a world. */
export interface Issuer {
  /**
   * Issues a signed transaction.
   * @throws RefusedActionError
   */
  issue(issued: IssuedBytes): Promise<ActionResult | undefined>
  /**
   * Issues signed transactions in order, all of them or none; they share blocks where possible.
   * @throws RefusedActionError
   */
  issueTogether(issued: readonly IssuedBytes[]): Promise<readonly ActionResult[]>
  /** Records why a transaction was refused. */
  noteRefusal(txId: string, reason: string): void
  /** Returns the reason, if the transaction was refused recently. */
  refusalOf(txId: string): string | undefined
  /** Transactions of EVM chains that wait; absent where nothing can be issued. */
  readonly pool: TransactionPool | undefined
}

/** Refusal by a method or before it: code -32000, `data` null. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
}

/** Builds an error for methods to throw; its text is sent unchanged. */
export const rpcError = (text: string): RpcError => new RpcError(text)

/** Call with parsed arguments; its result may come later. */
type PreparedCall = (world: World) => unknown

/** Method of the node. */
export interface Method {
  /** Name in requests: `info.getVMs`. */
  readonly name: string
  /**
   * Parses the arguments.
   * @throws ArgumentError when an argument has a wrong type
   */
  prepare(params: Params, context: MethodContext): PreparedCall
}

/** Methods below one path of the node. */
export interface Service {
  readonly name: string
  /** Methods by their names in the contract, which most clients use. */
  readonly named: ReadonlyMap<string, Method>
  /** Methods by their names after the dot with an upper-case first letter: `GetVMs`. */
  readonly methods: ReadonlyMap<string, Method>
  /** Tells whether the arguments show a client that was written for the deployed services. */
  readonly looksLive?: (params: Params) => boolean
  /** Whether responses depend on more than the world's revision and clock, or change it. */
  readonly isUncached?: boolean
}

/**
 * Builds a method from its arguments and its function; the result is serialised or is JSON already.
 */
export const defineMethod = <Readers extends ArgumentReaders>(
  name: string,
  readers: Readers,
  run: (world: World, args: ArgumentsOf<Readers>, context: MethodContext) => unknown,
): Method => ({
  name,
  prepare(params, context) {
    const args = readArguments(readers, params, context.dialect)
    return (world) => run(world, args, context)
  },
})

/** Builds a service from methods whose names all begin with its own. */
export const defineService = (
  name: Service['name'],
  methods: readonly Method[],
  looksLive?: (params: Params) => boolean,
): Service => ({
  name,
  named: new Map(methods.map((method) => [method.name, method])),
  methods: new Map(
    methods.map((method) => {
      const inService = method.name.slice(name.length + 1)
      return [inService.charAt(0).toUpperCase() + inService.slice(1), method]
    }),
  ),
  ...(looksLive && { looksLive }),
})
