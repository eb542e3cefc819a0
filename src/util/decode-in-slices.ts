import { StringDecoder } from 'node:string_decoder'

/** Bytes that one step decodes, in about a millisecond. */
const partBytes = 1024 * 1024

/**
 * Decodes UTF-8 as `Buffer.toString` does. It yields after every part, so that requests are served
 * in between.
 */
export function* decodeInSlices(bytes: Buffer): Generator<undefined, string> {
  const decoder = new StringDecoder('utf8')
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += partBytes) {
    parts.push(decoder.write(bytes.subarray(at, at + partBytes)))
    yield
  }
  return parts.join('') + decoder.end()
}
