import { asDeclared } from '../../definition/definition-error.ts'
import { exchangeStart } from '../../definition/era-problems.ts'
import { backgroundBlocks } from '../background/background-count.ts'
import { type BackgroundTimes, backgroundTimes } from '../background/background-times.ts'
import { ImpossibleError } from '../impossible-error.ts'
import type { NodeSetup } from '../node/setup.ts'
import { backgroundBlock, type EventSource, earliest, type ScheduledChain } from '../scheduler.ts'
import type { NetworkSetup } from '../setup.ts'
import type { PrimarySide } from '../shared-memory.ts'
import { createContractSide } from './atomic/contract-side.ts'
import { ExchangeChain, type ProposerSource } from './exchange/exchange-chain.ts'
import { exchangeTraffic } from './exchange/exchange-traffic.ts'
import { createGenesis } from './genesis.ts'
import { createL1Upkeep } from './l1/l1-upkeep.ts'
import type { NodeIdentity } from './nodes.ts'
import { planL1s } from './plan/l1-plan.ts'
import { planLaterSubnets } from './plan/later-subnets.ts'
import { makePlans, type Plan, type PlannedEvent } from './plan/plan.ts'
import { planDelegations, planLaterDelegations, planValidators } from './plan/staking-plan.ts'
import { planSubnets } from './plan/subnet-plan.ts'
import { planAssets, planExports, planPayouts } from './plan/transfer-plan.ts'
import { PlatformBlocks, writePlatformGenesis } from './platform/platform-blocks.ts'
import { PlatformChain } from './platform/platform-chain.ts'
import { platformTraffic } from './platform/platform-traffic.ts'
import { Proposers } from './proposers.ts'
import type { SignedTransaction } from './signed.ts'
import type { PrimaryValidator } from './staking/staker.ts'
import { createState, draftOn, type PrimaryState } from './state.ts'
import { nodeSetupOf } from './surroundings.ts'

/** Primary network on mainnet or fuji. */
export interface PrimaryNetwork {
  readonly platform: ScheduledChain
  readonly exchange: ScheduledChain
  readonly side: PrimarySide
  readonly state: PrimaryState
  /** Accepts unplanned transactions, on either chain. */
  readonly accept: Readonly<
    Record<'P' | 'X', (txs: readonly SignedTransaction[], time: number) => void>
  >
  /** Returns the height of the P-chain. */
  height(): number
  /** Returns the network's node among its present validators. */
  nodeSetup(): NodeSetup
}

/** Opens a primary network from its rows, or at its genesis when there are none. */
export function createPrimaryNetwork(setup: NetworkSetup): PrimaryNetwork {
  const state = createState(setup)
  const { facts } = state
  if (!state.platform.exists) {
    createGenesis(state)
    writePlatformGenesis(state)
  }
  const plans = makePlans(state, [
    planValidators,
    planDelegations,
    planLaterDelegations,
    planAssets,
    planExports,
    planSubnets,
    planL1s,
    planLaterSubnets,
    planPayouts,
  ])
  const { blocks } = setup.definition.primary
  const source = sourceOf(state)
  const platform = new PlatformChain(
    state,
    new PlatformBlocks(state, new Proposers({ ...source, chain: 'P' })),
  )
  const exchange = new ExchangeChain(state, source)
  return {
    platform: scheduledPlatform(state, platform, {
      plan: plans.P,
      background: timesOf(
        state,
        'P',
        backgroundBlocks(setup.size, blocks.platform),
        facts.secondsOf('genesis+12d'),
      ),
    }),
    exchange: scheduledExchange(state, exchange, {
      plan: plans.X,
      background: timesOf(state, 'X', backgroundBlocks(setup.size, blocks.exchange), exchangeStart),
    }),
    side: createContractSide(state, source),
    state,
    accept: {
      P: (txs, time) => platform.accept(txs, time),
      X: (txs, time) => exchange.accept([txs], time),
    },
    height: () => state.platform.height,
    nodeSetup: () => nodeSetupOf(state),
  }
}

/** Schedule of the activity on a chain. */
interface Schedule {
  readonly plan: Plan
  /** Times of undeclared transactions. */
  readonly background: BackgroundTimes
}

