import { getNetworkDetails, type NetworkDetails } from '../../../../schemas/data/primary-network.ts'
import { route } from '../../../http/rest/route.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import { type Network, networkOf } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import { perRevision } from '../../../world/per-revision.ts'
import type { World } from '../../../world/world.ts'

/** `GET /v1/networks/{network}`: the stakes that run on the primary network. G-128 */
export const getNetworkDetailsRoute = route(getNetworkDetails, (world, { params }) => {
  const network = networkOf(params.network)
  const known = detailsOf(world)
  const details = known.get(network) ?? readDetails(world, network)
  known.set(network, details)
  return details
})

/**
 * Details by network: the sums over all running stakes are computed once for each state of the
 * world.
 */
const detailsOf = perRevision(() => new Map<Network, NetworkDetails>())

function readDetails(world: World, network: Network): NetworkDetails {
  const stakes = world.all(selectRunning, { network })
  const supply = BigInt(world.get(selectSupply, { network })?.supply ?? 1)
  return toNetworkDetails(stakes, supply)
}

interface Row {
  kind: 'validator' | 'delegator'
  weight: string
  reward: string
  version: string
}

const selectRunning = statement<{ network: string }, Row>(`
  SELECT kind, weight, reward, coalesce(
           (SELECT version FROM node WHERE network = stake.network AND node_id = stake.node_id),
           (SELECT version FROM node_peer WHERE network = stake.network AND node_id = stake.node_id),
           'offline') AS version
  FROM staking_period AS stake
  WHERE network = :network AND subnet_id = '${primaryNetworkId}'
    AND start_height IS NOT NULL AND end_height IS NULL
  ORDER BY tx_seq`)

const selectSupply = statement<{ network: string }, { supply: string | null }>(`
  SELECT current_supply AS supply FROM primary_block
  WHERE network = :network AND chain = 'P' ORDER BY height DESC LIMIT 1`)

function toNetworkDetails(stakes: readonly Row[], supply: bigint): NetworkDetails {
  const validators = stakes.filter(({ kind }) => kind === 'validator')
  const delegators = stakes.filter(({ kind }) => kind === 'delegator')
  const byVersion = [...groupBy(stakes, ({ version }) => version)]
  return {
    validatorDetails: {
      validatorCount: validators.length,
      totalAmountStaked: String(sumOf(validators, 'weight')),
      estimatedAnnualStakingReward: String(sumOf(stakes, 'reward')),
      stakingDistributionByVersion: byVersion
        .map(([version, of]) => ({
          version,
          amountStaked: String(sumOf(of, 'weight')),
          validatorCount: of.filter(({ kind }) => kind === 'validator').length,
        }))
        .sort((a, b) => (a.version < b.version ? 1 : -1)),
      stakingRatio: ratio(sumOf(stakes, 'weight'), supply),
    },
    delegatorDetails: {
      delegatorCount: delegators.length,
      totalAmountStaked: String(sumOf(delegators, 'weight')),
    },
  }
}

const sumOf = (stakes: readonly Row[], column: 'weight' | 'reward'): bigint =>
  stakes.reduce((sum, stake) => sum + BigInt(stake[column]), 0n)

/**
 * Returns a ratio with exactly 20 decimal places, like the deployed service; further digits are cut
 * off.
 */
function ratio(part: bigint, whole: bigint): string {
  const digits = String((part * 10n ** 20n) / whole).padStart(21, '0')
  return `${digits.slice(0, -20)}.${digits.slice(-20)}`
}
