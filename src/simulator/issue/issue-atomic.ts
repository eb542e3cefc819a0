import { atomicTransactions } from '../../formats/c-chain-atomic-transactions.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import type { ActionContext } from '../actions/action-context.ts'
import type { Made } from '../actions/verb.ts'
import { toAtomicTransaction } from '../primary/atomic/contract-side.ts'
import { draftOn } from '../primary/state.ts'
import { isAccepted } from './accepted.ts'
import { waitForImports } from './imports.ts'
import { inContext } from './refuse.ts'
import { verifySize } from './size.ts'
import { verifyAtomic } from './verify-atomic.ts'

/** Issues a signed atomic transaction of the C-chain. */
export function issueAtomic(context: ActionContext, bytes: Uint8Array): Made {
  const tx = inContext('problem parsing tx', () => atomicTransactions.decode(bytes))
  const txId = encodeCb58(tx.id)
  const made = { chain: 'C', txId } as const
  const { state } = context
  const assembler = context.evmChain('C')
  // The rows show what earlier transactions spent, and the accounts what they took.
  assembler.flush()
  if (isAccepted(state, 'C', txId)) return made
  if (tx.unsigned.type === 'ImportTx') waitForImports(context, 'C', tx.unsigned.importedInputs)
  // Opening a block takes time of the world: what no block would take is refused before.
  const { actors } = assembler
  verifyAtomic(draftOn(state), tx, {
    time: context.now(),
    baseFee: 1n,
    balanceOf: (address) => actors.state.balanceOf(actors.textOf(address)),
    nonceOf: (address) => actors.state.nonceOf(actors.textOf(address)),
  })
  verifySize(bytes, tx.id)
  assembler.addAtomic((block) => {
    const { gasUsed } = verifyAtomic(draftOn(state), tx, block.atomicContext)
    const { unsigned, id } = tx
    return toAtomicTransaction({ tx: { chain: 'C', unsigned, bytes, id }, gasUsed })
  })
  return made
}
