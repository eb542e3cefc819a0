import type {
  AddValidatorAction,
  DelegateAction,
  RemoveSubnetValidatorAction,
} from '../../../schemas/control/actions/staking.ts'
import { encodeCb58 } from '../../formats/ids.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { daySeconds, minuteSeconds } from '../../time/time-units.ts'
import { secondsText } from '../../time/times.ts'
import { avaxText } from '../amount-texts.ts'
import type { PrimaryValidator } from '../primary/staking/staker.ts'
import { stake } from '../primary/staking/staking.ts'
import { mostDelegationFactor, stakingRules } from '../primary/staking/staking-rules.ts'
import type { Drafting } from '../primary/state.ts'
import { removeValidator } from '../primary/subnets/elastic-subnets.ts'
import { appointValidator } from '../primary/subnets/subnets.ts'
import { partyOf } from '../primary/utxos/parties.ts'
import { avaxDecimals, unitsOf } from './amounts.ts'
import type { NetworkRun } from './network-run.ts'
import { Refusal } from './refusal.ts'
import { secondsOf, timeOf } from './times.ts'
import type { Made } from './verb.ts'

/** The lowest fee that a validator may ask for, percent. */
const leastFee = 2

/** What a fee of one percent is in a transaction: it counts millionths. */
const sharesPerPercent = 10_000

export function addValidator(run: NetworkRun, action: AddValidatorAction): Made {
  return action.subnet === undefined ? validate(run, action) : appoint(run, action, action.subnet)
}

function validate(run: NetworkRun, action: AddValidatorAction): Made {
  const { amount: text, fee = leastFee, uptime, weight } = action
  if (weight !== undefined) throw Refusal.bad('weight', 'absent without a subnet')
  if (text === undefined) throw Refusal.bad('amount', 'there, or a subnet with a weight')
  const { leastValidatorStake, mostStake } = stakingRules[run.network]
  const amount = unitsOf('amount', text, avaxDecimals)
  if (amount < leastValidatorStake || amount > mostStake)
    throw Refusal.impossibleText(
      text,
      `a validator of ${run.network} stakes from ${avaxText(leastValidatorStake)} to ${avaxText(mostStake)} AVAX, not ${text}`,
    )
  const { nodeId, bls } = run.node(action.node)
  const from = run.party(action.from)
  const tx = run.platform.add((state, time, touch) => {
    const node = state.forms.node(nodeId)
    touch(`node ${node}`)
    if (state.stakers.expected(primaryNetworkId, nodeId))
      throw Refusal.impossibleText(action.node, `${node} is a validator already`)
    return stake(state, {
      ...period(run, state, action, time),
      ...(action.rewardsTo !== undefined && { rewardsTo: run.owners(action.rewardsTo) }),
      kind: 'validator',
      time,
      nodeId,
      ...(state.facts.isActive('cortina', time) && { bls }),
      by: from,
      subnetId: state.facts.chainIds.P,
      assetId: state.facts.avaxId,
      amount,
      shares: Math.round(fee * sharesPerPercent),
    })
  })
  const txId = encodeCb58(tx.id)
  if (uptime === 'low') run.state.lowUptime.set(txId, true)
  run.name('stake', action.as, txId)
  return { chain: 'P', txId, nodeId: run.state.forms.node(nodeId) }
}

/** A permissioned validator of a subnet. */
function appoint(run: NetworkRun, action: AddValidatorAction, subnetName: string): Made {
  const { weight } = action
  for (const field of ['amount', 'fee', 'rewardsTo', 'uptime'] as const)
    if (action[field] !== undefined) throw Refusal.bad(field, 'absent with a subnet')
  if (weight === undefined) throw Refusal.bad('weight', 'there with a subnet')
  const { nodeId } = run.existingNode(action.node)
  const payer = run.party(action.from)
  const tx = run.platform.add((state, time, touch) => {
    const subnet = run.subnet(subnetName)
    const subnetId = state.forms.id(subnet.id)
    const node = state.forms.node(nodeId)
    touch(`subnet ${subnetId}`)
    if (subnet.manager)
      throw Refusal.impossibleText(
        subnetName,
        `${subnetName} is an L1: its validators are registered`,
      )
    if (state.stakers.expected(subnetId, nodeId))
      throw Refusal.impossibleText(action.node, `${node} is a validator of ${subnetName} already`)
    const { start, end } = period(run, state, action, time)
    validatorThroughout(run, state, action.node, nodeId, { start, end })
    return appointValidator(state, {
      ...{ time, payer, subnet, nodeId, start, end },
      weight: BigInt(weight),
    })
  })
  const txId = encodeCb58(tx.id)
  run.name('stake', action.as, txId)
  return { chain: 'P', txId, nodeId: run.state.forms.node(nodeId) }
}

