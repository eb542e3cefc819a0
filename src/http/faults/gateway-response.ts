import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { InterfaceName } from '../request/interfaces.ts'
import { bodyWithTitle } from '../response/error-body.ts'
import { jsonType } from '../response/send-json.ts'

export interface GatewayResponse {
  readonly status: number
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Answers as a gateway in front of the service would: with the error body of a REST interface, or
 * for JSON-RPC with an HTML page.
 */
export function sendGatewayResponse(
  of: InterfaceName,
  reply: FastifyReply,
  { status, message, headers = {} }: GatewayResponse,
): FastifyReply {
  const title = STATUS_CODES[status] ?? 'Unknown'
  reply.status(status)
  // Gateways with these statuses send the time for a retry.
  if (status === 429 || status === 503) reply.header('retry-after', '1')
  if (of === 'node') reply.header('content-type', 'text/html')
  else reply.header('content-type', jsonType)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  if (of === 'node') return reply.send(pageOf(`${status} ${title}`, message))
  return reply.send(bodyWithTitle(of, status, message ?? title, title))
}

/** Returns the error page of nginx, with the message if there is one. */
const pageOf = (title: string, message: string | undefined): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n` +
  `${message === undefined ? '' : `<p>${escaped(message)}</p>\r\n`}</body>\r\n</html>\r\n`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
