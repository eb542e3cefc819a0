import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bePatient } from '../http/faults/act-on.ts'
import { addressHeader, isResetMark } from './door.ts'

/** What each connection has of its own. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/**
 * Lets the writer answer a request, and passes on what it answers: also an answer that ends too
 * early or is no HTTP, since clients are to meet the faults that somebody asked for.
 * @param door where the writer takes requests
 */
export function handOver(door: string, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  const response = reply.hijack().raw
  // The writer's patience counts.
  bePatient(request)
  const asked = ask({
    socketPath: door,
    // A connection each: one that is kept could close just when it is used.
    agent: false,
    method: raw.method,
    path: request.originalUrl,
    headers: [
      ...raw.rawHeaders,
      ...[addressHeader, request.ip],
      // HTTP/1.0 needs none.
      ...(raw.headers.host === undefined ? ['host', ''] : []),
    ],
  })
  let answer: IncomingMessage | undefined
  asked.on('response', (found) => {
    answer = found
    response.writeHead(found.statusCode ?? 500, found.statusMessage, passedOn(found.rawHeaders))
    found.on('error', () => breakOff(response))
    found.pipe(response)
  })
  asked.on('error', (error: Error & { rawPacket?: Buffer }) => {
    if (isResetMark(error.rawPacket)) raw.socket.resetAndDestroy()
    else if (error.rawPacket) raw.socket.end(error.rawPacket)
    else if (answer) breakOff(response)
    else raw.socket.destroy()
  })
  raw.pipe(asked)
  response.on('close', () => {
    asked.destroy()
    // What is left of a body that nobody wanted to read.
    raw.unpipe(asked)
    raw.resume()
  })
}

/** Ends a connection in the middle of an answer. */
function breakOff(response: ServerResponse): void {
  const { socket } = response
  if (response.writableFinished || socket?.writableEnded) return
  response.flushHeaders()
  socket?.destroySoon()
}

function passedOn(lines: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < lines.length; at += 2) {
    const [name = '', value = ''] = lines.slice(at, at + 2)
    if (!ofConnection.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}
