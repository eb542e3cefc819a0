import type { ResponseCache } from '../http/cache/response-cache.ts'
import type { Dialect } from '../http/request/dialect.ts'
import type { World } from '../world/world.ts'
import { ArgumentError, type Params, readParams } from './arguments.ts'
import { compact, JsonPieces, toJson } from './json-text.ts'
import { type Issuer, type Method, RpcError, type Service } from './method.ts'
import { findMethod } from './method-name.ts'
import { type DecodedRequest, decodeRequest, echoOf } from './request.ts'

/** Response to the body of a call. */
export interface CallResponse {
  /** One line of JSON, as text or in parts in UTF-8; absent for notifications. */
  readonly line: string | readonly Uint8Array[] | undefined
  /** Name of the requested method, if there is one. */
  readonly method?: string | undefined
  /** Whether the method itself ran, with success or not. */
  readonly ran: boolean
}

/**
 * Answers a JSON-RPC 2.0 request like the node. HTTP does not show its errors, ids are returned as
 * raw text, and batches are not supported (G-16).
 * @param cache store of long results; absent: none
 * @param dialectFor gets the params, since they may show for which dialect a client was written
 */
export function handleCall(
  service: Service,
  world: World,
  body: string,
  dialectFor: (params: Params) => Dialect,
  cache?: ResponseCache,
  issuer?: Issuer,
): CallResponse | Promise<CallResponse> {
  const request = decodeRequest(body)
  // A body that is no JSON cannot be a notification.
  if (request.fault !== undefined)
    return { line: line(request, error(-32700, request.fault, echoOf(request))), ran: false }

  const respond = ({ member, method, ran }: Performed): CallResponse => ({
    line: request.id === undefined ? undefined : line(request, member),
    method,
    ran,
  })
  const performed = perform(service, world, request, { dialectFor, cache, issuer })
  return performed instanceof Promise ? performed.then(respond) : respond(performed)
}

/** The `result` or `error` member of a response. */
interface Performed {
  readonly member: string | JsonPieces
  readonly method?: string | undefined
  readonly ran: boolean
}

interface Tools {
  readonly dialectFor: (params: Params) => Dialect
  readonly cache: ResponseCache | undefined
  readonly issuer: Issuer | undefined
}

/** Returns the `result` or `error` member of the response. */
function perform(
  service: Service,
  world: World,
  request: DecodedRequest,
  { dialectFor, cache, issuer }: Tools,
): Performed | Promise<Performed> {
  if (request.jsonrpc !== '2.0')
    return { member: error(-32600, 'jsonrpc must be 2.0', echoOf(request)), ran: false }
  let ran = false
  let method: Method | undefined
  try {
    method = findMethod(service, request.method)
    const params = readParams(request.params)
    const { name } = method
    const call = method.prepare(params, { dialect: dialectFor(params), cache, issuer })
    ran = true
    const result = call(world)
    if (!(result instanceof Promise)) return { member: resultMember(result), method: name, ran }
    return result.then(
      (value) => ({ member: resultMember(value), method: name, ran }),
      (thrown) => ({ member: refusalMember(thrown), method: name, ran }),
    )
  } catch (thrown) {
    return { member: refusalMember(thrown), method: method?.name, ran }
  }
}

const resultMember = (result: unknown): string | JsonPieces =>
  result instanceof JsonPieces ? result : `"result":${toJson(result)}`

function refusalMember(thrown: unknown): string {
  if (!(thrown instanceof RpcError || thrown instanceof ArgumentError)) throw thrown
  return error(-32000, thrown.message)
}

const error = (code: -32700 | -32600 | -32000, message: string, data = 'null'): string =>
  `"error":{"code":${code},"message":${toJson(message)},"data":${data}}`

function line(
  { id = 'null' }: DecodedRequest,
  member: string | JsonPieces,
): string | readonly Uint8Array[] {
  const [start, end] = ['{"jsonrpc":"2.0",', `,"id":${compact(id)}}\n`]
  if (typeof member === 'string') return start + member + end
  return [Buffer.from(`${start}"result":`), ...member.pieces, Buffer.from(end)]
}
