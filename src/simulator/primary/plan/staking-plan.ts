import type {
  DelegationDefinition,
  ValidatorDefinition,
} from '../../../../schemas/definition/primary.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import { nAvaxPerAvax } from '../../../networks/units.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../../../time/time-units.ts'
import { backgroundCount } from '../../background/background-count.ts'
import type { Random } from '../../random.ts'
import { canSpend, payerOf } from '../actors.ts'
import { maxStake, minStake } from '../genesis.ts'
import { nAvaxOf } from '../l1/l1-conversion.ts'
import { moreNodeName } from '../nodes.ts'
import type { SignedTransaction } from '../signed.ts'
import type { PrimaryValidator } from '../staking/staker.ts'
import { stake } from '../staking/staking.ts'
import type { Drafting } from '../state.ts'
import { type Party, solo } from '../utxos/parties.ts'
import type { PlannedEvent, Planner } from './plan.ts'

/** Plans the declared validators, period after period, and the undeclared ones. */
export function planValidators(planner: Planner): void {
  const { setup } = planner.state
  const { validators, moreValidators } = setup.definition.primary
  validators.forEach((validator, index) => {
    planValidator(planner, validator, `/primary/validators/${index}`)
  })
  const random = planner.random('more validators')
  const count = backgroundCount(setup.size, moreValidators)
  const { period, stake } = setup.size === 'small' ? fewOthers : manyOthers(count)
  for (let number = 1; number <= count; number++)
    planValidator(
      planner,
      {
        node: moreNodeName(number),
        operator: random.pick(setup.wallets).name,
        ...period(random),
        avax: stake(random),
        feePercent: random.int(4, 30) / 2,
      },
      '/primary/moreValidators',
    )
}

/** Staking behaviour of undeclared validators. */
interface Others {
  period(random: Random): Pick<ValidatorDefinition, 'from' | 'days'>
  /**
   * Draws a stake.
   * @returns AVAX
   */
  stake(random: Random): number
}

/** A handful of validators, throughout the years. */
const fewOthers: Others = {
  period: (random) => ({
    from: `genesis+${random.int(15, 1500)}d`,
    days: random.int(150, 365),
  }),
  stake: (random) => 25 * random.int(80, 200),
}

/**
 * Returns tens of validators in the last two years: each period of earlier years would take its own
 * blocks.
 */
const manyOthers = (count: number): Others => ({
  period: (random) => ({ from: `now-${random.int(20, 700)}d`, days: random.int(240, 365) }),
  stake: (random) => stakeOfMany(random, maxStake(count)),
})

/**
 * Draws a stake as on the real networks, where a few are small and most are large.
 * @returns AVAX
 */
function stakeOfMany(random: Random, max: number): number {
  const [little, much] = [Math.min(25_000, max), Math.min(600_000, max)]
  const lot = random.int(1, 20)
  if (lot <= 3) return random.int(minStake, little)
  if (lot <= 7) return random.int(little, much)
  return random.int(much, max)
}

function planValidator(planner: Planner, validator: ValidatorDefinition, pointer: string): void {
  const random = planner.random(`validator ${validator.node}`)
  planner.always(stakesOf(planner, validator, pointer, random))
}

/** Generates one stake after the other; endless without a declared end. */
function* stakesOf(
  { state, near }: Planner,
  validator: ValidatorDefinition,
  pointer: string,
  random: Random,
): Generator<PlannedEvent, undefined> {
  const { cast, facts } = state
  const until = validator.until === undefined ? Infinity : facts.secondsOf(validator.until)
  const by = solo(cast.wallet(validator.operator))
  let time = near(validator.from, random)
  let declared = validator.start === undefined ? undefined : near(validator.start, random)
  while (time < until) {
    // Before Durango a stake had to start after its transaction was accepted.
    const usualStart = facts.isActive('durango', time) ? time : time + random.int(120, 3600)
    const start = declared ?? usualStart
    declared = undefined
    const end = start + validator.days * daySeconds
    yield {
      pointer,
      chain: 'P',
      time,
      act: (drafting, at) => validate(drafting, { validator, by, time: at, start, end }),
    }
    time = end + random.int(600, 18_000)
  }
  return undefined
}

/** Builds a validator's stake; the reserve pays for an operator who has too little. */
function validate(
  state: Drafting,
  {
    validator,
    by,
    ...times
  }: {
    readonly validator: ValidatorDefinition
    readonly by: Party
    readonly time: number
    readonly start: number
    readonly end: number
  },
): SignedTransaction[] {
  const { facts, nodes } = state
  const { time } = times
  const amount = nAvaxOf(validator.avax)
  const payer = payerOf(state, { by, time, amount })
  if (!payer) return []
  const { nodeId, bls } = nodes.node(validator.node)
  return [
    stake(state, {
      ...times,
      kind: 'validator',
      nodeId,
      ...(facts.isActive('cortina', time) && { bls }),
      by,
      payer,
      subnetId: facts.chainIds.P,
      assetId: facts.avaxId,
      amount,
      shares: Math.round(validator.feePercent * 10_000),
      memo: facts.isActive('durango', time) ? '' : `renewed by ${validator.operator}`,
    }),
  ]
}

