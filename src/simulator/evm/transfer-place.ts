import type { BlockTally } from './block-counts.ts'

/** Where one transfer stands. */
export interface TransferPlace {
  /** Key of the transfer's row. */
  readonly seq: number
  readonly txSeq: number
  readonly logIndex: number
  /** Epoch seconds. */
  readonly timestamp: number
  /** Of the block. */
  readonly tally: BlockTally
}
