import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import type { QueueRefusal } from '../guards/serialize-pipelining.ts'
import { errorBody } from '../response/error-body.ts'

/** Milliseconds until a request has to have arrived: SECURITY.md. */
export const requestTimeoutMs = 30_000

/**
 * Answers requests that Node cannot parse and that reach no route: an oversized header, a malformed
 * request line. The response is sent in its turn, after those to the requests before it. G-19
 */
export const brokenRequestHandler =
  (queueRefusal: QueueRefusal) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy()
    // Earlier responses are still being written or read; input after the last request is ignored.
    else if (socket.writable) queueRefusal(socket, (isOfHead) => refuse(error, socket, isOfHead))
  }

function refuse(error: Error & { code?: string }, socket: Socket, isOfHead: boolean): void {
  const message =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? `The URL and headers together must have at most ${maxHeaderSize} bytes`
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? `The request must arrive within ${requestTimeoutMs / 1000} seconds`
        : 'The request is not valid HTTP/1.1'
  const body = errorBody('data', 400, message)
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${isOfHead ? '' : body}`)
  socket.destroySoon()
}
