import type { World } from '../../world/world.ts'
import { notFound, quote } from '../response/errors.ts'
import { type Item, mapLists } from './map-lists.ts'
import { chainNamed } from './named-chain.ts'
import { askedPath } from './request-target.ts'

/** Names of the members that hold lists of chains in responses. */
const listsOfChains: ReadonlySet<string> = new Set(['chains', 'indexedChains', 'blockchains'])

/**
 * Returns the function that removes the chain of `missing-chain` from lists of chains.
 * @throws 404 when the path names it
 */
export function withoutMissingChain(world: World, input: unknown): (answer: unknown) => unknown {
  const fields = world.scenarios['missing-chain']
  const missing = fields && chainNamed(world, fields)
  if (!missing) return (answer) => answer
  const { network, chain } = askedPath(input)
  const isItsNetwork = network === undefined || network === missing.network
  if (chain !== undefined && isItsNetwork && missing.names.has(chain))
    throw notFound(`Chain ${quote(chain)} does not exist`)
  const isOther = ({ blockchainId, platformChainId }: Item) =>
    !missing.names.has(String(platformChainId ?? blockchainId))
  return (answer) =>
    isItsNetwork ? mapLists(answer, listsOfChains, (chains) => chains.filter(isOther)) : answer
}
