import { atomicTransactions } from '../../formats/c-chain-atomic-transactions.ts'
import { decode } from '../../formats/codec.ts'
import { type CorethBlock, decodeCorethBlock } from '../../formats/evm/blocks.ts'
import { corethBlockHash } from '../../formats/evm/headers.ts'
import { idOf } from '../../formats/ids.ts'
import { list, versioned } from '../../formats/layouts.ts'
import { PlatformBlock } from '../../formats/p-chain-blocks.ts'
import { ExchangeBlock } from '../../formats/x-chain-blocks.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'

/** A block of a chain's own VM. */
export interface InnerBlock {
  /** 32 bytes. */
  readonly id: Uint8Array
  readonly parentId: Uint8Array
  readonly height: number
  /** Epoch seconds; undefined in Apricot blocks of the P-chain, which do not hold it. */
  readonly time: number | undefined
  /** The node's name of the block's type; on the C-chain undefined. */
  readonly type: PlatformBlock['type'] | ExchangeBlock['type'] | undefined
  /** Whole signed bytes of P-, X-chain or atomic transactions. */
  readonly transactions: readonly Uint8Array[]
  readonly size: number
  /** Block of the C-chain. */
  readonly evm: CorethBlock | undefined
}

const atomicBatch = versioned(0, list(atomicTransactions.embedded))

/** Decodes the block in `bytes`; throws FormatError. */
export function decodeInner(chain: PrimaryChain, bytes: Uint8Array): InnerBlock {
  const common = { size: bytes.length, evm: undefined }
  if (chain === 'P') {
    const block = decode(PlatformBlock, bytes)
    return {
      ...common,
      id: idOf(bytes),
      parentId: block.parentId,
      height: Number(block.height),
      time: 'time' in block ? Number(block.time) : undefined,
      type: block.type,
      transactions: [
        ...('transactions' in block ? block.transactions : []),
        ...('transaction' in block ? [block.transaction] : []),
      ],
    }
  }
  if (chain === 'X') {
    const block = decode(ExchangeBlock, bytes)
    return {
      ...common,
      id: idOf(bytes),
      parentId: block.parentId,
      height: Number(block.height),
      time: Number(block.time),
      type: block.type,
      transactions: block.transactions,
    }
  }
  const evm = decodeCorethBlock(bytes)
  const { header, extData } = evm
  return {
    size: bytes.length,
    evm,
    id: corethBlockHash(header),
    parentId: header.parentHash,
    height: Number(header.number),
    time: Number(header.timestamp),
    type: undefined,
    transactions: extData.length === 0 ? [] : atomicTransactionsIn(extData),
  }
}

/** Returns the transactions: one plain transaction, or since Apricot 5 a list of them. */
function atomicTransactionsIn(extData: Uint8Array): readonly Uint8Array[] {
  try {
    return decode(atomicBatch, extData)
  } catch {
    atomicTransactions.decode(extData)
    return [extData]
  }
}
