import type {
  AddValidatorAction,
  DelegateAction,
  RemoveSubnetValidatorAction,
} from '../../../../schemas/control/actions/staking.ts'
import { encodeCb58 } from '../../../formats/ids.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import { secondsText } from '../../../time/time-text.ts'
import { daySeconds, minuteSeconds } from '../../../time/time-units.ts'
import { avaxText } from '../../amount-texts.ts'
import type { PrimaryValidator } from '../../primary/staking/staker.ts'
import { stake } from '../../primary/staking/staking.ts'
import { maxDelegationFactor, stakingRules } from '../../primary/staking/staking-rules.ts'
import type { Drafting } from '../../primary/state.ts'
import { removeValidator } from '../../primary/subnets/elastic-subnets.ts'
import { addPermissionedValidator } from '../../primary/subnets/subnets.ts'
import { partyOf } from '../../primary/utxos/parties.ts'
import type { ActionContext } from '../action-context.ts'
import { secondsOf, timeOf } from '../action-times.ts'
import { avaxDecimals, unitsOf } from '../amounts.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

/** Minimum delegation fee of a validator, percent. */
const minFee = 2

/** Fee units per percent in a transaction, which counts millionths. */
const sharesPerPercent = 10_000

export function addValidator(context: ActionContext, action: AddValidatorAction): Made {
  return action.subnet === undefined
    ? validate(context, action)
    : addPermissioned(context, action, action.subnet)
}

