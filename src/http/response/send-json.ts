import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { jsonOf } from './json-list.ts'

export const jsonType = 'application/json; charset=utf-8'

/** Bytes up to which joining the parts of an answer costs less than sending each. */
export const maxWhole = 64 * 1024

/** Characters up to which Node sends a text in one piece with its head; a longer one is cheaper as bytes. */
const maxText = 16 * 1024

/** The one place where an answer becomes bytes. */
export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  const json = jsonOf(value)
  return sendJsonText(reply, json.length > maxText ? Buffer.from(json) : json)
}

/** For bodies that are JSON already. */
export const sendJsonText = (reply: FastifyReply, json: string | Uint8Array): FastifyReply =>
  reply.header('content-type', jsonType).send(json)

/** For bodies that are JSON in UTF-8 already, in parts: long ones are sent without being joined. */
export function sendJsonParts(reply: FastifyReply, parts: readonly Uint8Array[]): FastifyReply {
  const [first] = parts
  if (parts.length === 1 && first) return sendJsonText(reply, first)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  // Faults change how an answer ends, and so have to see the whole of it.
  if (length <= maxWhole || Object.hasOwn(reply.raw, 'end'))
    return sendJsonText(reply, Buffer.concat(parts, length))
  const { raw } = reply.header('content-type', jsonType).header('content-length', length).hijack()
  raw.writeHead(raw.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  raw.cork()
  for (const part of parts) raw.write(part)
  raw.end()
  return reply
}
