import type { Method } from '../../json-rpc/method.ts'
import { issueTx } from '../issue-tx.ts'
import { getStatus, getTx } from '../transactions.ts'
import { getUtxos } from '../utxos.ts'

/** Methods of atomic transactions of the C-chain. */
export const atomicMethods: readonly Method[] = [
  getUtxos('avax', 'C'),
  issueTx('avax', 'C'),
  getStatus('avax.getAtomicTxStatus', 'C'),
  getTx('avax.getAtomicTx', 'C', {
    missing: (txId) => `could not find tx ${txId}`,
    hasHeight: true,
  }),
]
