import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { handedOver } from './handed-over.ts'
import { isResetMark } from './writer-socket.ts'

/**
 * Tells whether a header is specific to each connection; `connection: close` is meant for the
 * client.
 */
const isOfConnection = (name: string, value: string): boolean =>
  name === 'transfer-encoding' ||
  name === 'keep-alive' ||
  (name === 'connection' && value !== 'close')

/**
 * Lets the writer answer a request, and passes its response on. This includes a response that ends
 * too early or is no HTTP, since clients have to meet the requested faults. Any failure closes the
 * connection of the client.
 * @param writerSocket path of the writer's socket
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
  const outgoing = ask({
    socketPath: writerSocket,
    // Each request has a new connection. A reused one could close at the moment of its use, and it
    // would be unknown whether the writer has seen the request.
    agent: false,
    method: raw.method,
    headers: handedOver(raw, originalUrl, ip),
  })
  // The writer limits the time of a response; this process limits the time in which a client reads
  // nothing.
  response.on('timeout', () => {
    if (raw.socket.writableLength > 0) raw.socket.destroy()
  })
  let received: IncomingMessage | undefined
  outgoing.on('response', (found) => {
    received = found
    response.writeHead(found.statusCode ?? 500, found.statusMessage, passedOn(found.rawHeaders))
    found.on('error', () => breakOff(response))
    found.pipe(response)
  })
  outgoing.on('error', (error: Error & { rawPacket?: Buffer }) => {
    if (isResetMark(error.rawPacket)) raw.socket.resetAndDestroy()
    else if (error.rawPacket) {
      raw.socket.write(error.rawPacket)
      // An end alone would wait for a client that writes more than this process reads.
      raw.socket.destroySoon()
    } else if (received) breakOff(response)
    else raw.socket.destroySoon()
  })
  // A client that sends its body later may get its response before.
  if (!raw.complete) outgoing.flushHeaders()
  raw.pipe(outgoing)
  response.on('close', () => {
    outgoing.destroy()
    // The rest of an unread body is discarded.
    raw.unpipe(outgoing)
    raw.resume()
  })
}

/** Ends a connection in the middle of a response. */
function breakOff(response: ServerResponse): void {
  const { socket } = response
  if (response.writableFinished || socket?.writableEnded) return
  response.flushHeaders()
  socket?.destroySoon()
}

function passedOn(lines: readonly string[]): string[] {
  const forwarded: string[] = []
  for (let at = 0; at < lines.length; at += 2) {
    const [name = '', value = ''] = lines.slice(at, at + 2)
    if (!isOfConnection(name.toLowerCase(), value.toLowerCase())) forwarded.push(name, value)
  }
  return forwarded
}
