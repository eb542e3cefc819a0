import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { WorldSize } from '../config/config.ts'
import { loadBlsPool } from '../formats/bls-pool.ts'
import { loadFastKeccak } from '../formats/keccak.ts'
import { type Network, networks } from '../networks/network.ts'
import type { WorldStore } from '../store/world-store.ts'
import type { Pace } from '../time/pace.ts'
import { Keyring } from './accounts/keyring.ts'
import { isWallet, openCast } from './accounts/wallets.ts'
import { applyActions, applyActionsAtOnce } from './actions/apply-actions.ts'
import { Refusal } from './actions/refusal.ts'
import { makeBlocks } from './blocks-on-demand.ts'
import { Periods } from './evm/counts/periods.ts'
import { openNetwork } from './open-network.ts'
import { createRandomStreams } from './random.ts'
import type { Due } from './scheduler.ts'
import { Story } from './story.ts'

/** Inputs of a world; equal settings make equal bytes. */
export interface WorldSource {
  readonly definition: WorldDefinition
  readonly seed: string
  readonly size: WorldSize
}

/**
 * Chains of both networks over a store. Their state is in the store's rows and read on demand. So a
 * settled simulation can be discarded and opened again over the same rows.
 */
export interface Simulation {
  /** Background blocks per day and chain after the definition's now. */
  pace: Pace
  /** Returns the time of the next step, epoch seconds; infinite when there is none. */
  nextTime(): number
  /**
   * Takes the next step: one chain at one time, or the story's actions when all chains are done.
   */
  step(): void
  /** Returns the next due events as of the present state, in the order of time. */
  upcoming(max: number): (Due & { readonly network: Network })[]
  /** Records that nothing more is due up to this time, epoch seconds. */
  settleUntil(time: number): void
  /**
   * Writes rows that summarise many blocks, and updates the nodes; the last step of each commit.
   */
  flush(): void
  /**
   * Makes `count` blocks of a chain with background transactions, as close together as its rules
   * allow. The time that this takes passes for the whole world.
   * @param chain P, X, C, or the EVM chain id of an L1 of the network
   * @returns its height, and the present afterwards, epoch seconds
   * @throws Refusal when the network has no such chain
   */
  makeBlocks(
    network: Network,
    chain: string,
    count: number,
  ): { readonly height: number; readonly now: number }
  /**
   * Applies requested actions after everything due up to the present. It yields repeatedly; no
   * other call to the simulation is allowed until it ends. Each action names its network.
   * @returns the results, and the present afterwards, epoch seconds
   * @throws RefusedActionError, after which this simulation must be discarded unless it says otherwise
   */
  acting(
    actions: readonly Action[],
  ): Generator<undefined, { readonly results: ActionResult[]; readonly now: number }>
}

/** Computes what every simulation of a definition needs. */
export async function prepareSimulation({ cast }: WorldDefinition): Promise<void> {
  openCast(cast)
  await loadBlsPool()
}

/** Opens the simulation of a world from its rows, or at genesis when there are none. */
export async function openSimulation(
  settings: WorldSource,
  store: WorldStore,
): Promise<Simulation> {
  const { definition, seed } = settings
  await loadFastKeccak()
  let pace: Pace = 0
  const cast = openCast(definition.cast)
  const shared = {
    ...settings,
    store: store,
    now: Date.parse(definition.now) / 1000,
    streams: createRandomStreams(seed),
    wallets: cast.filter(isWallet),
    blsPool: await loadBlsPool(),
    pace: () => pace,
  }
  let periods: Periods
  const openNetworks = () => {
    const keyring = new Keyring(store, seed, cast)
    periods = new Periods(store)
    return networks.map((network) => openNetwork({ ...shared, network, keyring, periods }))
  }
  let opened = openNetworks()
  const settleUntil = (time: number) => {
    for (const { scheduler } of opened) scheduler.settleUntil(time)
  }
  const forgetNext = () => {
    for (const { scheduler } of opened) scheduler.forgetNext()
  }
  const running = {
    now: () => Math.max(...opened.map(({ scheduler }) => scheduler.progress.time)),
    passTo(time: number) {
      forgetNext()
      while (nextScheduler().nextTime() <= time) nextScheduler().step()
      settleUntil(time)
    },
  }
  const nextScheduler = () =>
    opened
      .map(({ scheduler }) => scheduler)
      .reduce((first, each) => (each.nextTime() < first.nextTime() ? each : first))
  /** Writes what the rows lack since the last commit. */
  const flushRows = () => {
    periods.flush()
    for (const { evmChains } of opened) for (const { actors } of evmChains) actors.state.flushTrie()
  }
  const story = new Story(definition, store, {
    now: running.now,
    act: (actions) => {
      applyActionsAtOnce(actions, opened, running, store)
      forgetNext()
    },
    flush: () => flushRows(),
    reopen: () => {
      opened = openNetworks()
    },
  })
  return {
    get pace() {
      return pace
    },
    set pace(value) {
      pace = value
      forgetNext()
    },
    nextTime: () => Math.min(nextScheduler().nextTime(), story.nextTime()),
    step() {
      const time = story.nextTime()
      if (nextScheduler().nextTime() <= time) {
        nextScheduler().step()
        return
      }
      settleUntil(time)
      story.catchUp()
    },
    upcoming: (max) =>
      opened
        .flatMap(({ network, scheduler }) =>
          scheduler.upcoming(max).map((due) => ({ network, ...due })),
        )
        .concat(story.upcoming(max))
        .sort((a, b) => a.time - b.time)
        .slice(0, max),
    settleUntil,
    flush: () => {
      flushRows()
      for (const { showNode } of opened) showNode()
    },
    makeBlocks(network, name, count) {
      const found = opened.find((each) => each.network === network)
      const chain = found?.scheduler.chain(name)
      if (!chain) throw Refusal.impossible(`${network} has no chain ${name}`)
      const height = makeBlocks(chain, { network, count }, running, store)
      forgetNext()
      story.catchUp()
      return { height, now: running.now() }
    },
    *acting(actions) {
      const results = yield* applyActions(actions, opened, running, store)
      forgetNext()
      story.catchUp()
      return { results, now: running.now() }
    },
  }
}
