import type { Method } from '../../json-rpc/method.ts'
import { getBlock, getBlockByHeight } from '../blocks.ts'
import { issueTx } from '../issue-tx.ts'
import { getStatus, getTx } from '../transactions.ts'
import { getUtxos } from '../utxos.ts'
import { getAssetDescription, getHeight, getTxFee } from './assets.ts'
import { getAllBalances, getBalance } from './balances.ts'

/** Methods of the X-chain. */
export const exchangeMethods: readonly Method[] = [
  getAssetDescription,
  getTxFee,
  getUtxos('avm', 'X'),
  issueTx('avm', 'X'),
  getStatus('avm.getTxStatus', 'X'),
  getTx('avm.getTx', 'X', { missing: () => 'not found' }),
  getBalance,
  getAllBalances,
  getHeight,
  getBlock('avm', 'X'),
  getBlockByHeight('avm', 'X'),
]
