import { JsonSyntaxError, type RawValue, scanValue } from '../../json-rpc/json-scanner.ts'
import { compact, foldedName, JsonText, stringOf } from '../../json-rpc/json-text.ts'
import type { Issuer } from '../../json-rpc/method.ts'
import { monotonicMs } from '../../time/clock.ts'
import { isLongTurn, turnOfLoop } from '../../time/turns-of-loop.ts'
import { ClosedWorldError } from '../../world/closed-world-error.ts'
import type { World } from '../../world/world.ts'
import { maxArguments } from './argument-counts.ts'
import { Arguments } from './arguments.ts'
import type { EvmCall } from './evm-call.ts'
import type { EvmChain } from './find-evm-chain.ts'
import { evmMethods } from './methods.ts'
import { maxReadMs } from './reads/run-read.ts'
import { EvmRpcError, executionError } from './rpc-error.ts'
import { SharedIssuer } from './shared-issuer.ts'

/** Maximum number of calls of a batch, and bytes of its response (libevm). */
const maxCalls = 1000
const maxResponse = 25_000_000

/** Characters from which on a body is read in a turn of the event loop of its own. */
const longBody = 64 * 1024

/** World and chain of a request. */
export interface EvmRequest {
  readonly world: World
  readonly chain: EvmChain
  readonly issuer: Issuer | undefined
  /** Whether the client has gone. */
  isGone(): boolean
}

/** A request whose reads have a common end. */
type TimedRequest = Pick<EvmCall, 'world' | 'chain' | 'issuer' | 'deadline' | 'isGone'>

/** Response to a body, and the method if it is a single call: a batch has none. G-253 */
export interface EvmResponse {
  /** JSON; absent when the body holds notifications alone. */
  readonly json: string | undefined
  readonly method?: string | undefined
}

/** Responds to a call, or to a batch of them in order. */
export async function respond(request: EvmRequest, body: string): Promise<EvmResponse> {
  const isLong = body.length > longBody
  if (isLong) await turnOfLoop()
  let value: RawValue
  try {
    value = scanValue(body, 3)
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { json: errorJson('null', -32700, 'parse error') }
    throw error
  }
  while (isLong && isLongTurn()) await turnOfLoop()
  if (!value.text.startsWith('[')) {
    const called = readCall(value)
    return { json: await responseTo(timed(request), called), method: called.method }
  }
  if (value.parts.length === 0) return { json: errorJson('null', -32600, 'empty batch') }
  if (value.parts.length > maxCalls)
    return { json: `[${errorJson('null', -32600, 'batch too large')}]` }
  return { json: await batch(timed(request), value.parts) }
}

const timed = (request: EvmRequest): TimedRequest => ({
  ...request,
  deadline: monotonicMs() + maxReadMs,
})

async function batch(
  request: TimedRequest,
  calls: readonly RawValue[],
): Promise<string | undefined> {
  const responses: string[] = []
  let size = 0
  for (const group of groupsOf(calls.map(readCall))) {
    while (isLongTurn()) await turnOfLoop()
    if (request.isGone()) return undefined
    const made =
      size > maxResponse
        ? group.map(({ id }) => id && errorJson(id, -32003, 'response too large'))
        : await responsesTo(request, group)
    for (const response of made) {
      if (response === undefined) continue
      size += response.length
      responses.push(response)
    }
  }
  return responses.length === 0 ? undefined : `[${responses.join(',')}]`
}

/** Splits a batch: raw transactions that follow each other form one group. */
function groupsOf(calls: readonly Called[]): Called[][] {
  const groups: Called[][] = []
  for (const [index, call] of calls.entries()) {
    const isContinued = isSending(call) && index > 0 && isSending(calls[index - 1])
    if (isContinued) groups.at(-1)?.push(call)
    else groups.push([call])
  }
  return groups
}

const isSending = (call: Called | undefined) => call?.method === 'eth_sendRawTransaction'

async function responsesTo(
  request: TimedRequest,
  group: readonly Called[],
): Promise<(string | undefined)[]> {
  const { issuer } = request
  if (group.length === 1 || !issuer)
    return Promise.all(group.map((called) => responseTo(request, called)))
  const shared = new SharedIssuer(issuer)
  const responses = group.map((called) => responseTo({ ...request, issuer: shared }, called))
  // Each call has handed over its transaction by now, or has an error.
  await shared.issueCollected()
  return Promise.all(responses)
}

/** Members of a call as far as they are there. */
interface Called {
  /** Raw JSON; absent for notifications. */
  readonly id: string | undefined
  readonly method: string | undefined
  readonly params: RawValue | undefined
  readonly isVersion2: boolean
}

function readCall({ text, parts }: RawValue): Called {
  const members = new Map(
    text.startsWith('{') ? parts.map((part) => [foldedName(part.name ?? ''), part] as const) : [],
  )
  const textOf = (name: string) => {
    const raw = members.get(name)?.text
    return raw?.startsWith('"') ? stringOf(raw) : undefined
  }
  return {
    id: members.get('id')?.text,
    method: textOf('method'),
    params: members.get('params'),
    isVersion2: textOf('jsonrpc') === '2.0',
  }
}

async function responseTo(request: TimedRequest, called: Called): Promise<string | undefined> {
  const { id = 'null', method, params, isVersion2 } = called
  if (!isVersion2 || method === undefined) return errorJson(id, -32600, 'invalid request')
  try {
    const run = Object.hasOwn(evmMethods, method) ? evmMethods[method] : undefined
    if (!run) throw new EvmRpcError(-32601, `the method ${method} does not exist/is not available`)
    const result = await run({ ...request, args: argumentsIn(method, params) })
    return called.id === undefined
      ? undefined
      : `{"jsonrpc":"2.0","id":${compact(id)},"result":${textOf(result)}}`
  } catch (error) {
    const refused = error instanceof ClosedWorldError ? executionError(error.message) : error
    if (!(refused instanceof EvmRpcError)) throw error
    return called.id === undefined
      ? undefined
      : errorJson(id, refused.code, refused.message, refused.data)
  }
}

function argumentsIn(method: string, params: RawValue | undefined): Arguments {
  if (params === undefined || params.text === 'null') return new Arguments([])
  if (!params.text.startsWith('[')) throw new EvmRpcError(-32602, 'non-array args')
  const max = maxArguments(method)
  if (params.parts.length > max)
    throw new EvmRpcError(-32602, `too many arguments, want at most ${max}`)
  return new Arguments(params.parts.map(({ text }) => JSON.parse(text) as unknown))
}

const textOf = (result: unknown): string =>
  result instanceof JsonText ? result.text : JSON.stringify(result)

/** Maximum number of characters of a message. */
const maxMessage = 1024

function errorJson(id: string, code: number, message: string, data?: string): string {
  const text = message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message
  const more = data === undefined ? '' : `,"data":${JSON.stringify(data)}`
  return `{"jsonrpc":"2.0","id":${compact(id)},"error":{"code":${code},"message":${JSON.stringify(text)}${more}}}`
}
