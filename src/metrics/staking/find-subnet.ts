import { notFound } from '../../http/response/errors.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { World } from '../../world/world.ts'

/**
 * Checks that a subnet exists.
 * @throws 404 for a subnet that the network does not have: G-132
 */
export function findSubnet(world: World, network: Network, subnetId: string): void {
  if (!world.get(selectSubnet, { network, subnetId }))
    throw notFound(`Subnet ${subnetId} does not exist on ${network}`)
}

const selectSubnet = statement<{ network: string; subnetId: string }, { seq: number }>(
  'SELECT seq FROM subnet WHERE network = :network AND subnet_id = :subnetId',
)
