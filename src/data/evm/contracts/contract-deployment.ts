import { pricingProviders, type ResourceLinkType } from '../../../../schemas/data/contracts.ts'
import type { LiveContract } from '../../../../schemas/data/live-evm.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import { present } from '../balances/present.ts'
import { imageUrl } from '../image-url.ts'

/** Columns of a contract and of the transaction that created it. */
export interface ContractDeploymentRow {
  seq: number
  address: string
  erc_type: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN'
  name: string | null
  symbol: string | null
  decimals: number | null
  description: string | null
  official_site: string | null
  email: string | null
  logo_asset_id: string | null
  logo_uri: string | null
  banner_asset_id: string | null
  banner_uri: string | null
  color: string | null
  coingecko_coin_id: string | null
  deployer: string | null
  deployer_contract: string | null
  deployment_hash: string | null
}

/** Columns and joins of a {@link ContractDeploymentRow}. */
export const contractDeploymentColumns = `
  c.seq, c.address, c.erc_type, c.name, c.symbol, c.decimals, c.description, c.official_site,
  c.email, c.logo_asset_id, c.logo_uri, c.banner_asset_id, c.banner_uri, c.color, c.coingecko_coin_id, c.deployer,
  c.deployer_contract, t.hash AS deployment_hash
  FROM contract c
  LEFT JOIN evm_transaction t ON t.seq = c.deployment_tx`

/** Builds a contract with the links and tags of its publisher. */
export function toContractDeployment(
  world: World,
  row: ContractDeploymentRow,
  dialect: Dialect,
): LiveContract {
  const links = world.all(selectLinks, { contract: row.seq })
  const tags = world.all(selectTags, { contract: row.seq })
  return {
    ...present({
      name: row.name,
      description: row.description,
      officialSite: row.official_site,
      email: row.email,
      logoAsset: toImage(row.logo_asset_id, imageUrl(world, row.logo_uri)),
      bannerAsset: toImage(row.banner_asset_id, imageUrl(world, row.banner_uri)),
      color: row.color,
    }),
    ...(links.length > 0 && { resourceLinks: links }),
    ...(tags.length > 0 && { tags: tags.map(({ tag }) => tag) }),
    address: row.address,
    ...present({ deploymentDetails: toDeploymentDetails(row) }),
    ercType: row.erc_type,
    ...present({
      symbol: row.symbol,
      decimals: row.decimals,
      pricingProviders: pricingProviders.in(dialect) ? toPricingProviders(row) : null,
    }),
  }
}

const toImage = (assetId: string | null, imageUri: string | null) =>
  assetId === null && imageUri === null ? null : present({ assetId, imageUri })

const toPricingProviders = ({ erc_type, coingecko_coin_id }: ContractDeploymentRow) =>
  coingecko_coin_id !== null && (erc_type === 'ERC-20' || erc_type === 'ERC-1155')
    ? { coingeckoCoinId: coingecko_coin_id }
    : null

const toDeploymentDetails = (row: ContractDeploymentRow) =>
  row.deployment_hash === null || row.deployer === null
    ? null
    : {
        txHash: row.deployment_hash,
        deployerAddress: row.deployer,
        ...present({ deployerContractAddress: row.deployer_contract }),
      }

const selectLinks = statement<{ contract: number }, { type: ResourceLinkType; url: string }>(`
  SELECT type, url
  FROM contract_link
  WHERE contract_seq = :contract
  ORDER BY position`)

const selectTags = statement<{ contract: number }, { tag: string }>(`
  SELECT tag
  FROM contract_tag
  WHERE contract_seq = :contract
  ORDER BY position`)
