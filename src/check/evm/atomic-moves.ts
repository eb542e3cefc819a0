import { toHex } from '../../formats/ids.ts'
import { networkConstants } from '../../networks/constants.ts'
import { weiPerNAvax } from '../../networks/units.ts'
import { perWorld } from '../per-world.ts'
import { transactions } from '../primary/primary-transactions.ts'

/** AVAX that an atomic transaction moves into or out of an account of the C-chain. */
interface AtomicMove {
  /** Cb58. */
  readonly txId: string
  /** `0x` and lower-case hex. */
  readonly account: string
  /** Positive for imports. */
  readonly wei: bigint
}

/** Moves of a block, which come after its own transactions. */
interface AtomicMoves {
  readonly imports: AtomicMove[]
  readonly exports: (AtomicMove & { readonly nonce: bigint })[]
}

/** Returns moves by EVM chain id and hash of the block. */
export const atomicMoves = perWorld((world): ReadonlyMap<string, AtomicMoves> => {
  const blocks = new Map<string, AtomicMoves>()
  for (const { network, chain, block_id, tx_id: txId, content } of transactions(world)) {
    if (chain !== 'C' || content.chain !== 'C') continue
    const key = `${networkConstants[network].evmChainId} ${block_id}`
    const moves = blocks.get(key) ?? { imports: [], exports: [] }
    blocks.set(key, moves)
    const { unsigned: tx } = content
    if (tx.type === 'ImportTx')
      for (const { address, amount } of tx.outputs)
        moves.imports.push({ txId, account: toHex(address), wei: amount * weiPerNAvax })
    else
      for (const { address, amount, nonce } of tx.inputs)
        moves.exports.push({ txId, account: toHex(address), wei: -amount * weiPerNAvax, nonce })
  }
  return blocks
})
