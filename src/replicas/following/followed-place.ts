import { emptyChain } from '../../shared-log/chain.ts'

/** Place in a log whose state a replica has. */
export interface FollowedPlace {
  readonly position: number
  readonly chain: string
  /** Engine's time of the record there, milliseconds since 1970; 0 before the first one. */
  readonly atMs: number
}

/** Place before the first record. */
export const firstPlace: FollowedPlace = { position: 0, chain: emptyChain, atMs: 0 }

/** The state that a replica has is not the one that the log leads to. */
export class DivergedError extends Error {
  /** Position that the state must come before from which it begins again. */
  readonly before: number

  constructor(message: string, before: number) {
    super(message)
    this.name = 'DivergedError'
    this.before = before
  }
}
