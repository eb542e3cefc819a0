import { emptyChain } from '../../shared-log/chain.ts'

/** Place in a log whose state a replica or a snapshot has. */
export interface LogPlace {
  readonly position: number
  /** Chain value at the position, 64 hex digits. */
  readonly chain: string
  /** Engine's time of the record there, milliseconds since 1970; 0 before the first one. */
  readonly atMs: number
}

/** Place before the first record. */
export const firstPlace: LogPlace = { position: 0, chain: emptyChain, atMs: 0 }
