import { defineService, type Method, type Service } from '../json-rpc/method.ts'
import type { LateService, ServicePath } from '../json-rpc/node-interface.ts'
import { networks } from '../networks/network.ts'
import { blockchainIdOf, type PrimaryChain } from '../networks/primary-chain.ts'
import { healthService } from './health.ts'

/** Defines a service whose methods are loaded on demand: a start without a wallet needs none. */
function late(name: Service['name'], methods: () => Promise<readonly Method[]>): LateService {
  let loaded: Promise<Service> | undefined
  return {
    load() {
      loaded ??= methods().then((found) => ({ ...defineService(name, found), isUncached: true }))
      return loaded
    },
  }
}

const platform = late(
  'platform',
  async () => (await import('./platform/methods.ts')).platformMethods,
)
const exchange = late('avm', async () => (await import('./exchange/methods.ts')).exchangeMethods)
const proposersOf = (chain: PrimaryChain) =>
  late('proposervm', async () => (await import('./proposervm/methods.ts')).proposerMethods(chain))
const atomic = late('avax', async () => (await import('./atomic/methods.ts')).atomicMethods)

/** Paths of a service by letter and alias, and on its own network by blockchain id. */
const pathsOf = (service: LateService, names: readonly string[], chain: PrimaryChain, rest = '') =>
  [
    ...names.map((name): ServicePath => ({ path: `/${name}${rest}`, serviceIn: () => service })),
    ...new Set(networks.map((network) => blockchainIdOf(network, chain))),
  ].map(
    (each): ServicePath =>
      typeof each === 'string'
        ? {
            path: `/bc/${each}${rest}`,
            serviceIn: ({ nodeNetwork }) =>
              blockchainIdOf(nodeNetwork, chain) === each ? service : undefined,
          }
        : each,
  )

const namesOfPlatform = ['bc/P', 'bc/platform', 'P', 'platform']
const namesOfExchange = ['bc/X', 'bc/avm', 'X', 'avm']
const namesOfContract = ['bc/C', 'bc/evm']

/** Services of the chains of the primary network, below `/ext`. */
export const chainServices: readonly ServicePath[] = [
  healthService,
  ...pathsOf(platform, namesOfPlatform, 'P'),
  ...pathsOf(exchange, namesOfExchange, 'X'),
  ...pathsOf(atomic, namesOfContract, 'C', '/avax'),
  ...pathsOf(proposersOf('P'), namesOfPlatform, 'P', '/proposervm'),
  ...pathsOf(proposersOf('X'), namesOfExchange, 'X', '/proposervm'),
  ...pathsOf(proposersOf('C'), namesOfContract, 'C', '/proposervm'),
]
