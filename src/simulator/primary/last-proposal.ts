import { fromCheckedHex, fromHex, parseId } from '../../formats/ids.ts'
import { decodeProposerBlock } from '../../formats/proposer-blocks.ts'
import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'

/** Epoch of a chain (ACP-181): the height at which its blocks look validators up. */
export interface Epoch {
  readonly pChainHeight: bigint
  readonly number: bigint
  /** Epoch seconds. */
  readonly startTime: bigint
}

/** Last container of a chain, as the parent of the next one. */
export interface LastProposal {
  readonly id: Uint8Array
  /** Whether a proposer wrapped it: false for the genesis block and before Apricot 4. */
  readonly isWrapped: boolean
  /** Epoch seconds. */
  readonly timestamp: bigint
  readonly pChainHeight: bigint
  readonly epoch: Epoch | undefined
}

/** Returns a block that no proposer wrapped. */
export const bareProposal = (id: Uint8Array, time: number): LastProposal => ({
  id,
  isWrapped: false,
  timestamp: BigInt(time),
  pChainHeight: 0n,
  epoch: undefined,
})

const epochSeconds = 300n

/**
 * Returns the epoch of the block after a parent, since Granite: an epoch lasts until a block whose
 * parent is at or past its end.
 */
export function epochAfter({ epoch, timestamp, pChainHeight }: LastProposal): Epoch {
  if (epoch && timestamp < epoch.startTime + epochSeconds) return epoch
  return { pChainHeight, number: (epoch?.number ?? 0n) + 1n, startTime: timestamp }
}

/**
 * Reads the last container: an option has the time, height and epoch of the block before it.
 * @returns undefined before the X-chain has blocks
 */
export function readLastProposal(
  store: Pick<WorldStore, 'all' | 'get'>,
  of: { network: Network; chain: PrimaryChain },
): LastProposal | undefined {
  const { chain } = of
  const last = store.get(selectLastBlock, of)
  if (!last) return undefined
  if (last.proposer_id === null) {
    const id = chain === 'C' ? fromHex(last.block_id) : parseId(last.block_id)
    return bareProposal(id, last.timestamp)
  }
  for (const { bytes } of store.all(selectLastContainers, of)) {
    const block = decodeProposerBlock(fromCheckedHex(bytes))
    if (block.type === 'Option') continue
    const { timestamp, pChainHeight } = block
    const epoch = block.type === 'GraniteBlock' ? block.epoch : undefined
    return { id: parseId(last.proposer_id), isWrapped: true, timestamp, pChainHeight, epoch }
  }
  throw new Error(`internal error: no container of the ${chain}-chain holds a proposed block`)
}

const selectLastBlock = statement<
  { network: string; chain: string },
  { block_id: string; timestamp: number; proposer_id: string | null }
>(`
  SELECT block_id, timestamp, proposer_id FROM primary_block
  WHERE network = :network AND chain = :chain ORDER BY height DESC LIMIT 1`)

// An option follows its proposal at once, so one of the last two is proposed.
const selectLastContainers = statement<{ network: string; chain: string }, { bytes: string }>(`
  SELECT bytes FROM container WHERE network = :network AND chain = :chain AND kind = 'block'
  ORDER BY position DESC LIMIT 2`)
