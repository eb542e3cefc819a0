import { networkConstants } from '../../../fixtures/networks.ts'
import { parseId } from '../../formats/ids.ts'
import type { PrimarySide } from '../atomic.ts'
import type { LivingChain } from '../network.ts'
import type { NetworkSetup } from '../setup.ts'
import { timeline, upgradeTimes } from '../timeline.ts'
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
import { exchangeStart, planAssets, planExports, planPayouts } from './transfer-plan.ts'

/** The primary network of one network. */
export interface PrimaryNetwork {
  readonly platform: LivingChain
  readonly exchange: LivingChain
  readonly side: PrimarySide
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
    planSubnets(platform),
    planL1s,
    planPayouts,
  ])
  const { blocks } = setup.definition.primary
  const eventsOf = (chain: 'P' | 'X') => plan.events.filter((event) => event.chain === chain)
  const platformEvents = eventsOf('P')
  const exchangeEvents = eventsOf('X')
  return {
    platform: livingPlatform(state, platform, platformEvents, [
      ...platformEvents.map(({ time }) => time),
      ...plan.wakes,
      ...timesOf(state, 'P', blocks.platform[setup.size], facts.secondsOf('genesis+12d')),
    ]),
    exchange: livingExchange(state, exchange, exchangeEvents, [
      ...exchangeEvents.map(({ time }) => time),
      ...timesOf(state, 'X', blocks.exchange[setup.size], exchangeStart),
    ]),
    side: createContractSide(state, sourceOf(state, 'C')),
  }
}

function livingPlatform(
  state: PrimaryState,
  chain: PlatformChain,
  events: readonly PlannedEvent[],
  times: readonly number[],
): LivingChain {
  const traffic = platformTraffic(state)
  const due = dueEvents(events)
  return {
    times: ascending(times),
    advance(time) {
      chain.advanceTo(time)
      const acted = due(time).map((event) => chain.accept(event.act(time), time))
      // Everyday life goes on at times at which nothing is declared.
      if (acted.length === 0) chain.accept(traffic.next(time), time)
    },
    finish: () => writeEnd(state),
  }
}

function livingExchange(
  state: PrimaryState,
  chain: ExchangeChain,
  events: readonly PlannedEvent[],
  times: readonly number[],
): LivingChain {
  const traffic = exchangeTraffic(state)
  const due = dueEvents(events)
  const forks = state.setup.streams.stream(`${state.facts.network} X vertices`)
  return {
    times: ascending(times),
    advance(time) {
      for (const event of due(time)) chain.accept([event.act(time)], time)
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

function timesOf({ facts, setup }: PrimaryState, chain: 'P' | 'X', blocks: number, start: number) {
  return timeline(setup.streams.stream(`${facts.network} ${chain} block times`), {
    start,
    now: setup.now,
    upgrades: upgradeTimes(setup.network),
    blocks,
  })
}

const sourceOf = (state: PrimaryState, chain: 'P' | 'X' | 'C'): ProposerSource => ({
  facts: state.facts,
  forms: state.forms,
  containers: state.containers,
  random: state.setup.streams.stream(`${state.facts.network} ${chain} proposers`),
  validators: () => state.stakers.primaryValidators(),
  platformHeight: () => state.platform.height,
})

const ascending = (times: readonly number[]) => [...new Set(times)].sort((a, b) => a - b)
