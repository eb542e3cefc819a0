import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import type { WorldSize } from '../config/config.ts'
import { loadBlsPool } from '../formats/bls-pool.ts'
import { loadFastKeccak } from '../formats/keccak.ts'
import { type Network, networks } from '../networks/network.ts'
import type { WorldStore } from '../store/world-store.ts'
import type { Pace } from '../time/pace.ts'
import { act, acting } from './actions/action-contexts.ts'
import { Refusal } from './actions/refusal.ts'
import { makeBlocks } from './blocks-on-demand.ts'
import { Periods } from './evm/periods.ts'
import { Keyring } from './keyring.ts'
import { openNetwork } from './open-network.ts'
import { createRandomStreams } from './random.ts'
import type { Due } from './scheduler.ts'
import { Story } from './story.ts'
import { isWallet, openCast } from './wallets.ts'

/** What a world is made from; equal settings make equal bytes. */
export interface WorldSource {
  readonly definition: WorldDefinition
  readonly seed: string
  readonly size: WorldSize
}

/**
 * The chains of both networks over a store. Their state is in the store's rows and read when it is
 * needed, so a life that has settled can be thrown away and opened again over the same rows.
 */
export interface Simulation {
  /** Background blocks a day and chain after the definition's now. */
  pace: Pace
  /** When the next step is, epoch seconds; infinite when nothing will ever happen. */
  nextTime(): number
  /** Takes the next step: one chain at one time, or what the story does when all chains are done. */
  step(): void
  /** What is due next as things stand, in the order of time. */
  upcoming(most: number): (Due & { readonly network: Network })[]
  /** Notes that nothing more is due up to this time, epoch seconds. */
  rest(time: number): void
  /** Writes what is told once for many blocks, and shows the nodes; the last thing of each commit. */
  settle(): void
  /**
   * Makes so many blocks of a chain with background transactions, as close to one another as its rules
   * allow; for everybody else the time that this takes passes.
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
   * Does what somebody wants, after everything due up to the present, and stops now and then; until
   * it is done nothing else may be asked of this life. Each action says its network.
   * @returns what came of it, and the present afterwards, epoch seconds
   * @throws RefusedAction, after which this life is of no use any more
   */
  acting(
    actions: readonly Action[],
  ): Generator<undefined, { readonly results: ActionResult[]; readonly now: number }>
}

/** Opens the life of a world where its rows left it, at genesis when there are none. */
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
  let lives = openNetworks()
  const rest = (time: number) => {
    for (const { chains } of lives) chains.rest(time)
  }
  const askAgain = () => {
    for (const { chains } of lives) chains.askAgain()
  }
  const running = {
    now: () => Math.max(...lives.map(({ chains }) => chains.progress.time)),
    passTo(time: number) {
      askAgain()
      while (earliest().nextTime() <= time) earliest().step()
      rest(time)
    },
  }
  const earliest = () =>
    lives
      .map(({ chains }) => chains)
      .reduce((first, each) => (each.nextTime() < first.nextTime() ? each : first))
  const story = new Story(definition, store, {
    now: running.now,
    act: (actions) => {
      act(actions, lives, running, store)
      askAgain()
    },
    settle: () => periods.settle(),
    reopen: () => {
      lives = openNetworks()
    },
  })
  return {
    get pace() {
      return pace
    },
    set pace(value) {
      pace = value
      askAgain()
    },
    nextTime: () => Math.min(earliest().nextTime(), story.nextTime()),
    step() {
      const time = story.nextTime()
      if (earliest().nextTime() <= time) {
        earliest().step()
        return
      }
      rest(time)
      story.catchUp()
    },
    upcoming: (most) =>
      lives
        .flatMap(({ network, chains }) => chains.upcoming(most).map((due) => ({ network, ...due })))
        .concat(story.upcoming(most))
        .sort((a, b) => a.time - b.time)
        .slice(0, most),
    rest,
    settle: () => {
      periods.settle()
      for (const { showNode } of lives) showNode()
    },
    makeBlocks(network, name, count) {
      const chains = lives.find((each) => each.network === network)?.chains
      const chain = chains?.chain(name)
      if (!chain) throw Refusal.impossible(`${network} has no chain ${name}`)
      const height = makeBlocks(chain, { network, count }, running, store)
      askAgain()
      story.catchUp()
      return { height, now: running.now() }
    },
    *acting(actions) {
      const results = yield* acting(actions, lives, running, store)
      askAgain()
      story.catchUp()
      return { results, now: running.now() }
    },
  }
}
