import { defineService } from '../json-rpc/method.ts'
import type { ServicePath } from '../json-rpc/node-interface.ts'
import type { World } from '../world/world.ts'
import type { ContainerIndex } from './containers.ts'
import { indexMethods, usesEndIndex } from './methods.ts'

const indices: readonly ContainerIndex[] = [
  { chain: 'C', kind: 'block' },
  { chain: 'P', kind: 'block' },
  { chain: 'X', kind: 'tx' },
  { chain: 'X', kind: 'block' },
  { chain: 'X', kind: 'vtx' },
]

/** Services of the node index interface: one for each index, below `/ext`. Section 4.4. */
export const indexServices: readonly ServicePath[] = indices.map((index) => {
  const service = defineService('index', indexMethods(index), usesEndIndex)
  return {
    path: `/index/${index.chain}/${index.kind}`,
    serviceIn: (world) => (isThere(index, world) ? service : undefined),
  }
})

/**
 * Tells whether an index exists. A starting node creates the other chains, and their indices, after
 * it knows the P-chain.
 */
function isThere({ chain }: ContainerIndex, { scenarios: { node } }: World): boolean {
  if (node?.personality === 'bootstrapping') return chain === 'P'
  return node?.personality !== 'index-off'
}
