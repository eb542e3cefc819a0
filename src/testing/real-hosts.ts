import { type Network, networks } from '../networks/network.ts'

/** Options of the helpers that answer the real host names. */
export interface RealHostsOptions {
  /** Network of the node that the server plays: its option `network`. By default mainnet. */
  readonly network?: Network
  /** Name of a world other than the main world. */
  readonly world?: string
}

/** Host names of the Data API and the Metrics API. */
const apiHosts = [
  'glacier-api.avax.network',
  'data-api.avax.network',
  'metrics.avax.network',
] as const

/** Host names of public nodes, by network. */
const nodeHosts: Readonly<Record<Network, string>> = {
  mainnet: 'api.avax.network',
  fuji: 'api.avax-test.network',
}

/** All host names that a server can stand for. */
export const realHosts: readonly string[] = [...apiHosts, ...Object.values(nodeHosts)]

/**
 * Checks that a server plays the node of a host.
 * @throws Error for the public node of the other network
 */
export function refuseOtherNode(host: string, network: Network = 'mainnet'): void {
  const other = networks.find((one) => one !== network && nodeHosts[one] === host)
  if (other === undefined) return
  throw new Error(
    `Snowglobe simulates a node of ${network}, but ${host} is a node of ${other}: start it with ` +
      `network: '${other}', and give the helper the same option`,
  )
}
