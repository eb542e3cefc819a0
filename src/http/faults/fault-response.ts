import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { FaultResponse } from '../../../schemas/control/fault-response.ts'
import type { InterfaceName } from '../request/interfaces.ts'
import { bodyWithTitle } from '../response/error-body.ts'
import { jsonType } from '../response/send-json.ts'

/**
 * Answers as a gateway in front of the service would: with the given body or with the error body of
 * a REST interface, or for JSON-RPC with an HTML page.
 */
export function sendFaultResponse(
  of: InterfaceName,
  reply: FastifyReply,
  response: FaultResponse,
): FastifyReply {
  const { status, headers = {} } = response
  reply.status(status)
  // Gateways with these statuses send the time for a retry.
  if (status === 429 || status === 503) reply.header('retry-after', '1')
  const { type, body } = bodyOf(of, response)
  if (type !== undefined) reply.header('content-type', type)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  // Bytes are sent as they are, whatever their media type.
  return reply.send(body === undefined ? undefined : Buffer.from(body))
}

function bodyOf(
  of: InterfaceName,
  { status, message, text, json }: FaultResponse,
): { readonly type?: string; readonly body?: string } {
  if (json !== undefined) return { type: jsonType, body: JSON.stringify(json) }
  if (text !== undefined) return { type: 'text/plain; charset=utf-8', body: text }
  if (status < 300 && message === undefined) return {}
  const title = STATUS_CODES[status] ?? 'Unknown'
  if (of === 'node') return { type: 'text/html', body: pageOf(`${status} ${title}`, message) }
  return { type: jsonType, body: bodyWithTitle(of, status, message ?? title, title) }
}

/** Returns the error page of nginx, with the message if there is one. */
const pageOf = (title: string, message: string | undefined): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n` +
  `${message === undefined ? '' : `<p>${escaped(message)}</p>\r\n`}</body>\r\n</html>\r\n`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
