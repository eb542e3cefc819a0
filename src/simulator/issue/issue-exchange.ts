import { encodeCb58 } from '../../formats/ids.ts'
import { exchangeTransactions } from '../../formats/x-chain-transactions.ts'
import type { ActionContext } from '../actions/action-context.ts'
import type { Made } from '../actions/verb.ts'
import { isAccepted } from './accepted.ts'
import { waitForImports } from './imports.ts'
import { inContext } from './refuse.ts'
import { verifySize } from './size.ts'
import { verifyExchange } from './verify-x-chain.ts'

/** Issues a signed transaction of the X-chain. */
export function issueExchange(context: ActionContext, bytes: Uint8Array): Made {
  const tx = inContext("couldn't parse tx", () => exchangeTransactions.decode(bytes))
  const txId = encodeCb58(tx.id)
  const made = { chain: 'X', txId } as const
  if (isAccepted(context.state, 'X', txId)) return made
  if (tx.unsigned.type === 'ImportTx') waitForImports(context, 'X', tx.unsigned.importedInputs)
  context.exchange.add((drafting, time) => {
    const spent = verifyExchange(drafting, tx, time)
    verifySize(bytes, tx.id)
    for (const utxo of spent) drafting.utxos.take(utxo)
    return { chain: 'X', unsigned: tx.unsigned, bytes, id: tx.id }
  })
  return made
}
