import { networkConstants } from '../../../fixtures/networks.ts'
import { nodes } from '../../../fixtures/node.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import type { PrimarySide } from '../atomic.ts'
import type { NetworkSetup } from '../setup.ts'
import { nodeIdOfName } from './names.ts'
import type { NodeSetup } from './setup.ts'
import { trackedSubnets } from './surroundings.ts'

/** The node of a network among the validators and chains of its world. */
export function nodeSetupOf(setup: NetworkSetup, primary: PrimarySide): NodeSetup {
  const { network, definition, blsPool } = setup
  const l1 = definition.evmChains.find((chain) => chain.network === network && chain.kind === 'l1')
  const chain = l1 && primary.chainOf(l1.chainId)
  return {
    network,
    definition: nodes[network],
    nodeId: nodeIdOfName(network, nodes[network].name),
    blsKey: blsPool.key(network === 'mainnet' ? 0 : 1),
    stopVertexId: networkConstants[network].cortinaXChainStopVertexId,
    subnets: trackedSubnets(
      network,
      chain && {
        subnetId: encodeCb58(chain.subnetId),
        blockchainId: encodeCb58(chain.blockchainId),
      },
    ),
  }
}
