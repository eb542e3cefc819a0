import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import type { PrimaryState } from '../primary/state.ts'

/** Tells whether a chain has accepted a transaction (cb58). */
export const isAccepted = (
  { facts, store }: Pick<PrimaryState, 'facts' | 'store'>,
  chain: PrimaryChain,
  txId: string,
): boolean => store.get(selectAccepted, { network: facts.network, chain, txId }) !== undefined

const selectAccepted = statement<
  { network: string; chain: string; txId: string },
  { seq: number }
>(`
  SELECT seq FROM primary_transaction
  WHERE network = :network AND chain = :chain AND tx_id = :txId`)
