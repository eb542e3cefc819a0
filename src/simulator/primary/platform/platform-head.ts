import { parseId } from '../../../formats/ids.ts'
import { type GasState, gasAfter } from '../../../formats/p-chain-complexity.ts'
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
  /** Gas left and used above the target after the block; without blocks since Etna none. */
  gas: GasState

  constructor(network: Network, store: WorldStore) {
    const row = store.get(selectLast, { network })
    this.height = row?.height ?? 0
    this.time = row?.timestamp ?? 0
    this.blockId = row ? parseId(row.block_id) : new Uint8Array(32)
    this.exists = row !== undefined
    this.gas = { capacity: row?.gas_capacity ?? 0, excess: BigInt(row?.gas_excess ?? 0) }
  }

  /** Returns the state that a block of this time finds, since Etna; epoch seconds. */
  gasAt(time: number): GasState {
    return gasAfter(this.gas, Math.max(0, time - this.time))
  }
}

const selectLast = statement<
  { network: string },
  {
    height: number
    timestamp: number
    block_id: string
    gas_capacity: number | null
    gas_excess: number | null
  }
>(`
  SELECT height, timestamp, block_id, gas_capacity, gas_excess FROM primary_block
  WHERE network = :network AND chain = 'P' ORDER BY height DESC LIMIT 1`)
