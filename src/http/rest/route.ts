import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { Input, Operation } from '../../../schemas/operation.ts'
import { keyPrefixLength, ownerOf } from '../../accounts/owners.ts'
import type { Acting, World } from '../../world/world.ts'
import type { RequestContext } from '../request/context.ts'
import type { Dialect } from '../request/dialect.ts'
import type { WithJsonLists } from '../response/json-list.ts'
import { mainWorldName, type RequestWorld } from '../worlds/world-handle.ts'
import { worldsPath } from '../worlds/world-in-path.ts'
import type { RouteShape } from './route-shape.ts'

/** Data of the request, besides its validated input, that a handler may need. */
export interface Context {
  readonly dialect: Dialect
  /** World itself, if the handler gets an earlier or reduced one. */
  readonly actual: Partial<Acting>
  readonly caller: Caller
}

/** Client of a request, and the state that the server holds for it. */
export interface Caller {
  /** Owner of webhooks, exports and counts: a digest of the API key. */
  readonly owner: string
  /** First characters of the API key; null without one. */
  readonly keyPrefix: string | null
  readonly requestWorld: RequestWorld
  /** Address under which the client reaches the server, without a trailing slash. */
  readonly origin: string
  /**
   * Address of the node of the client's world, before `/ext`; undefined when the request does not
   * say where the server is.
   */
  readonly nodeOrigin: string | undefined
}

/** Client of a request. Its members are computed when they are read. */
export class RequestCaller implements Caller {
  readonly requestWorld: RequestWorld
  readonly #key: RequestContext['key']
  readonly #request: FastifyRequest
  readonly #publicUrl: string | undefined

  constructor(
    { key, requestWorld }: RequestContext,
    request: FastifyRequest,
    publicUrl: string | undefined,
  ) {
    this.requestWorld = requestWorld
    this.#key = key
    this.#request = request
    this.#publicUrl = publicUrl
  }

  get owner(): string {
    return ownerOf(this.#key?.text)
  }

  get keyPrefix(): string | null {
    return this.#key ? this.#key.text.slice(0, keyPrefixLength) : null
  }

  get origin(): string {
    return this.#publicUrl ?? `${this.#request.protocol}://${this.#request.host}`
  }

  get nodeOrigin(): string | undefined {
    if (this.#publicUrl === undefined && !this.#request.headers.host) return undefined
    const { name } = this.requestWorld
    return this.origin + (name === mainWorldName ? '' : `${worldsPath}/${name}`)
  }
}

/** Operation of the contract together with its handler. */
export interface Route extends RouteShape {
  readonly handle: (world: World, input: never, context: Context) => unknown
  /** Status of a success, if it is not always 200. */
  readonly successStatus?: (dialect: Dialect) => 200 | 201
}

/** Binds a handler to its operation, so that input and response have the contract's types. */
export const route = <O extends Operation, Live extends TSchema = O['response']>(
  operation: O,
  handle: (
    world: World,
    input: Input<O>,
    context: Context,
  ) => ResponseBody<O, Live> | Promise<ResponseBody<O, Live>>,
  quirks: { liveResponse?: Live; successStatus?: (dialect: Dialect) => 200 | 201 } = {},
): Route => ({ operation, handle, ...quirks })

type ResponseBody<O extends Operation, Live extends TSchema> = WithJsonLists<
  Static<O['response']> | Static<NoInfer<Live>>
>
