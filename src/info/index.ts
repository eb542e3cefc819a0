import { defineService, type Service } from '../json-rpc/method.ts'
import type { ServicePath } from '../json-rpc/node-interface.ts'
import type { World } from '../world/world.ts'
import { acps } from './acps.ts'
import { getBlockchainId, isBootstrapped } from './chains.ts'
import { getNetworkId, getNetworkName, getTxFee } from './network.ts'
import { getNodeId, getNodeIp, getNodeVersion, getVms } from './node.ts'
import { peers } from './peers.ts'
import { upgrades } from './upgrades.ts'
import { uptime } from './uptime.ts'

const publicMethods = [
  acps,
  isBootstrapped,
  getBlockchainId,
  getNetworkId,
  getNetworkName,
  getNodeVersion,
  getTxFee,
  peers,
  uptime,
  upgrades,
]

const privateMethods = [getNodeId, getNodeIp, getVms]

const ofPublicNodes = defineService('info', publicMethods)
const ofPrivateNodes = defineService('info', [...publicMethods, ...privateMethods])

/** Path of the service, which every node has. */
interface InfoPath extends ServicePath {
  serviceIn(world: World): Service
}

/**
 * Builds the node info interface, below `/ext`. Section 4.3.
 * @param publicNode G-61: methods about the node itself respond like an unknown method
 */
export const infoService = (publicNode: boolean): InfoPath => ({
  path: '/info',
  serviceIn({ scenarios: { node } }) {
    const isPublic = publicNode ? node?.personality !== 'private' : node?.personality === 'public'
    return isPublic ? ofPublicNodes : ofPrivateNodes
  },
})
