import { parseId } from '../../../formats/ids.ts'
import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'

/** Last accepted block of the P-chain. */
export class PlatformHead {
  /** Height; 0 before there is a genesis. */
  height: number
  /** Chain time, epoch seconds. */
  time: number
  /** Id of the inner block, 32 bytes; zeros before there is a genesis. */
  blockId: Uint8Array
  readonly exists: boolean

  constructor(network: Network, store: WorldStore) {
    const row = store.get(selectLast, { network })
    this.height = row?.height ?? 0
    this.time = row?.timestamp ?? 0
    this.blockId = row ? parseId(row.block_id) : new Uint8Array(32)
    this.exists = row !== undefined
  }
}

const selectLast = statement<
  { network: string },
  { height: number; timestamp: number; block_id: string }
>(`
  SELECT height, timestamp, block_id FROM primary_block
  WHERE network = :network AND chain = 'P' ORDER BY height DESC LIMIT 1`)
