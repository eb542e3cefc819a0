import { createHash } from 'node:crypto'

/** Chain value of an empty log, hex. */
export const emptyChain = '0'.repeat(64)

/**
 * Returns the chain value after a record: SHA-256 of the previous value's 32 bytes and the body's
 * UTF-8 bytes. Equal values mean equal logs, which equal positions do not.
 * @param previous 64 hex digits
 * @param text body of the record as JSON
 */
export const chainAfter = (previous: string, text: string): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(text, 'utf8').digest('hex')
