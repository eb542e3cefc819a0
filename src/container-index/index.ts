import { defineService } from '../json-rpc/method.ts'
import type { ServicePath } from '../json-rpc/node-interface.ts'
import type { ContainerIndex } from './containers.ts'
import { asksByEndIndex, indexMethods } from './methods.ts'

const indices: readonly ContainerIndex[] = [
  { chain: 'C', kind: 'block' },
  { chain: 'P', kind: 'block' },
  { chain: 'X', kind: 'tx' },
  { chain: 'X', kind: 'block' },
  { chain: 'X', kind: 'vtx' },
]

/** The node index interface: one service for each index, below `/ext`. Section 4.4. */
export const indexServices: readonly ServicePath[] = indices.map((index) => ({
  path: `/index/${index.chain}/${index.kind}`,
  service: defineService('index', indexMethods(index), asksByEndIndex),
}))
