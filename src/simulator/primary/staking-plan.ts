import type {
  DelegationDefinition,
  ValidatorDefinition,
} from '../../../schemas/definition/primary.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../../time-units.ts'
import type { AcceptableTransaction } from './acceptable.ts'
import { nAvaxOf } from './l1-conversion.ts'
import type { NodeIdentity } from './nodes.ts'
import { solo } from './parties.ts'
import type { Planner } from './plan.ts'
import type { Staker } from './stakers.ts'
import { stake } from './staking.ts'
import type { PrimaryState } from './state.ts'
import { isUnlocked } from './utxo-set.ts'

/** The declared validators, period after period, and those that are not declared one by one. */
export function planValidators(planner: Planner): void {
  const { setup } = planner.state
  const { validators, moreValidators } = setup.definition.primary
  validators.forEach((validator, index) => {
    planValidator(planner, validator, `/primary/validators/${index}`)
  })
  const random = planner.random('more validators')
  for (let number = 1; number <= moreValidators[setup.size]; number++)
    planValidator(
      planner,
      {
        node: `node-${number}`,
        operator: random.pick(setup.definition.cast).name,
        from: `genesis+${random.int(15, 1500)}d`,
        days: random.int(150, 365),
        avax: 25 * random.int(80, 200),
        feePercent: random.int(4, 30) / 2,
      },
      '/primary/moreValidators',
    )
}

function planValidator(planner: Planner, validator: ValidatorDefinition, pointer: string): void {
  const { state, wake } = planner
  const { cast, facts, nodes, setup } = state
  const random = planner.random(`validator ${validator.node}`)
  const until = validator.until === undefined ? setup.now : facts.secondsOf(validator.until)
  const by = solo(cast.wallet(validator.operator))
  let time = planner.near(validator.from, random)
  while (time < until) {
    // Before Durango a stake had to start later than its transaction was accepted.
    const start = facts.isActive('durango', time)
      ? time
      : time + random.int(2 * minuteSeconds, hourSeconds)
    const end = start + validator.days * daySeconds
    planner.at({
      pointer,
      chain: 'P',
      time,
      act: (at) => [
        stake(state, {
          kind: 'validator',
          time: at,
          node: nodes.node(validator.node),
          by,
          subnetId: facts.chainIds.P,
          assetId: facts.avaxId,
          amount: nAvaxOf(validator.avax),
          start,
          end,
          shares: Math.round(validator.feePercent * 10_000),
          memo: facts.isActive('durango', at) ? '' : `renewed by ${validator.operator}`,
          hasLowUptime: validator.uptime === 'low',
        }),
      ],
    })
    wake(start)
    wake(end)
    time = end + random.int(600, 18_000)
  }
}

/** The declared delegations. */
export function planDelegations(planner: Planner): void {
  const { state, wake } = planner
  const { cast, facts, nodes, setup } = state
  setup.definition.primary.delegations.forEach((delegation, index) => {
    const random = planner.random(`delegation ${index}`)
    const time = planner.near(delegation.at, random)
    const later = facts.isActive('durango', time)
      ? time
      : time + random.int(2 * minuteSeconds, hourSeconds)
    const start = delegation.start === undefined ? later : planner.near(delegation.start, random)
    wake(start)
    wake(start + delegation.days * daySeconds)
    planner.at({
      pointer: `/primary/delegations/${index}`,
      chain: 'P',
      time,
      act: (at) =>
        delegate(state, {
          time: at,
          start,
          days: delegation.days,
          by: cast.wallet(delegation.by),
          node: nodes.node(delegation.node),
          amount: nAvaxOf(delegation.avax),
          fromLocked: delegation.fromLocked === true,
        }),
    })
  })
}

/** A delegation to a node, or to the validator that stays longest when the node has no time. */
export function delegate(
  state: PrimaryState,
  {
    time,
    start,
    days,
    by,
    node,
    amount,
    fromLocked = false,
  }: {
    readonly time: number
    readonly start: number
    readonly days: DelegationDefinition['days']
    readonly by: PrimaryState['cast']['wallets'][number]
    readonly node: NodeIdentity
    readonly amount: bigint
    readonly fromLocked?: boolean
  },
): AcceptableTransaction[] {
  const { facts, utxos } = state
  const validator = validatorUntil(state, node, start + 14 * daySeconds)
  if (!validator) return []
  const party = solo(by)
  const locked = utxos
    .find({ createdOn: 'P', consumedOn: 'P', party, assetId: facts.avaxId })
    .find(({ output }) => output.type === 'StakeableLockOutput' && !isUnlocked(output, time))
  if (fromLocked && !locked) throw new Error(`${by.name} has no locked output to stake`)
  return [
    stake(state, {
      kind: 'delegator',
      time,
      node: validator.node,
      by: party,
      subnetId: facts.chainIds.P,
      assetId: facts.avaxId,
      amount,
      start,
      end: Math.min(start + days * daySeconds, validator.end),
      shares: validator.shares,
      hasLowUptime: validator.hasLowUptime,
      ...(fromLocked && locked && { locked }),
    }),
  ]
}

/** The validator with this node if it lasts until a time, else the one that lasts longest. */
export function validatorUntil(
  { facts, stakers }: PrimaryState,
  node: NodeIdentity,
  time: number,
): Staker | undefined {
  const wanted = stakers.validator(facts.chainIds.P, node)
  if (wanted && wanted.end >= time) return wanted
  const lasting = stakers
    .primaryValidators()
    .map((other) => stakers.validator(facts.chainIds.P, other))
    .filter((other) => other !== undefined)
    .sort((a, b) => b.end - a.end)
  return lasting.find(({ end }) => end >= time)
}
