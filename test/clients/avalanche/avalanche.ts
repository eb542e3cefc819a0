import { Avalanche } from 'avalanche'
import { inject } from 'vitest'
import { known, type Network } from '../support/world.ts'

/** The legacy client, with host and port as its users give them. */
export function connect(network: Network): Avalanche {
  const { hostname, port } = new URL(inject('servers')[network])
  return new Avalanche(hostname, Number(port), 'http', known[network].networkId)
}