export function delegate(run: NetworkRun, action: DelegateAction): Made {
  const { leastDelegatorStake } = stakingRules[run.network]
  const amount = unitsOf('amount', action.amount, avaxDecimals)
  if (amount < leastDelegatorStake)
    throw Refusal.impossibleText(
      action.amount,
      `a delegator of ${run.network} stakes at least ${avaxText(leastDelegatorStake)} AVAX, not ${action.amount}`,
    )
  const { nodeId } = run.existingNode(action.node)
  const from = run.party(action.from)
  const tx = run.platform.add((state, time, touch) => {
    touch(`node ${state.forms.node(nodeId)}`)
    const { start, end } = period(run, state, action, time)
    const validator = validatorThroughout(run, state, action.node, nodeId, { start, end })
    refuseExcess(run, state, validator, amount)
    return stake(state, {
      ...{ time, nodeId, start, end, amount },
      ...(action.rewardsTo !== undefined && { rewardsTo: run.owners(action.rewardsTo) }),
      kind: 'delegator',
      by: from,
      subnetId: state.facts.chainIds.P,
      assetId: state.facts.avaxId,
    })
  })
  const txId = encodeCb58(tx.id)
  run.name('stake', action.as, txId)
  return { chain: 'P', txId, nodeId: run.state.forms.node(nodeId) }
}

export function removeSubnetValidator(run: NetworkRun, action: RemoveSubnetValidatorAction): Made {
  const { nodeId } = run.existingNode(action.node)
  const tx = run.platform.add((state, time, touch) => {
    const subnet = run.subnet(action.subnet)
    const subnetId = state.forms.id(subnet.id)
    touch(`subnet ${subnetId}`)
    if (!state.stakers.validator(subnetId, nodeId))
      throw Refusal.impossibleText(action.node, `${action.node} does not validate ${action.subnet}`)
    // Who signs first pays: an owner of several seldom has outputs of its own.
    const payer = partyOf(subnet.owner.wallets.slice(0, 1), 1)
    return removeValidator(state, { time, payer, subnet, nodeId })
  })
  return { chain: 'P', txId: encodeCb58(tx.id), nodeId: run.state.forms.node(nodeId) }
}

/** From when until when a stake is to last. @throws Refusal when the chain takes no such one */
function period(
  run: NetworkRun,
  { facts }: Drafting,
  { duration, start: text, subnet }: Pick<AddValidatorAction, 'duration' | 'start' | 'subnet'>,
  time: number,
): { readonly start: number; readonly end: number } {
  const seconds = secondsOf('duration', duration)
  const { leastSeconds, mostSeconds } = stakingRules[run.network]
  // Subnets of an owner take anybody for a day.
  const least = subnet === undefined ? leastSeconds : Math.min(leastSeconds, daySeconds)
  if (seconds < least || seconds > mostSeconds)
    throw Refusal.impossibleText(
      duration,
      `a stake of ${run.network} lasts from ${least} to ${mostSeconds} seconds, not ${seconds}`,
    )
  // Before Durango a stake had to start later than its transaction was accepted. G-90
  const soonest = facts.isActive('durango', time) ? time : time + minuteSeconds
  const start = text === undefined ? soonest : timeOf('start', text)
  if (start < soonest)
    throw Refusal.impossibleText(
      text ?? '',
      `start must be from ${secondsText(soonest)} on, not ${text}`,
    )
  return { start, end: start + seconds }
}

/** The node's stake on the primary network. @throws Refusal unless it lasts all the time */
function validatorThroughout(
  run: NetworkRun,
  { stakers, forms }: Drafting,
  text: string,
  nodeId: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): PrimaryValidator {
  const validator = stakers.expected(primaryNetworkId, nodeId)
  const node = forms.node(nodeId)
  if (!validator) throw Refusal.impossibleText(text, `${node} is no validator of ${run.network}`)
  if (start < validator.start || end > validator.end)
    throw Refusal.impossibleText(
      text,
      `${node} validates from ${secondsText(validator.start)} to ${secondsText(validator.end)}, not from ${secondsText(start)} to ${secondsText(end)}`,
    )
  return validator
}

/** @throws Refusal when a node would have more delegated to it than it may */
function refuseExcess(
  run: NetworkRun,
  { stakers }: Drafting,
  { nodeId, weight }: PrimaryValidator,
  amount: bigint,
): void {
  const { mostStake } = stakingRules[run.network]
  const cap = weight * mostDelegationFactor
  const most = cap < mostStake ? cap : mostStake
  const has = stakers.weightWithDelegations(nodeId)
  if (has + amount > most)
    throw Refusal.impossible(
      `the validator takes ${avaxText(most)} AVAX in all and has ${avaxText(has)}: ${avaxText(amount)} are too many`,
    )
}
