import { InvalidTransactionError } from '../../evm/transaction.ts'
import { toHex } from '../../formats/ids.ts'
import { networkConstants } from '../../networks/constants.ts'
import { statement } from '../../store/statement.ts'
import type { InParts } from '../../util/in-parts.ts'
import type { ActionContext } from '../actions/action-context.ts'
import type { Made } from '../actions/verb.ts'
import { contentOf, type EvmBlock } from '../evm/blocks/block.ts'
import { gasBeforeExecution } from '../evm/call.ts'
import { refuse } from './refuse.ts'
import { readForeignEvm, verifyEvm } from './verify-evm.ts'

/** Issues a raw transaction of an EVM chain, which is executed in parts. */
export function* issueEvm(context: ActionContext, chain: string, raw: Uint8Array): InParts<Made> {
  const assembler = context.evmChain(chain)
  const chainId = chain === 'C' ? networkConstants[context.network].evmChainId : chain
  const foreign = readForeignEvm(raw, BigInt(chainId))
  const { tx, sender, hash } = foreign
  const made = { chain, txId: toHex(hash) } as const
  const { store } = context.state
  const { state, textOf } = assembler.actors
  const account = textOf(sender)
  // A transaction in a block has used its nonce.
  const isInBlock =
    tx.nonce < state.nonceOf(account) && store.get(selectKnown, { chainId, hash: made.txId })
  if (isInBlock || assembler.holds(raw)) refuse('already known')
  const verify = (block: Pick<EvmBlock, 'baseFee' | 'gasLimit' | 'gasBefore'>) => {
    verifyEvm(foreign, {
      chainId: BigInt(chainId),
      baseFee: block.baseFee,
      gasLimit: block.gasLimit,
      nonce: state.nonceOf(account),
      balance: state.balanceOf(account),
      gasBefore: block.gasBefore(tx),
    })
  }
  // Opening a block takes time of the world: what no block would take is refused before.
  const gasBefore = () => gasBeforeExecution(contentOf(tx))
  verify({ baseFee: 0n, gasLimit: maxUint64, gasBefore })
  const included = yield* assembler.include(verify, function* (block) {
    try {
      return yield* block.including(sender, tx, raw)
    } catch (error) {
      if (error instanceof InvalidTransactionError) refuse(error.message)
      throw error
    }
  })
  if (!included) refuse('exceeds block gas limit')
  return made
}

const maxUint64 = 2n ** 64n - 1n

const selectKnown = statement<{ chainId: string; hash: string }, { seq: number }>(
  'SELECT seq FROM evm_transaction WHERE chain_id = :chainId AND hash = :hash',
)
