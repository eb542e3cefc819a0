import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { jsonOf } from './json-list.ts'

export const jsonType = 'application/json; charset=utf-8'

/** Maximum bytes of a response for which joining its parts costs less than sending each. */
export const maxWhole = 64 * 1024

/**
 * Maximum characters of a text that Node sends in one write with its head; a longer one is cheaper
 * as bytes.
 */
const maxText = 16 * 1024

/** Sends a value as JSON. Responses that are cached are serialised by `json-list.ts`. */
export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  const json = jsonOf(value)
  return sendJsonText(reply, json.length > maxText ? Buffer.from(json) : json)
}

/** Sends a body that is JSON already. */
export const sendJsonText = (reply: FastifyReply, json: string | Uint8Array): FastifyReply =>
  reply.header('content-type', jsonType).send(json)

/** Sends a body that is JSON in UTF-8 already, in parts; a long one is not joined. */
export function sendJsonParts(reply: FastifyReply, parts: readonly Uint8Array[]): FastifyReply {
  const [first] = parts
  if (parts.length === 1 && first) return sendJsonText(reply, first)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  // Faults change the end of a response, so they need the whole of it in one part.
  if (length <= maxWhole || Object.hasOwn(reply.raw, 'end'))
    return sendJsonText(reply, Buffer.concat(parts, length))
  const { raw } = reply.header('content-type', jsonType).header('content-length', length).hijack()
  raw.writeHead(raw.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  raw.cork()
  for (const part of parts) raw.write(part)
  raw.end()
  return reply
}
