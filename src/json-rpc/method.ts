import type { ResponseCache } from '../http/cache/response-cache.ts'
import type { Dialect } from '../http/request/dialect.ts'
import type { World } from '../world/world.ts'
import { type ArgumentReaders, type ArgumentsOf, type Params, readArguments } from './arguments.ts'

/** What a method may need of the request besides its arguments. */
export interface MethodContext {
  readonly dialect: Dialect
  /** Where parts of results may be kept; absent: nowhere. */
  readonly cache: ResponseCache | undefined
}

/** A refusal by a method or on the way to it: code -32000, `data` null. */
export class RpcError extends Error {}

/** To be thrown by methods; the text goes out as it is. */
export const rpcError = (text: string): RpcError => new RpcError(text)

/** A call whose arguments have been read. */
export type PreparedCall = (world: World) => unknown

/** One method of the node. */
export interface Method {
  /** As requests name it: `info.getVMs`. */
  readonly name: string
  /** @throws ArgumentError when an argument has a wrong type */
  prepare(params: Params, context: MethodContext): PreparedCall
}

/** The methods below one path of the node. */
export interface Service {
  readonly name: 'info' | 'index'
  /** By their names in the contract, as nearly everybody writes them. */
  readonly named: ReadonlyMap<string, Method>
  /** By their names after the dot with an upper-case first letter: `GetVMs`. */
  readonly methods: ReadonlyMap<string, Method>
  /** Whether the arguments are those of a client that was written for the deployed services. */
  readonly looksLive?: (params: Params) => boolean
}

/** A method from its arguments and its function; the result goes out as JSON, or is JSON already. */
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

/** A service from methods whose names all begin with its own. */
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
