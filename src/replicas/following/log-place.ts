import { emptyChain } from '../../shared-log/chain.ts'
import type { LogRecord } from '../../shared-log/shared-log.ts'

/** Place in a log whose state a replica or a snapshot has: that of a record, or the beginning. */
export type LogPlace = Pick<LogRecord, 'position' | 'chain' | 'atMs'>

/** Place before the first record. */
export const firstPlace: LogPlace = { position: 0, chain: emptyChain, atMs: 0 }
