import type { IcmMessage } from '../../schemas/data/icm.ts'
import { type Catalogue, type Chain, networks, primaryPath } from './catalogue.ts'
import { loadActions, loadOperations } from './documents.ts'
import { shortened } from './format.ts'
import { link } from './route.ts'
import { control, readIfThere } from './server.ts'

/** Something that the search leads to. */
export interface Result {
  readonly kind: string
  readonly name: string
  readonly detail?: string
  readonly to: string
}

const views = ['Overview', 'Explorer', 'Wallets', 'Validators', 'Messages', 'Requests'].concat(
  'Faults',
  'Webhooks',
  'Usage',
  'Time',
  'API',
)

/** Returns what can be found by name without asking the world: views, cast, operations, actions. */
export async function fixedEntries({ cast, chains }: Catalogue): Promise<Result[]> {
  const [operations, actions] = await Promise.all([loadOperations(), loadActions()])
  return [
    ...views.map((name) => ({ kind: 'View', name, to: link([name.toLowerCase()]) })),
    ...cast.members.map(({ name, evm, mainnet, fuji }) => ({
      ...{ kind: 'Wallet', name, detail: shortened(evm ?? mainnet ?? fuji ?? '') },
      to: link(['wallets', 'mainnet', name]),
    })),
    ...cast.nodes.flatMap(({ name, ...ids }) =>
      networks.map((network) => ({
        ...{ kind: 'Node', name, detail: `${network} ${shortened(ids[network])}` },
        to: link(['validators', network, ids[network]]),
      })),
    ),
    ...chains.map(({ network, id, name }) => ({
      ...{ kind: 'Chain', name, detail: network, to: link(['explorer', network, id]) },
    })),
    ...cast.contracts.map(({ chainId, address, name, symbol, ercType }) => ({
      kind: 'Contract',
      name: name || shortened(address),
      detail: [symbol, ercType, shortened(address)].filter(Boolean).join(' · '),
      to: link(['explorer', networkOf(chains, chainId), 'address', address], { chain: chainId }),
    })),
    ...cast.assets.map(({ network, assetId, name, symbol }) => ({
      ...{ kind: 'Asset', name, detail: `${symbol} · ${network}` },
      to: link(['explorer', network, 'asset', assetId]),
    })),
    ...cast.subnets.map(({ network, subnetId, chains: own }) => ({
      kind: 'Subnet',
      name: own.map(({ name }) => name).join(', ') || shortened(subnetId),
      detail: network,
      to: link(['explorer', network, 'subnet', subnetId]),
    })),
    ...actions.map(({ verb, description }) => ({
      ...{ kind: 'Action', name: verb, detail: description },
      to: link(['wallets', 'act', verb]),
    })),
    ...operations.map(({ name, summary }) => ({
      ...{ kind: 'Operation', name, detail: summary, to: link(['api', name]) },
    })),
  ]
}

const networkOf = (chains: readonly Chain[], evmChainId: string) =>
  chains.find((chain) => chain.evmChainId === evmChainId)?.network ?? 'mainnet'

