import type { ServerResponse } from 'node:http'
import type { InternalErrors } from '../server/internal-errors.ts'

/*
 * Changes to the bytes of one response. A hook would do too, but Fastify would run it for every
 * other response as well. The response of the one request that meets a fault is patched instead.
 */

/** G-98: number of pieces into which a slow response is cut. */
const pieces = 10

/** Leaves out the headers that let pages of other origins read the response. */
export function withoutCors(raw: ServerResponse): void {
  const writeHead = raw.writeHead.bind(raw) as (status: number, headers: object) => ServerResponse
  raw.writeHead = ((status: number, headers: object = {}) =>
    writeHead(
      status,
      Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/^access-control-/i.test(name)),
      ),
    )) as typeof raw.writeHead
}

/** Sends the body in pieces, some time apart; a client that leaves ends it. */
export function withChunks(raw: ServerResponse, apartMs: number, errors: InternalErrors): void {
  const end = raw.end.bind(raw) as (last?: Buffer) => ServerResponse
  replaceEnd(raw, (body) => {
    let timer: NodeJS.Timeout | undefined
    raw.once('close', () => clearTimeout(timer))
    const size = Math.max(1, Math.ceil(body.length / pieces))
    const sendLater = errors.guard(
      (from: number) => send(from),
      () => raw.destroy(),
    )
    const send = (from: number) => {
      if (from + size >= body.length) {
        end(body.subarray(from))
        return
      }
      raw.write(body.subarray(from, from + size))
      timer = setTimeout(sendLater, apartMs, from + size)
    }
    send(0)
  })
}

/**
 * Ends the connection in the middle of the body, whose full length the header has announced. A
 * response without a body is sent in full and announces that its connection closes.
 */
export function withTruncation(raw: ServerResponse): void {
  const writeHead = raw.writeHead.bind(raw) as (status: number, headers: object) => ServerResponse
  raw.writeHead = ((status: number, headers: Record<string, unknown> = {}) => {
    if (raw.req.method === 'HEAD' || !Number(headers['content-length'])) raw.shouldKeepAlive = false
    return writeHead(status, headers)
  }) as typeof raw.writeHead
  replaceEnd(raw, (body) => {
    raw.flushHeaders()
    raw.write(body.subarray(0, Math.floor(body.length / 2)), () => raw.socket?.destroySoon())
  })
}

function replaceEnd(raw: ServerResponse, send: (body: Buffer) => void): void {
  raw.end = ((body: string | Uint8Array | null = null) => {
    send(Buffer.from(body ?? ''))
    return raw
  }) as typeof raw.end
}
