import type { ActionResult, Do } from '../../../schemas/control/actions/index.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { secondsText } from '../../time/time-text.ts'
import type { Made } from './verb.ts'

/** Result of an action whose transaction has no place in a block yet. */
export type Unplaced = Made & Pick<ActionResult, 'do' | 'network'>

/**
 * Adds the place of their transactions to results.
 * @param now epoch seconds, for results without one
 */
export const locateResults = (
  results: readonly Unplaced[],
  store: Pick<WorldStore, 'get'>,
  now: number,
): ActionResult[] =>
  results.map(({ do: verb, network, chain, txId, ...made }) => {
    const place =
      chain === undefined || txId === undefined ? undefined : placeOf(store, network, chain, txId)
    return {
      ...{ do: verb as Do, network },
      ...(chain !== undefined && { chain }),
      ...(txId !== undefined && { txId }),
      ...(place && { height: place.height }),
      time: secondsText(place?.time ?? now),
      ...made,
    }
  })

function placeOf(store: Pick<WorldStore, 'get'>, network: Network, chain: string, txId: string) {
  if (chain === 'P' || chain === 'X' || !txId.startsWith('0x'))
    return store.get(selectPrimaryPlace, { network, chain, txId })
  const chainId = chain === 'C' ? networkConstants[network].evmChainId : chain
  return store.get(selectEvmPlace, { chainId, hash: txId })
}

interface PlaceRow {
  height: number
  time: number
}

const selectPrimaryPlace = statement<{ network: string; chain: string; txId: string }, PlaceRow>(`
  SELECT CAST(block_number AS INTEGER) AS height, timestamp AS time FROM primary_transaction
  WHERE network = :network AND chain = :chain AND tx_id = :txId`)

const selectEvmPlace = statement<{ chainId: string; hash: string }, PlaceRow>(`
  SELECT b.number AS height, b.timestamp AS time FROM evm_transaction AS t
  JOIN evm_block AS b ON b.chain_id = t.chain_id AND b.number = t.block_number
  WHERE t.chain_id = :chainId AND t.hash = :hash`)
