import type { SubnetDefinition } from '../../../../schemas/definition/primary.ts'
import { daySeconds, hourSeconds } from '../../../time/time-units.ts'
import { allocationsOf } from '../../chains/l1-genesis.ts'
import { exchangeExport } from '../exchange/exchange-actions.ts'
import { buildPlatformImport } from '../platform/platform-builder.ts'
import { stake } from '../staking/staking.ts'
import { assetOf, subnetOf } from '../state.ts'
import { elasticDeposit, removeValidator, transformSubnet } from '../subnets/elastic-subnets.ts'
import {
  addPermissionedValidator,
  createChain,
  createSubnet,
  transferOwnership,
} from '../subnets/subnets.ts'
import { solo } from '../utxos/parties.ts'
import type { Planner } from './plan.ts'
import { validatorUntil } from './staking-plan.ts'

const validatorStake = 50_000n
const delegatorStake = 8_000n

/** Plans the declared subnets of the network, with their chains and validators. */
export function planSubnets(planner: Planner): void {
  const { facts, setup } = planner.state
  setup.definition.primary.subnets.forEach((subnet, index) => {
    if (subnet.network === undefined || subnet.network === facts.network)
      planSubnet(planner, subnet, `/primary/subnets/${index}`)
  })
}

function planSubnet(planner: Planner, subnet: SubnetDefinition, pointer: string): void {
  const { state } = planner
  const { cast } = state
  const { wallets, definition } = state.setup
  const { reserve } = definition.primary.funds
  const random = planner.random(`subnet ${subnet.name}`)
  const [first = ''] = subnet.owners
  const payer = solo(cast.wallet(first))
  const subnetName = subnet.name
  planner.at({
    pointer,
    chain: 'P',
    time: planner.near(subnet.at, random),
    act: (state, time) => [
      createSubnet(state, {
        time,
        payer,
        owner: cast.party(subnet.owners, subnet.threshold),
        name: subnetName,
      }),
    ],
  })
  subnet.chains.forEach((chain, index) => {
    planner.at({
      pointer: `${pointer}/chains/${index}`,
      chain: 'P',
      time: planner.near(chain.at, random),
      act: (state, time) => {
        const subnet = subnetOf(state, subnetName)
        return [
          createChain(state, {
            time,
            payer,
            subnet,
            chain,
            holders: allocationsOf(wallets, reserve),
          }),
        ]
      },
    })
  })
  const { newOwner } = subnet
  if (newOwner)
    planner.at({
      pointer: `${pointer}/newOwner`,
      chain: 'P',
      time: planner.near(newOwner.at, random),
      act: (state, time) => {
        const owner = cast.party(newOwner.owners, newOwner.threshold)
        return [
          transferOwnership(state, { time, payer, subnet: subnetOf(state, subnetName), owner }),
        ]
      },
    })
  subnet.validators.forEach((permissioned, index) => {
    const place = `${pointer}/validators/${index}`
    planPermissioned(planner, { subnetName, first, permissioned, pointer: place })
  })
  if (subnet.elastic) planElastic(planner, subnet, subnet.elastic, `${pointer}/elastic`)
}

function planPermissioned(
  planner: Planner,
  {
    subnetName,
    first,
    permissioned,
    pointer,
  }: {
    subnetName: string
    first: string
    permissioned: SubnetDefinition['validators'][number]
    pointer: string
  },
): void {
  const { cast, facts, nodes } = planner.state
  const random = planner.random(`subnet ${subnetName} validator ${permissioned.node}`)
  const payer = solo(cast.wallet(first))
  const time = planner.near(permissioned.at, random)
  const start = facts.isActive('durango', time) ? time : time + random.int(120, 3600)
  const name = `appointment ${subnetName} ${permissioned.node} ${permissioned.at}`
  planner.at({
    pointer,
    chain: 'P',
    time,
    act: (state, at) => {
      // Another node is used when the declared one ends too early.
      const { nodeId } = nodes.node(permissioned.node)
      const validator = validatorUntil(state, nodeId, start + daySeconds)
      if (!validator) return []
      const weight = BigInt(permissioned.weight)
      const end = Math.min(start + permissioned.days * daySeconds, validator.end)
      const staker = { nodeId: validator.nodeId, weight, start, end, name }
      const subnet = subnetOf(state, subnetName)
      return [addPermissionedValidator(state, { time: at, payer, subnet, ...staker })]
    },
  })
  if (permissioned.removedAt === undefined) return
  planner.at({
    pointer,
    chain: 'P',
    time: planner.near(permissioned.removedAt, random),
    act: (state, at) => {
      const txId = state.names.get(name)
      if (txId === undefined) return []
      const { nodeId, end } = state.stakers.of(txId)
      const subnet = subnetOf(state, subnetName)
      // An action may have removed it.
      const isThere = state.stakers.expected(state.ids.id(subnet.id), nodeId) !== undefined
      return end > at && isThere
        ? [removeValidator(state, { time: at, payer, subnet, nodeId })]
        : []
    },
  })
}

/**
 * Plans an elastic subnet: the asset moves from the X- to the P-chain, becomes the staking asset,
 * and is staked.
 */
function planElastic(
  planner: Planner,
  { name: subnetName, owners: [first = ''] }: SubnetDefinition,
  elastic: NonNullable<SubnetDefinition['elastic']>,
  pointer: string,
): void {
  const { cast, facts, nodes } = planner.state
  const random = planner.random(`elastic subnet ${subnetName}`)
  const by = solo(cast.wallet(first))
  const time = planner.near(elastic.at, random)
  const end = time + elastic.days * daySeconds
  planner.at({
    pointer,
    chain: 'X',
    time: time - 3 * daySeconds,
    act: (state, at) => [
      exchangeExport(state, {
        time: at,
        from: by,
        payment: { to: by, nAvax: elasticDeposit + 2n * (validatorStake + delegatorStake) },
        destination: 'P',
        assetId: assetOf(state, elastic.asset).id,
      }),
    ],
  })
  planner.at({
    pointer,
    chain: 'P',
    time: time - 2 * daySeconds,
    act: (state, at) => {
      const assetId = assetOf(state, elastic.asset).id
      const imported = state.utxos.find({ createdOn: 'X', consumedOn: 'P', party: by, assetId })
      return [buildPlatformImport(state, { time: at, to: by, from: 'X', imported })]
    },
  })
  planner.at({
    pointer,
    chain: 'P',
    time,
    act: (state, at) => [
      transformSubnet(state, { time: at, payer: by, subnetName, asset: elastic.asset }),
    ],
  })
  for (const kind of ['validator', 'delegator'] as const) {
    const staked = time + (kind === 'validator' ? hourSeconds : 2 * hourSeconds)
    const start = facts.isActive('durango', staked) ? staked : staked + 600
    planner.at({
      pointer,
      chain: 'P',
      time: staked,
      act: (state, at) => {
        const validator = validatorUntil(state, nodes.node(elastic.node).nodeId, end)
        if (!validator) return []
        return [
          stake(state, {
            kind,
            time: at,
            nodeId: validator.nodeId,
            by,
            subnetId: subnetOf(state, subnetName).id,
            assetId: assetOf(state, elastic.asset).id,
            amount: kind === 'validator' ? validatorStake : delegatorStake,
            start,
            end: kind === 'validator' ? end : end - daySeconds,
            ...(kind === 'validator' && { shares: 50_000 }),
          }),
        ]
      },
    })
  }
}
