import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { WorldCast } from '../../schemas/control/cast.ts'
import type { EvmChainInfo } from '../../schemas/data/chains.ts'
import { control, read } from './server.ts'

export type Network = 'mainnet' | 'fuji'
export const networks: readonly Network[] = ['mainnet', 'fuji']

/** Chain as links and labels need it. */
export interface Chain {
  readonly network: Network
  /** `P`, `X`, `C`, or the EVM chain id of an L1. */
  readonly id: string
  readonly name: string
  readonly blockchainId: string
  /** Decimal EVM chain id; undefined for P and X. */
  readonly evmChainId: string | undefined
  readonly symbol: string
  readonly decimals: number
  readonly subnetId: string
}

/** Name of an address, a node, a contract or a subnet. */
interface Named {
  readonly name: string
  readonly kind: 'member' | 'node' | 'contract' | 'asset' | 'subnet'
}

/** Named things of a world. */
export interface Catalogue {
  readonly cast: WorldCast
  readonly chains: readonly Chain[]
  /** Keys are addresses or ids; addresses of EVM chains in lower case. */
  readonly names: ReadonlyMap<string, Named>
}

const platform = { P: ['P-Chain'], X: ['X-Chain'], C: ['C-Chain'] } as const

function chainsOf(cast: WorldCast, evm: readonly EvmChainInfo[]): Chain[] {
  const platforms = networks.flatMap((network) => {
    const primary = cast.subnets.find(
      (subnet) =>
        subnet.network === network && subnet.chains.some(({ name }) => name === platform.P[0]),
    )
    return (['P', 'X', 'C'] as const).flatMap((id): Chain[] => {
      const found = primary?.chains.find(({ name }) => name === platform[id][0])
      if (!primary || !found) return []
      const isEvm = id === 'C'
      return [
        {
          ...{ network, id, name: platform[id][0], blockchainId: found.blockchainId },
          evmChainId: isEvm ? String(found.evmChainId) : undefined,
          ...{ symbol: 'AVAX', decimals: isEvm ? 18 : 9, subnetId: primary.subnetId },
        },
      ]
    })
  })
  const known = new Set(platforms.map(({ blockchainId }) => blockchainId))
  const others = evm
    .filter(({ platformChainId }) => !known.has(platformChainId ?? ''))
    .map(
      (chain): Chain => ({
        network: chain.isTestnet ? 'fuji' : 'mainnet',
        id: chain.chainId,
        name: chain.chainName,
        blockchainId: chain.platformChainId ?? '',
        evmChainId: chain.chainId,
        symbol: chain.networkToken.symbol,
        decimals: chain.networkToken.decimals,
        subnetId: chain.subnetId ?? '',
      }),
    )
  return [...platforms, ...others]
}

function namesOf(cast: WorldCast): Map<string, Named> {
  const names = new Map<string, Named>()
  for (const { address, name } of cast.contracts)
    if (name) names.set(address.toLowerCase(), { name, kind: 'contract' })
  for (const { assetId, name } of cast.assets) names.set(assetId, { name, kind: 'asset' })
  for (const node of cast.nodes)
    for (const id of [node.mainnet, node.fuji])
      if (id) names.set(id, { name: node.name, kind: 'node' })
  for (const { name, evm, mainnet, fuji } of cast.members)
    for (const address of [evm?.toLowerCase(), mainnet, fuji])
      if (address) names.set(address, { name, kind: 'member' })
  for (const { subnetId, chains } of cast.subnets) {
    const name = subnetName(chains)
    if (name) names.set(subnetId, { name, kind: 'subnet' })
  }
  return names
}

const subnetName = (chains: readonly { readonly name: string }[]): string | undefined =>
  chains.some(({ name }) => name === platform.P[0])
    ? 'Primary network'
    : chains.map(({ name }) => name).join(', ') || undefined

/** Reads the catalogue of the world that is on the page. */
export async function loadCatalogue(): Promise<Catalogue> {
  const [cast, { chains }] = await Promise.all([
    control<WorldCast>('GET', '/cast'),
    read<{ chains: EvmChainInfo[] }>('/v1/chains'),
  ])
  return { cast, chains: chainsOf(cast, chains), names: namesOf(cast) }
}

const context = createContext<Catalogue | undefined>(undefined)

/** Gives the catalogue to all views. */
export const CatalogueProvider = context.Provider

/** Returns the catalogue of the world that is on the page. */
export function useCatalogue(): Catalogue {
  const catalogue = useContext(context)
  if (!catalogue)
    throw new Error('internal error: useCatalogue needs a CatalogueProvider around its component')
  return catalogue
}

/** Finds a chain by what links call it; the C-chain also by its EVM chain id, as other explorers do. */
export const findChain = ({ chains }: Catalogue, network: string, id: string): Chain | undefined =>
  chains.find((chain) => chain.network === network && (chain.id === id || chain.evmChainId === id))

/** Finds a chain by its base-58 id, or by an EVM chain id. */
export const chainById = ({ chains }: Catalogue, id: string | undefined): Chain | undefined =>
  id === undefined
    ? undefined
    : chains.find(({ blockchainId, evmChainId }) => blockchainId === id || evmChainId === id)

/** Returns the chains of a network, P, X and C first. */
export const chainsIn = ({ chains }: Catalogue, network: Network): readonly Chain[] =>
  chains.filter((chain) => chain.network === network)

/** Returns the path of a P-, X- or C-chain in the Data API, for what is no EVM transaction. */
export const primaryPath = (network: string, chain: string): string =>
  `/v1/networks/${network}/blockchains/${chain.toLowerCase()}-chain`
