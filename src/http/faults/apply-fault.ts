import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { faultHeader } from '../headers.ts'
import type { RequestContext } from '../request/context.ts'
import type { InternalErrors } from '../server/internal-errors.ts'
import { sendFaultResponse } from './fault-response.ts'
import type { Fault } from './fault-rules.ts'
import { withPatch } from './json-response-patch.ts'
import { matchableRequest } from './matchable-request.ts'
import { withChunks, withoutCors, withTruncation } from './raw-response-faults.ts'

/** Maximum time, in milliseconds, for which a fault keeps a client waiting without a response. */
const hangMs = 120_000

/**
 * Lets a request go on, unless a fault rule acts on it.
 * @param proceed called at most once, perhaps later; it throws nothing
 * @param call name of the JSON-RPC method, if there is one
 */
export function withFaults(
  context: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  proceed: () => void,
  call?: string,
): void {
  const { faults } = context.requestWorld
  const fault = faults.isEmpty ? undefined : faults.match(matchableRequest(context, request, call))
  const goOn = (found: Fault | undefined) => {
    if (found) applyFault(found, context, request, reply, proceed)
    else proceed()
  }
  if (!(fault instanceof Promise)) goOn(fault)
  else
    fault.then(
      context.errors.guard(goOn, () => reply.raw.destroy()),
      () => reply.raw.destroy(),
    )
}

function applyFault(
  { rule, delayMs, failed }: Fault,
  { of, errors }: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  proceed: () => void,
): void {
  const { raw } = reply
  const chunkMs = rule.delay?.chunkMs
  reply.header(faultHeader, rule.id)
  if (rule.cors === false) withoutCors(raw)
  if (chunkMs !== undefined) withChunks(raw, chunkMs, errors)
  if (delayMs > 0 || chunkMs !== undefined) disableSocketTimeout(request)

  later(errors, raw, delayMs, () => {
    if (rule.respond) sendFaultResponse(of, reply, rule.respond)
    else if (rule.connection === undefined || rule.connection === 'truncate') {
      if (rule.connection === 'truncate') withTruncation(raw)
      // The patch comes last: what it has changed is then cut or sent slowly.
      if (rule.patch)
        withPatch(raw, rule.patch, (problem) => {
          failed(problem)
          reply.removeHeader(faultHeader)
        })
      proceed()
    } else breakOff(rule.connection, rule.id, request, reply, errors)
  })
}

/**
 * Disables the idle timeout of a connection. An injected request has no such timeout.
 * @returns function that restores the timeout
 */
export const disableSocketTimeout = ({ raw: { socket } }: FastifyRequest): (() => void) => {
  const { timeout = 0 } = socket
  socket.setTimeout?.(0)
  return () => void socket.setTimeout?.(timeout)
}

/**
 * Runs a task after some time, unless the client has left by then. An error of the task ends the
 * connection, because a timer has no caller that could answer.
 */
function later(errors: InternalErrors, raw: ServerResponse, ms: number, task: () => void): void {
  if (ms === 0) {
    task()
    return
  }
  const timer = setTimeout(
    errors.guard(task, () => raw.destroy()),
    ms,
  )
  raw.once('close', () => clearTimeout(timer))
}

function breakOff(
  how: 'reset' | 'empty' | 'malformed' | 'hang',
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
  errors: InternalErrors,
): void {
  const { socket } = request.raw
  reply.hijack()
  // An injected request has no connection that could break.
  if (!socket.destroy) reply.raw.destroy(new Error(`the fault rule ${id} ends the connection`))
  else if (how === 'reset') socket.resetAndDestroy()
  else if (how === 'empty') socket.destroySoon()
  else if (how === 'malformed') {
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${faultHeader}: ${id}\r\n` +
        'transfer-encoding: chunked\r\n\r\nthis is the length of no chunk\r\n',
    )
    socket.destroySoon()
  } else {
    disableSocketTimeout(request)
    later(errors, reply.raw, hangMs, () => socket.destroy())
  }
}
