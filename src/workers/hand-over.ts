import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { handedOver } from './handed-over.ts'
import { isResetMark } from './writer-socket.ts'

/** What each connection has of its own; `connection: close` is meant for the client. */
const isOfConnection = (name: string, value: string): boolean =>
  name === 'transfer-encoding' ||
  name === 'keep-alive' ||
  (name === 'connection' && value !== 'close')

/**
 * Lets the writer answer a request, and passes on what it answers: also an answer that ends too
 * early or is no HTTP, since clients are to meet the faults that somebody asked for. Whatever
 * fails closes the connection of the client.
 * @param writerSocket where the writer takes requests
 */
export function handOver(writerSocket: string, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  const response = reply.hijack().raw
  try {
    passOn(writerSocket, request, response)
  } catch (error) {
    request.log.error(error)
    raw.socket.destroy()
  }
}

function passOn(writerSocket: string, request: FastifyRequest, response: ServerResponse): void {
  const { raw, originalUrl, ip } = request
  const asked = ask({
    socketPath: writerSocket,
    // A connection each: one that is kept could close just when it is used, and whether the writer
    // has seen the request then, nobody knows.
    agent: false,
    method: raw.method,
    headers: handedOver(raw, originalUrl, ip),
  })
  // How long an answer may take, the writer decides; how long a client may not take it, this process.
  response.on('timeout', () => {
    if (raw.socket.writableLength > 0) raw.socket.destroy()
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
    else raw.socket.destroySoon()
  })
  // Who sends a body later may be answered before.
  if (!raw.complete) asked.flushHeaders()
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
    if (!isOfConnection(name.toLowerCase(), value.toLowerCase())) kept.push(name, value)
  }
  return kept
}
