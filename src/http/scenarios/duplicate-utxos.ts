import type { World } from '../../world/world.ts'
import { mapLists } from './map-lists.ts'
import { chainNamed } from './named-chain.ts'
import { requestTargetOf } from './request-target.ts'

/** Names of the members that hold lists of UTXOs in responses. */
const listsOfUtxos: ReadonlySet<string> = new Set(['utxos', 'consumedUtxos', 'emittedUtxos'])

/** Repeats the first UTXO of each list if `duplicate-utxo` concerns the chain of the path. G-115 */
export function duplicateUtxos(world: World, input: unknown, response: unknown): unknown {
  const fields = world.scenarios['duplicate-utxo']
  if (!fields) return response
  const { network, chain } = requestTargetOf(input)
  if (network === undefined || chain === undefined) return response
  if (fields.network !== undefined && fields.network !== network) return response
  const isIts =
    fields.chain === undefined ||
    chainNamed(world, { network, chain: fields.chain })?.names.has(chain) === true
  if (!isIts) return response
  return mapLists(response, listsOfUtxos, (utxos) => [...utxos.slice(0, 1), ...utxos])
}