/** Plans the declared delegations. */
export function planDelegations(planner: Planner): void {
  const { cast, facts, nodes, setup } = planner.state
  setup.definition.primary.delegations.forEach((delegation, index) => {
    const random = planner.random(`delegation ${index}`)
    const time = planner.near(delegation.at, random)
    const later = facts.isActive('durango', time)
      ? time
      : time + random.int(2 * minuteSeconds, hourSeconds)
    const start = delegation.start === undefined ? later : planner.near(delegation.start, random)
    planner.at({
      pointer: `/primary/delegations/${index}`,
      chain: 'P',
      time,
      act: (state, at) =>
        delegate(state, {
          time: at,
          start,
          days: delegation.days,
          by: cast.wallet(delegation.by),
          nodeId: nodes.node(delegation.node).nodeId,
          amount: nAvaxOf(delegation.avax),
          fromLocked: delegation.fromLocked === true,
        }),
    })
  })
}

/**
 * Plans a delegation every week or two after the definition's now, at any pace; none in an empty
 * world.
 */
export function planLaterDelegations(planner: Planner): void {
  const { cast, facts, setup } = planner.state
  if (setup.size === 'empty') return
  const random = planner.random('later delegations')
  planner.always(
    (function* (): Generator<PlannedEvent, undefined> {
      for (let time = setup.now; ; ) {
        time += random.int(5 * daySeconds, 15 * daySeconds)
        const by = random.pick(cast.wallets)
        const amount = random.bigint(25n, 400n) * nAvaxPerAvax
        const days = random.int(14, 90)
        const choice = random.int(0, 999)
        const start = facts.isActive('durango', time) ? time : time + hourSeconds
        yield {
          chain: 'P',
          time,
          pointer: '/primary/delegations',
          act(state, at) {
            const validators = backgroundValidators(state)
            const validator = validators[choice % validators.length]
            const purse = { chain: 'P', payer: solo(by), time: at } as const
            if (!validator || !canSpend(state, purse, amount)) return []
            return delegate(state, { time: at, start, days, by, nodeId: validator.nodeId, amount })
          },
        }
      }
    })(),
  )
}

/**
 * Builds a delegation to a node, or to the longest-lasting validator when the node ends too early.
 */
export function delegate(
  state: Drafting,
  {
    time,
    start,
    days,
    by,
    nodeId,
    amount,
    fromLocked = false,
  }: {
    readonly time: number
    readonly start: number
    readonly days: DelegationDefinition['days']
    readonly by: Drafting['cast']['wallets'][number]
    readonly nodeId: Uint8Array
    readonly amount: bigint
    readonly fromLocked?: boolean
  },
): SignedTransaction[] {
  const { facts, utxos } = state
  const validator = validatorUntil(state, nodeId, start + 14 * daySeconds)
  if (!validator) return []
  const party = solo(by)
  const locked = utxos
    .find({ createdOn: 'P', consumedOn: 'P', party, assetId: facts.avaxId })
    .find(({ output, unlockedAt }) => output.type === 'StakeableLockOutput' && unlockedAt > time)
  if (fromLocked && !locked) throw new Error(`${by.name} has no locked output to stake`)
  return [
    stake(state, {
      kind: 'delegator',
      time,
      nodeId: validator.nodeId,
      by: party,
      subnetId: facts.chainIds.P,
      assetId: facts.avaxId,
      amount,
      start,
      end: Math.min(start + days * daySeconds, validator.end),
      ...(fromLocked && locked && { locked }),
    }),
  ]
}

/** Returns the validators that background delegations may use: those of the definition. */
export const backgroundValidators = ({ nodes, stakers }: Pick<Drafting, 'nodes' | 'stakers'>) =>
  stakers.primaryValidators().filter(({ nodeId }) => nodes.isDeclared(nodeId))

/**
 * Returns the validator with this node if it lasts until a time, otherwise the longest-lasting one.
 */
export function validatorUntil(
  state: Pick<Drafting, 'nodes' | 'stakers'>,
  nodeId: Uint8Array,
  time: number,
): PrimaryValidator | undefined {
  const lasting = backgroundValidators(state).filter(({ end }) => end >= time)
  const wanted = lasting.find((staker) => compareBytes(staker.nodeId, nodeId) === 0)
  return wanted ?? lasting.toSorted((a, b) => b.end - a.end)[0]
}
