import { toHex } from '../../formats/ids.ts'
import { networkConstants } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import type { ActionContext } from '../actions/action-context.ts'
import type { Made } from '../actions/verb.ts'
import type { EvmBlock } from '../evm/blocks/block.ts'
import { intrinsicGas } from '../evm/call.ts'
import { refuse } from './refuse.ts'
import { contentOf, readForeignEvm, verifyEvm } from './verify-evm.ts'

/** Issues a raw transaction of an EVM chain: a transfer of its coin. */
export function issueEvm(context: ActionContext, chain: string, raw: Uint8Array): Made {
  const assembler = context.evmChain(chain)
  const chainId = chain === 'C' ? networkConstants[context.network].evmChainId : chain
  const foreign = readForeignEvm(raw, BigInt(chainId))
  const { tx, sender, hash } = foreign
  const made = { chain, txId: toHex(hash) } as const
  const { store } = context.state
  if (assembler.holds(raw) || store.get(selectKnown, { chainId, hash: made.txId }))
    refuse('already known')
  const { accounts, textOf, contracts } = assembler.actors
  const account = textOf(sender)
  const verify = (block: Pick<EvmBlock, 'baseFee' | 'gasLimit'>) => {
    verifyEvm(foreign, {
      chainId: BigInt(chainId),
      baseFee: block.baseFee,
      gasLimit: block.gasLimit,
      nonce: accounts.nonceOf(account),
      balance: accounts.balanceOf(account),
      isContract: (address) => contracts.find(textOf(address)) !== undefined,
    })
  }
  // Opening a block takes time of the world: what no block would take is refused before.
  verify({ baseFee: 0n, gasLimit: maxUint64 })
  const content = contentOf(tx)
  const included = assembler.include(verify, (block) => {
    const price =
      tx.type === 2 ? min(tx.maxFeePerGas, block.baseFee + tx.maxPriorityFeePerGas) : tx.gasPrice
    return block.include(sender, content, {
      raw,
      type: tx.type,
      gasLimit: tx.gasLimit,
      gasUsed: intrinsicGas(content),
      gasPrice: price,
      highestPrice: tx.type === 2 ? tx.maxFeePerGas : tx.gasPrice,
    })
  })
  if (!included) refuse('exceeds block gas limit')
  return made
}

const maxUint64 = 2n ** 64n - 1n

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const selectKnown = statement<{ chainId: string; hash: string }, { seq: number }>(
  'SELECT seq FROM evm_transaction WHERE chain_id = :chainId AND hash = :hash',
)
