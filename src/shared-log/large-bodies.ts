import { maxPartBytes, type SharedLog } from './shared-log.ts'

/** Cuts bytes into parts of the size that a log takes. */
export async function* cutIntoParts(
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  let chunks: Buffer[] = []
  let size = 0
  for await (let chunk of bytes) {
    while (size + chunk.length >= maxPartBytes) {
      yield Buffer.concat([...chunks, chunk.subarray(0, maxPartBytes - size)])
      chunk = chunk.subarray(maxPartBytes - size)
      chunks = []
      size = 0
    }
    chunks.push(chunk)
    size += chunk.length
  }
  if (size > 0) yield Buffer.concat(chunks)
}

/** Stores a value, which must survive JSON unchanged, as a large body. */
export const putJson = (
  log: Pick<SharedLog, 'putParts'>,
  name: string,
  value: unknown,
): Promise<void> => log.putParts(name, cutIntoParts([Buffer.from(JSON.stringify(value))]))

/** Returns the value of {@link putJson}. @throws MissingPartsError */
export async function getJson(log: Pick<SharedLog, 'getParts'>, name: string): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of log.getParts(name)) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}