function validate(context: ActionContext, action: AddValidatorAction): Made {
  const { amount: text, fee = minFee, uptime, weight } = action
  if (weight !== undefined) throw Refusal.bad('weight', 'absent unless subnet is given')
  if (text === undefined) throw Refusal.bad('amount', 'given unless subnet and weight are given')
  const { minValidatorStake, maxStake } = stakingRules[context.network]
  const amount = unitsOf('amount', text, avaxDecimals)
  if (amount < minValidatorStake || amount > maxStake)
    throw Refusal.impossibleText(
      text,
      `a validator on ${context.network} must stake from ${avaxText(minValidatorStake)} to ${avaxText(maxStake)} AVAX, not ${text}`,
    )
  const { nodeId, bls } = context.node(action.node)
  const from = context.party(action.from)
  const tx = context.platform.add((state, time, touch) => {
    const node = state.ids.node(nodeId)
    touch(`node ${node}`)
    if (state.stakers.expected(primaryNetworkId, nodeId))
      throw Refusal.impossibleText(action.node, `${node} is already a validator`)
    return stake(state, {
      ...period(context, state, action, time),
      ...(action.rewardsTo !== undefined && { rewardsTo: context.owners(action.rewardsTo) }),
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
  if (uptime === 'low') context.state.lowUptime.set(txId, true)
  context.name('stake', action.as, txId)
  return { chain: 'P', txId, nodeId: context.state.ids.node(nodeId) }
}

/** Adds a permissioned validator of a subnet. */
function addPermissioned(
  context: ActionContext,
  action: AddValidatorAction,
  subnetName: string,
): Made {
  const { weight } = action
  for (const field of ['amount', 'fee', 'rewardsTo', 'uptime'] as const)
    if (action[field] !== undefined) throw Refusal.bad(field, 'absent when subnet is given')
  if (weight === undefined) throw Refusal.bad('weight', 'given when subnet is given')
  const { nodeId } = context.existingNode(action.node)
  const payer = context.party(action.from)
  const tx = context.platform.add((state, time, touch) => {
    const subnet = context.subnet(subnetName)
    const subnetId = state.ids.id(subnet.id)
    const node = state.ids.node(nodeId)
    touch(`subnet ${subnetId}`)
    if (subnet.manager)
      throw Refusal.impossibleText(subnetName, `${subnetName} is an L1; use registerL1Validator`)
    if (state.stakers.expected(subnetId, nodeId))
      throw Refusal.impossibleText(action.node, `${node} is already a validator of ${subnetName}`)
    const { start, end } = period(context, state, action, time)
    validatorThroughout(context, state, action.node, nodeId, { start, end })
    return addPermissionedValidator(state, {
      ...{ time, payer, subnet, nodeId, start, end },
      weight: BigInt(weight),
    })
  })
  const txId = encodeCb58(tx.id)
  context.name('stake', action.as, txId)
  return { chain: 'P', txId, nodeId: context.state.ids.node(nodeId) }
}

export function delegate(context: ActionContext, action: DelegateAction): Made {
  const { minDelegatorStake } = stakingRules[context.network]
  const amount = unitsOf('amount', action.amount, avaxDecimals)
  if (amount < minDelegatorStake)
    throw Refusal.impossibleText(
      action.amount,
      `a delegator on ${context.network} must stake at least ${avaxText(minDelegatorStake)} AVAX, not ${action.amount}`,
    )
  const { nodeId } = context.existingNode(action.node)
  const from = context.party(action.from)
  const tx = context.platform.add((state, time, touch) => {
    touch(`node ${state.ids.node(nodeId)}`)
    const { start, end } = period(context, state, action, time)
    const validator = validatorThroughout(context, state, action.node, nodeId, { start, end })
    refuseExcess(context, state, validator, amount)
    return stake(state, {
      ...{ time, nodeId, start, end, amount },
      ...(action.rewardsTo !== undefined && { rewardsTo: context.owners(action.rewardsTo) }),
      kind: 'delegator',
      by: from,
      subnetId: state.facts.chainIds.P,
      assetId: state.facts.avaxId,
    })
  })
  const txId = encodeCb58(tx.id)
  context.name('stake', action.as, txId)
  return { chain: 'P', txId, nodeId: context.state.ids.node(nodeId) }
}

export function removeSubnetValidator(
  context: ActionContext,
  action: RemoveSubnetValidatorAction,
): Made {
  const { nodeId } = context.existingNode(action.node)
  const tx = context.platform.add((state, time, touch) => {
    const subnet = context.subnet(action.subnet)
    const subnetId = state.ids.id(subnet.id)
    touch(`subnet ${subnetId}`)
    if (!state.stakers.validator(subnetId, nodeId))
      throw Refusal.impossibleText(
        action.node,
        `${action.node} is not a validator of ${action.subnet}`,
      )
    // The first signer pays: several owners together seldom have outputs.
    const payer = partyOf(subnet.owner.wallets.slice(0, 1), 1)
    return removeValidator(state, { time, payer, subnet, nodeId })
  })
  return { chain: 'P', txId: encodeCb58(tx.id), nodeId: context.state.ids.node(nodeId) }
}

/**
 * Returns start and end of a stake.
 * @throws Refusal when the chain does not accept such a period
 */
function period(
  context: ActionContext,
  { facts }: Drafting,
  { duration, start: text, subnet }: Pick<AddValidatorAction, 'duration' | 'start' | 'subnet'>,
  time: number,
): { readonly start: number; readonly end: number } {
  const seconds = secondsOf('duration', duration)
  const { minSeconds, maxSeconds } = stakingRules[context.network]
  // Permissioned subnets accept validators for a day or more.
  const min = subnet === undefined ? minSeconds : Math.min(minSeconds, daySeconds)
  if (seconds < min || seconds > maxSeconds)
    throw Refusal.impossibleText(
      duration,
      `a stake on ${context.network} must last from ${min} to ${maxSeconds} seconds, not ${seconds}`,
    )
  // Before Durango a stake had to start after its transaction was accepted. G-90
  const soonest = facts.isActive('durango', time) ? time : time + minuteSeconds
  const start = text === undefined ? soonest : timeOf('start', text)
  if (start < soonest)
    throw Refusal.impossibleText(
      text ?? '',
      `start must be ${secondsText(soonest)} or later, not ${text}`,
    )
  return { start, end: start + seconds }
}

/**
 * Returns the node's stake on the primary network.
 * @throws Refusal unless it lasts all the time
 */
function validatorThroughout(
  context: ActionContext,
  { stakers, ids }: Drafting,
  text: string,
  nodeId: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): PrimaryValidator {
  const validator = stakers.expected(primaryNetworkId, nodeId)
  const node = ids.node(nodeId)
  if (!validator)
    throw Refusal.impossibleText(text, `${node} is not a validator of ${context.network}`)
  if (start < validator.start || end > validator.end)
    throw Refusal.impossibleText(
      text,
      `${node} validates from ${secondsText(validator.start)} to ${secondsText(validator.end)}, not from ${secondsText(start)} to ${secondsText(end)}`,
    )
  return validator
}

/**
 * Refuses an excessive delegation.
 * @throws Refusal when the stake delegated to a node would exceed its maximum
 */
function refuseExcess(
  context: ActionContext,
  { stakers }: Drafting,
  { nodeId, weight }: PrimaryValidator,
  amount: bigint,
): void {
  const { maxStake } = stakingRules[context.network]
  const cap = weight * maxDelegationFactor
  const max = cap < maxStake ? cap : maxStake
  const has = stakers.weightWithDelegations(nodeId)
  if (has + amount > max)
    throw Refusal.impossible(
      `the validator can have ${avaxText(max)} AVAX of stake and delegations and has ${avaxText(has)}: ${avaxText(amount)} more would exceed that`,
    )
}
