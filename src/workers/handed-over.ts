import type { IncomingMessage } from 'node:http'

/**
 * Header with the client's head, so that no part of it affects the connection between processes.
 */
const header = 'x-snowglobe-handed-over'

/** Head of a request as a reader has received it. */
interface Head extends Pick<IncomingMessage, 'headers' | 'rawHeaders'> {
  readonly url: string
  readonly address: string
}

/**
 * Builds the headers in which a request goes from a reader to the writer. One header contains those
 * of the client: `connection`, `trailer`, `upgrade` and the like are for the process that answers.
 */
export function handedOver(
  { headers, rawHeaders }: IncomingMessage,
  url: string,
  address: string,
): Record<string, string> {
  const head: Head = { headers, rawHeaders, url, address }
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return {
    host: '',
    // The response has `close` only if the writer wants it for the client.
    connection: 'keep-alive',
    // Node writes some heads in latin1 and some in UTF-8: ASCII is the same in both.
    [header]: JSON.stringify(head).replaceAll(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    ...(length !== undefined && { 'content-length': length }),
    ...(length === undefined && encoding !== undefined && { 'transfer-encoding': 'chunked' }),
  }
}

/** Maximum bytes of the headers of such a request: 16 KiB may have to be escaped, twice. */
export const maxHandedOverBytes = 256 * 1024

/** Restores a request that a reader has handed over to its original form. */
export function restore(request: IncomingMessage): void {
  const { headers, rawHeaders, url, address } = JSON.parse(
    request.headers[header] as string,
  ) as Head
  Object.assign(request, { headers, rawHeaders, url })
  Object.defineProperty(request.socket, 'remoteAddress', { value: address, configurable: true })
}
