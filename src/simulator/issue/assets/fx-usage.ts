import { encodeCb58 } from '../../../formats/ids.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import {
  exchangeTransactions,
  type FeatureExtension,
  featureExtensions,
} from '../../../formats/x-chain-transactions.ts'
import { statement } from '../../../store/statement.ts'
import type { Drafting } from '../../primary/state.ts'
import { refuse } from '../refuse.ts'

/** Checks that an asset was created with a feature extension. */
export function verifyFxUsage(
  { facts, store }: Pick<Drafting, 'facts' | 'store'>,
  fx: FeatureExtension,
  assetId: Uint8Array,
): void {
  // The genesis made AVAX, with amounts alone.
  if (compareBytes(assetId, facts.avaxId) === 0) {
    if (fx !== 'secp256k1fx') refuse('incompatible feature extension')
    return
  }
  const { network } = facts
  const row =
    store.get(selectTransaction, { network, txId: encodeCb58(assetId) }) ?? refuse('not found')
  if (row.tx_type !== 'CreateAssetTx') refuse('not an asset')
  const { unsigned } = exchangeTransactions.decode(row.bytes)
  const index = featureExtensions.indexOf(fx)
  const isUsable =
    unsigned.type === 'CreateAssetTx' &&
    unsigned.initialStates.some(({ fxIndex }) => fxIndex === index)
  if (!isUsable) refuse('incompatible feature extension')
}

const selectTransaction = statement<
  { network: string; txId: string },
  { tx_type: string; bytes: Uint8Array }
>(`
  SELECT tx_type, bytes FROM primary_transaction
  WHERE network = :network AND chain = 'X' AND tx_id = :txId`)