function scheduledPlatform(
  state: PrimaryState,
  chain: PlatformChain,
  { plan, background }: Schedule,
): ScheduledChain {
  const upkeep = createL1Upkeep(state)
  const traffic = platformTraffic(state)
  const sources: EventSource[] = [
    { what: 'a stake or an L1 balance ends', nextAfter: () => chain.nextChange() },
    { what: 'a declared event', nextAfter: (time) => plan.nextAfter(time) },
    { what: 'an L1 balance is topped up', nextAfter: (time) => upkeep.nextAfter(time) },
    { what: backgroundBlock, nextAfter: background.nextAfter },
  ]
  return {
    name: 'P',
    sources,
    act(time) {
      const isBackground =
        background.nextAfter(time - 1) === time || earliest(sources, time - 1) > time
      chain.advanceTo(time)
      for (const event of plan.at(time))
        asDeclared(event.pointer, () => chain.accept(draftsOf(state, event, time), time))
      chain.accept(upkeep.next(time), time)
      if (isBackground) chain.accept(traffic.next(time), time)
    },
  }
}

function scheduledExchange(
  state: PrimaryState,
  chain: ExchangeChain,
  { plan, background }: Schedule,
): ScheduledChain {
  const traffic = exchangeTraffic(state)
  const cortina = state.facts.activation('cortina')
  const sources: EventSource[] = [
    {
      what: 'the X-chain changes from vertices to blocks',
      nextAfter: (time) => (time < cortina ? cortina : Infinity),
    },
    { what: 'a declared event', nextAfter: (time) => plan.nextAfter(time) },
    { what: backgroundBlock, nextAfter: background.nextAfter },
  ]
  return {
    name: 'X',
    sources,
    act(time) {
      const isBackground =
        background.nextAfter(time - 1) === time || earliest(sources, time - 1) > time
      if (time === cortina) chain.endVertices()
      for (const event of plan.at(time))
        asDeclared(event.pointer, () => chain.accept([draftsOf(state, event, time)], time))
      if (!isBackground) return
      const txs = traffic.next(time)
      const forks = state.setup.streams.at(`${state.facts.network} X vertices`, time)
      const cut = forks.chance(0.4) ? Math.ceil(txs.length / 2) : txs.length
      chain.accept([txs.slice(0, cut), txs.slice(cut)], time)
    },
  }
}

/**
 * Returns the transactions of an event. An impossible event is an error of the definition; after
 * its now, the event does not happen.
 */
function draftsOf(state: PrimaryState, event: PlannedEvent, time: number) {
  try {
    return event.act(draftOn(state), time)
  } catch (error) {
    if (error instanceof ImpossibleError && time >= state.setup.now) return []
    throw error
  }
}

/** Upgrades that changed a chain, so that it needs blocks before and after them. */
const upgrades = {
  P: [
    ...(['apricotPhase3', 'apricotPhase4', 'apricotPhase5', 'banff', 'cortina'] as const),
    ...(['durango', 'etna', 'fortuna', 'granite'] as const),
  ],
  X: ['apricotPhase4', 'cortina', 'durango', 'granite'],
} as const

function timesOf({ facts, setup }: PrimaryState, chain: 'P' | 'X', blocks: number, start: number) {
  return backgroundTimes(setup.streams, {
    name: `${facts.network} ${chain} blocks`,
    start,
    now: setup.now,
    upgrades: upgrades[chain].map(facts.activation),
    blocks,
    pace: setup.pace,
  })
}

const sourceOf = (state: PrimaryState): ProposerSource => ({
  facts: state.facts,
  ids: state.ids,
  containers: state.containers,
  store: state.store,
  streams: state.setup.streams,
  validators: proposersOf(state),
  platformHeight: () => state.platform.height,
})

/** Returns the possible proposers; the same list until the validators change. */
function proposersOf({ nodes, stakers }: PrimaryState): ProposerSource['validators'] {
  let validators: readonly PrimaryValidator[] = []
  let proposers: readonly NodeIdentity[] = []
  return () => {
    if (validators !== stakers.primaryValidators()) {
      validators = stakers.primaryValidators()
      proposers = validators.flatMap(({ nodeId }) => nodes.find(nodeId) ?? [])
    }
    return proposers
  }
}