/** Returns the entries that hold all words of a text, those that begin with it first. */
export function suggestions(text: string, entries: readonly Result[]): Result[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ name }: Result) => {
    const lower = name.toLowerCase()
    return lower === text.toLowerCase() ? 0 : lower.startsWith(words[0] ?? '') ? 1 : 2
  }
  return entries
    .filter(({ kind, name, detail = '' }) => {
      const all = `${kind} ${name} ${detail}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, 12)
}

/** Looks an address, hash, height or id up in the world. */
export async function find(text: string, catalogue: Catalogue): Promise<Result[]> {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return networks.map((network) => address(text, network))
  const [, bech32] = /^(?:[PXC]-)?((?:avax|fuji)1[0-9a-z]{20,80})$/.exec(text) ?? []
  if (bech32) return [address(bech32, bech32.startsWith('fuji') ? 'fuji' : 'mainnet')]
  if (/^NodeID-\w+$/.test(text))
    return networks.map((network) => ({
      ...{ kind: 'Node', name: shortened(text), detail: network },
      to: link(['validators', network, text]),
    }))
  if (/^\d{1,15}$/.test(text)) return atHeight(Number(text), catalogue)
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return byHexHash(text, catalogue)
  if (/^[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(text)) return byBase58(text, catalogue)
  return []
}

const address = (text: string, network: string): Result => ({
  ...{ kind: 'Address', name: shortened(text), detail: network },
  to: link(['explorer', network, 'address', text]),
})

async function atHeight(height: number, { chains }: Catalogue): Promise<Result[]> {
  const { networks: heads } = await control<{
    networks: Record<string, Record<string, { height: number }>>
  }>('GET', '/world')
  return chains
    .filter(({ network, id }) => (heads[network]?.[id]?.height ?? -1) >= height)
    .map(({ network, id, name }) => ({
      ...{ kind: 'Block', name: String(height), detail: `${name}, ${network}` },
      to: link(['explorer', network, id, 'block', String(height)]),
    }))
}

/** Asks all places at once, and returns those that know it. */
async function whereKnown(
  places: readonly (Result & { readonly path: string })[],
): Promise<Result[]> {
  const known = await Promise.all(
    places.map(async ({ path, ...result }) => ((await readIfThere(path)) ? [result] : [])),
  )
  return known.flat()
}

async function byHexHash(text: string, { chains }: Catalogue): Promise<Result[]> {
  const hash = text.startsWith('0x') ? text : `0x${text}`
  const name = shortened(hash)
  const onChains = chains.flatMap(({ network, id, evmChainId, name: chain }) =>
    evmChainId === undefined
      ? []
      : [
          {
            ...{ kind: 'Transaction', name, detail: `${chain}, ${network}` },
            path: `/v1/chains/${evmChainId}/transactions/${hash}`,
            to: link(['explorer', network, id, 'tx', hash]),
          },
          {
            ...{ kind: 'Block', name, detail: `${chain}, ${network}` },
            path: `/v1/chains/${evmChainId}/blocks/${hash}`,
            to: link(['explorer', network, id, 'block', hash]),
          },
        ],
  )
  const message = await readIfThere<IcmMessage>(`/v1/icm/messages/${hash.slice(2)}`)
  return [
    ...(message
      ? [{ kind: 'Message', name, detail: message.status, to: link(['messages', hash.slice(2)]) }]
      : []),
    ...(await whereKnown(onChains)),
  ]
}

function byBase58(text: string, catalogue: Catalogue): Promise<Result[]> {
  const name = shortened(text)
  return whereKnown(
    networks.flatMap((network) => [
      ...(['P', 'X', 'C'] as const).flatMap((chain) => [
        {
          ...{ kind: 'Transaction', name, detail: `${chain}-Chain, ${network}` },
          path: `${primaryPath(network, chain)}/transactions/${text}`,
          to: link(['explorer', network, chain, 'tx', text]),
        },
        ...(chain === 'C'
          ? []
          : [
              {
                ...{ kind: 'Block', name, detail: `${chain}-Chain, ${network}` },
                path: `${primaryPath(network, chain)}/blocks/${text}`,
                to: link(['explorer', network, chain, 'block', text]),
              },
            ]),
      ]),
      {
        ...{ kind: 'Subnet', name, detail: network },
        path: `/v1/networks/${network}/subnets/${text}`,
        to: link(['explorer', network, 'subnet', text]),
      },
      {
        ...{ kind: 'Asset', name, detail: network },
        path: `${primaryPath(network, 'X')}/assets/${text}`,
        to: link(['explorer', network, 'asset', text]),
      },
      ...catalogue.chains
        .filter((chain) => chain.network === network && chain.blockchainId === text)
        .map((chain) => ({
          ...{ kind: 'Chain', name: chain.name, detail: network },
          path: `/v1/networks/${network}/blockchains/${text}`,
          to: link(['explorer', network, chain.id]),
        })),
    ]),
  )
}
