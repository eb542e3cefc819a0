import type { IncomingHttpHeaders } from 'node:http'

/** Returns the header up to its first semicolon, as it was sent. */
export function mediaTypeOf({ 'content-type': type = '' }: IncomingHttpHeaders): string {
  const end = type.indexOf(';')
  return end === -1 ? type : type.slice(0, end)
}
