import type { IncomingMessage } from 'node:http'

/** Holds what the client has sent, so that nothing of it means anything to the connection between processes. */
const header = 'x-snowglobe-handed-over'

/** The head of a request as a reader has got it. */
interface Head extends Pick<IncomingMessage, 'headers' | 'rawHeaders'> {
  readonly url: string
  readonly address: string
}

/**
 * Headers in which a request goes from a reader to the writer. Those of the client are inside of
 * one: `connection`, `trailer`, `upgrade` and the like are for the process that answers.
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
    // The answer says `close` only where the writer wants the client to be told so.
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

/** The most bytes that the headers of such a request take: 16 KiB can have to be escaped, twice. */
export const maxHandedOverBytes = 256 * 1024

/** Makes a request that a reader has handed over look as it did there. */
export function restore(request: IncomingMessage): void {
  const { headers, rawHeaders, url, address } = JSON.parse(
    request.headers[header] as string,
  ) as Head
  Object.assign(request, { headers, rawHeaders, url })
  Object.defineProperty(request.socket, 'remoteAddress', { value: address, configurable: true })
}
