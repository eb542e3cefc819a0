import { asDeclared } from '../../definition/definition-error.ts'
import { exchangeStart } from '../../definition/times.ts'
import { parseId } from '../../formats/ids.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import type { PrimarySide } from '../atomic-seam.ts'
import type { NodeSetup } from '../node/setup.ts'
import type { LivingChain } from '../scheduler.ts'
import type { NetworkSetup } from '../setup.ts'
import { timeline } from '../timeline.ts'
import { createContractSide } from './contract-side.ts'
import { writeEnd } from './end.ts'
import { ExchangeChain, type ProposerSource } from './exchange-chain.ts'
import { exchangeTraffic } from './exchange-traffic.ts'
import { createGenesis } from './genesis.ts'
import { planL1s } from './l1-plan.ts'
import { makePlan, type PlannedEvent } from './plan.ts'
import { PlatformBlocks, writePlatformGenesis } from './platform-blocks.ts'
import { PlatformChain } from './platform-chain.ts'
import { platformTraffic } from './platform-traffic.ts'
import { Proposers } from './proposers.ts'
import { planDelegations, planValidators } from './staking-plan.ts'
import { createState, type PrimaryState } from './state.ts'
import { planSubnets } from './subnet-plan.ts'
import { nodeSetupOf } from './surroundings.ts'
import { planAssets, planExports, planPayouts } from './transfer-plan.ts'

/** The primary network of one network. */
export interface PrimaryNetwork {
  readonly platform: LivingChain
  readonly exchange: LivingChain
  readonly side: PrimarySide
  /** The network's node among its validators, once the chains have lived. */
  nodeSetup(): NodeSetup
}

/** Brings a primary network to life: its genesis exists, its chains wait for their first times. */
export function createPrimaryNetwork(setup: NetworkSetup): PrimaryNetwork {
  const state = createState(setup)
  const { facts, nodes } = state
  // Their keys are numbered by the definition, not by who happens to act first.
  for (const { node } of setup.definition.primary.validators) nodes.node(node)
  createGenesis(state)
  const genesisId = parseId(networkConstants[setup.network].genesisId)
  const platformGenesis = writePlatformGenesis(state, genesisId, state.platform.time)
  const platform = new PlatformChain(
    state,
    new PlatformBlocks(
      state,
      new Proposers({ ...sourceOf(state, 'P'), chain: 'P', genesisId: platformGenesis }),
      platformGenesis,
    ),
  )
  const exchange = new ExchangeChain(state, sourceOf(state, 'X'))
  const plan = makePlan(state, [
    planValidators,
    planDelegations,
    planAssets,
    planExports,
    planSubnets,
    planL1s,
    planPayouts,
  ])
  const { blocks } = setup.definition.primary
  const eventsOf = (chain: 'P' | 'X') => plan.events.filter((event) => event.chain === chain)
  const platformEvents = eventsOf('P')
  const exchangeEvents = eventsOf('X')
  return {
    platform: livingPlatform(state, platform, {
      events: platformEvents,
      wakes: plan.wakes,
      everyday: timesOf(state, 'P', blocks.platform[setup.size], facts.secondsOf('genesis+12d')),
    }),
    exchange: livingExchange(state, exchange, {
      events: exchangeEvents,
      wakes: [],
      everyday: timesOf(state, 'X', blocks.exchange[setup.size], exchangeStart),
    }),
    side: createContractSide(state, sourceOf(state, 'C')),
    nodeSetup: () => nodeSetupOf(state, exchange.stopVertexId),
  }
}

/** When a chain has something to do, epoch seconds. */
interface Schedule {
  readonly events: readonly PlannedEvent[]
  /** For what comes to pass by itself. */
  readonly wakes: readonly number[]
  /** For transactions that nobody declared. */
  readonly everyday: readonly number[]
}

const allTimes = ({ events, wakes, everyday }: Schedule): number[] =>
  [...new Set([...events.map(({ time }) => time), ...wakes, ...everyday])].sort((a, b) => a - b)

function everydayOf({ everyday, events, wakes }: Schedule): (time: number) => boolean {
  const times = new Set(everyday)
  // A time that no list knows comes from somebody who wants a block now.
  const quiet = new Set([...events.map(({ time }) => time), ...wakes])
  return (time) => times.has(time) || !quiet.has(time)
}

function livingPlatform(
  state: PrimaryState,
  chain: PlatformChain,
  schedule: Schedule,
): LivingChain {
  const traffic = platformTraffic(state)
  const due = dueEvents(schedule.events)
  const isEveryday = everydayOf(schedule)
  return {
    times: allTimes(schedule),
    advance(time) {
      chain.advanceTo(time)
      for (const event of due(time))
        asDeclared(event.pointer, () => chain.accept(event.act(time), time))
      if (isEveryday(time)) chain.accept(traffic.next(time), time)
    },
    finish: () => writeEnd(state),
  }
}

function livingExchange(
  state: PrimaryState,
  chain: ExchangeChain,
  schedule: Schedule,
): LivingChain {
  const traffic = exchangeTraffic(state)
  const due = dueEvents(schedule.events)
  const isEveryday = everydayOf(schedule)
  const forks = state.setup.streams.stream(`${state.facts.network} X vertices`)
  return {
    times: allTimes(schedule),
    advance(time) {
      for (const event of due(time))
        asDeclared(event.pointer, () => chain.accept([event.act(time)], time))
      if (!isEveryday(time)) return
      const txs = traffic.next(time)
      const cut = forks.chance(0.4) ? Math.ceil(txs.length / 2) : txs.length
      chain.accept([txs.slice(0, cut), txs.slice(cut)], time)
    },
    finish() {},
  }
}

/** Gives each event once, when its time has come. */
function dueEvents(events: readonly PlannedEvent[]): (time: number) => PlannedEvent[] {
  let next = 0
  return (time) => {
    const start = next
    while (events[next] && (events[next]?.time ?? 0) <= time) next++
    return events.slice(start, next)
  }
}

/** Upgrades that changed a chain, so that it wants blocks on both sides of them. */
const upgrades = {
  P: [
    ...(['apricotPhase3', 'apricotPhase4', 'apricotPhase5', 'banff', 'cortina'] as const),
    ...(['durango', 'etna', 'fortuna', 'granite'] as const),
  ],
  X: ['apricotPhase4', 'cortina', 'durango', 'granite'],
} as const

function timesOf({ facts, setup }: PrimaryState, chain: 'P' | 'X', blocks: number, start: number) {
  return timeline(setup.streams.stream(`${facts.network} ${chain} block times`), {
    start,
    now: setup.now,
    upgrades: upgrades[chain].map(facts.activation),
    blocks,
  })
}

const sourceOf = (state: PrimaryState, chain: PrimaryChain): ProposerSource => ({
  facts: state.facts,
  forms: state.forms,
  containers: state.containers,
  random: state.setup.streams.stream(`${state.facts.network} ${chain} proposers`),
  validators: () => state.stakers.primaryValidators(),
  platformHeight: () => state.platform.height,
})
