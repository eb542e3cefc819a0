import { createRequire } from 'node:module'
import type { ResourceLinkType } from '../../../../schemas/data/contracts.ts'
import type { ContractDefinition } from '../../../../schemas/definition/evm.ts'
import { imagePath } from '../../../../schemas/images.ts'
import type { Random } from '../../random.ts'

/** Published profile of a contract. */
export interface ContractProfile {
  /** Columns of the contract's row. */
  readonly columns: Readonly<Record<string, string | null>>
  readonly links: readonly { readonly type: ResourceLinkType; readonly url: string }[]
  readonly tags: readonly string[]
}

/** Profiles of the contracts of one chain. */
export interface ContractProfiles {
  of(declared: ContractDefinition): ContractProfile
}

const linksPerProfile = 4

/**
 * Creates invented profiles. The kinds of links alternate, so that five profiles contain them all.
 * @param declared contracts of the chain in their order
 */
export function createContractProfiles(
  declared: readonly ContractDefinition[],
  randomOf: (place: number) => Random,
): ContractProfiles {
  const profiled = declared.filter(({ hasProfile }) => hasProfile)
  return {
    of(contract) {
      const { name, hasProfile, ercType } = contract
      if (!hasProfile || name === undefined) return { columns: {}, links: [], tags: [] }
      const place = profiled.indexOf(contract)
      const { faker } = loadFaker()
      faker.seed(randomOf(place).int(0, 2 ** 31 - 1))
      const first = place * linksPerProfile
      const site = `https://${slugOf(name)}.example.org`
      return {
        columns: {
          description: contract.description ?? `${name}, ${kinds[ercType]} of this chain.`,
          official_site: site,
          email: `${faker.internet.username().toLowerCase()}@${slugOf(name)}.example.org`,
          logo_asset_id: faker.string.uuid(),
          banner_asset_id: faker.string.uuid(),
          banner_uri: imagePath('banners', name),
          color: faker.color.rgb(),
        },
        links: Array.from({ length: linksPerProfile }, (_, i) => {
          const type = linkTypes[(first + i) % linkTypes.length] ?? 'Website'
          return { type, url: `${site}/${type.toLowerCase()}` }
        }),
        tags: [...new Set(contract.tags)],
      }
    },
  }
}

/** Loads the package on demand: it takes 40 ms, and a world that is built needs it no more. */
const loadFaker = (): typeof import('@faker-js/faker/locale/en') =>
  createRequire(import.meta.url)('@faker-js/faker/locale/en')

/** Descriptions for contracts whose definition has none. */
const kinds: Record<ContractDefinition['ercType'], string> = {
  'ERC-20': 'an ERC-20 token',
  'ERC-721': 'an ERC-721 collection',
  'ERC-1155': 'an ERC-1155 collection',
  UNKNOWN: 'a contract',
}

const linkTypes: ResourceLinkType[] = [
  'Website',
  'Documentation',
  'Github',
  'Twitter',
  'Discord',
  'Telegram',
  'Medium',
  'Blog',
  'Whitepaper',
  'CoinGecko',
  'CoinMarketCap',
  'Support',
  'Reddit',
  'Youtube',
  'LinkedIn',
  'Facebook',
  'Instagram',
  'TikTok',
]

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
