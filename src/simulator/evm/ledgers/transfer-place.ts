import type { BlockTally } from '../counts/block-counts.ts'
import type { TokenUris } from './token-uris.ts'

/** Place of one transfer. */
export interface TransferPlace {
  /** Key of the transfer's row. */
  readonly seq: number
  readonly txSeq: number
  readonly logIndex: number
  /** Epoch seconds. */
  readonly timestamp: number
  /** Tally of the block. */
  readonly tally: BlockTally
  /** URIs of the tokens that the transaction moved first. */
  readonly uris: TokenUris
}
