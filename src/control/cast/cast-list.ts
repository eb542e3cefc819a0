import type { MemberBalances, WorldCast } from '../../../schemas/control/cast.ts'
import type { CastMember, WorldDefinition } from '../../../schemas/definition/world.ts'
import type { Config } from '../../config/config.ts'
import { addressText, evmAddressText } from '../../formats/addresses.ts'
import { networkConstants } from '../../networks/constants.ts'
import { type Network, networks } from '../../networks/network.ts'
import { walletsDeclaredIn } from '../../simulator/accounts/keyring.ts'
import {
  isWallet,
  openCast,
  type Wallet,
  type WatchOnlyAccount,
} from '../../simulator/accounts/wallets.ts'
import { backgroundCount } from '../../simulator/background/background-count.ts'
import { nodeIdOfName } from '../../simulator/node/names.ts'
import { nodesMadeIn } from '../../simulator/primary/nodes.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import type { World } from '../../world/world.ts'
import { balancesOf } from './cast-balances.ts'

/**
 * Returns members and nodes of a definition and of actions, and contracts and subnets of the world.
 */
export function castOf(
  definition: WorldDefinition,
  {
    size,
    builtIn,
    base,
    now,
  }: {
    readonly size: Config['size']
    readonly builtIn: WorldDefinition
    readonly base: Pick<World, 'all' | 'get'>
    /** Epoch seconds. */
    readonly now: number
  },
): WorldCast {
  const chains = groupBy(
    base.all(selectChains, {}),
    ({ network, subnetId }) => `${network} ${subnetId}`,
  )
  const members = [...openCast(definition.cast), ...walletsDeclaredIn(base)]
  const balances = balancesOf(base, members, now)
  return {
    members: members.map((member, index) => ({
      name: member.name,
      ...addressesOf(member),
      ...(isWallet(member) &&
        isBuiltIn(builtIn, definition.cast[index]) && {
          privateKey: Buffer.from(member.secretKey).toString('hex'),
        }),
      balances: balances[index] as MemberBalances,
    })),
    nodes: [
      ...new Set([
        ...nodeNames(definition, size),
        ...networks.flatMap((network) => nodesMadeIn(base, network)),
      ]),
    ].map((name) => ({
      name,
      mainnet: nodeIdOfName('mainnet', name),
      fuji: nodeIdOfName('fuji', name),
    })),
    contracts: base.all(selectContracts, {}),
    assets: base.all(selectAssets, {}),
    subnets: base.all(selectSubnets, {}).map(({ network, subnetId, isL1 }) => ({
      network,
      subnetId,
      isL1: isL1 === 1,
      chains: (chains.get(`${network} ${subnetId}`) ?? []).map(
        ({ name, blockchainId, evmChainId }) => ({ name, blockchainId, evmChainId }),
      ),
    })),
  }
}

const addressesOf = ({ address, evmAddress }: Wallet | WatchOnlyAccount) => ({
  ...(evmAddress && { evm: evmAddressText(evmAddress) }),
  ...(address && {
    mainnet: addressText(address, networkConstants.mainnet.hrp),
    fuji: addressText(address, networkConstants.fuji.hrp),
  }),
})

/**
 * Tells whether a member has a built-in key. A declared key is the author's own, even under the
 * name of a built-in member.
 */
const isBuiltIn = ({ cast }: WorldDefinition, member: CastMember | undefined): boolean =>
  cast.some(({ name, privateKey }) => name === member?.name && privateKey === member.privateKey)

function nodeNames({ primary, nodes }: WorldDefinition, size: Config['size']): string[] {
  return [
    ...networks.map((network) => nodes[network].name),
    ...primary.validators.map(({ node }) => node),
    ...primary.subnets.flatMap(({ l1 }) =>
      [...(l1?.validators ?? []), ...(l1?.registrations ?? [])].map(({ node }) => node),
    ),
    ...Array.from(
      { length: backgroundCount(size, primary.moreValidators) },
      (_, index) => `node-${index + 1}`,
    ),
  ]
}

const selectContracts = statement<Record<string, never>, WorldCast['contracts'][number]>(`
  SELECT chain_id AS chainId, address, erc_type AS ercType, name, symbol
  FROM contract ORDER BY seq`)

const selectAssets = statement<Record<string, never>, WorldCast['assets'][number]>(`
  SELECT network, asset_id AS assetId, name, symbol, denomination, type
  FROM asset ORDER BY created_at, network, asset_id`)

const selectSubnets = statement<
  Record<string, never>,
  { network: Network; subnetId: string; isL1: 0 | 1 }
>(`
  SELECT network, subnet_id AS subnetId, is_l1 AS isL1 FROM subnet ORDER BY seq`)

const selectChains = statement<
  Record<string, never>,
  { network: Network; subnetId: string; name: string; blockchainId: string; evmChainId: number }
>(`
  SELECT network, subnet_id AS subnetId, name, blockchain_id AS blockchainId,
         evm_chain_id AS evmChainId
  FROM blockchain ORDER BY seq`)
