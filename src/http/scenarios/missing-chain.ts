import type { World } from '../../world/world.ts'
import { notFound, quoteInput } from '../response/errors.ts'
import { type Item, mapLists } from './map-lists.ts'
import { chainNamed } from './named-chain.ts'
import { requestTargetOf } from './request-target.ts'

/** Names of the members that hold lists of chains in responses. */
const listsOfChains: ReadonlySet<string> = new Set(['chains', 'indexedChains', 'blockchains'])

/**
 * Returns the function that removes the chain of `missing-chain` from lists of chains.
 * @throws 404 when the path names it
 */
export function withoutMissingChain(world: World, input: unknown): (response: unknown) => unknown {
  const fields = world.scenarios['missing-chain']
  const missing = fields && chainNamed(world, fields)
  if (!missing) return (response) => response
  const { network, chain } = requestTargetOf(input)
  const isItsNetwork = network === undefined || network === missing.network
  if (chain !== undefined && isItsNetwork && missing.names.has(chain))
    throw notFound(`Chain ${quoteInput(chain)} does not exist`)
  const isOther = ({ blockchainId, platformChainId }: Item) =>
    !missing.names.has(String(platformChainId ?? blockchainId))
  return (response) =>
    isItsNetwork ? mapLists(response, listsOfChains, (chains) => chains.filter(isOther)) : response
}
