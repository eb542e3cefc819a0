import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { EvmChainDefinition } from '../../schemas/definition/evm.ts'
import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { loadBlsPool } from '../formats/bls-pool.ts'
import { sha256 } from '../formats/hashes.ts'
import { toHex } from '../formats/ids.ts'
import { loadFastKeccak } from '../formats/keccak.ts'
import { type Network, networks } from '../networks/network.ts'
import type { Pace } from '../pace.ts'
import { keptPart } from '../store/kept.ts'
import type { WorldStore } from '../store/world-store.ts'
import { Refusal } from './actions/refusal.ts'
import { act } from './actions/runs.ts'
import { makeBlocks } from './blocks-on-demand.ts'
import { CreatedChains, type WantedChain } from './created-chains.ts'
import { livingEvmChain } from './evm/activity.ts'
import { createInterchain } from './interchain/interchain.ts'
import { Keyring } from './keyring.ts'
import { allocationsOf } from './l1-genesis.ts'
import { renewNode } from './node/renew-node.ts'
import type { NodeSetup } from './node/setup.ts'
import { createPrimaryNetwork } from './primary/primary-network.ts'
import { createRandomStreams } from './random.ts'
import { type Due, type LivingChain, NetworkLife, type Progress } from './scheduler.ts'
import { openWallets } from './wallets.ts'
import { watchedStore } from './watched-store.ts'

/** What a world is made from; equal settings make equal bytes. */
export interface LifeSettings {
  readonly definition: WorldDefinition
  readonly seed: string
  readonly size: 'small' | 'default'
}

/**
 * The chains of both networks over a store. Their state is in the store's rows and read when it is
 * needed, so a life can be thrown away between two steps and opened again over the same rows.
 */
export interface Life {
  /** Everyday blocks a day and chain after the definition's now. */
  pace: Pace
  /** When the next step is, epoch seconds; infinite when nothing will ever happen. */
  nextTime(): number
  /** Takes the next step: one chain at one time. */
  step(): void
  /** What is due next as things stand, in the order of time. */
  upcoming(most: number): (Due & { readonly network: Network })[]
  /** Notes that nothing more is due up to this time, epoch seconds. */
  rest(time: number): void
  /** Shows the nodes as the chains have made them; the last thing of each commit. */
  settle(): void
  /**
   * Makes so many blocks of a chain with everyday transactions, as close to one another as its rules
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
   * Does what somebody wants, after everything due up to the present. Each action says its network.
   * @returns what came of it, and the present afterwards, epoch seconds
   * @throws RefusedAction, after which this life is of no use any more
   */
  act(actions: readonly Action[]): { readonly results: ActionResult[]; readonly now: number }
}

/** Opens the life of a world where its rows left it, at genesis when there are none. */
export async function openLife(settings: LifeSettings, store: WorldStore): Promise<Life> {
  const { definition, seed } = settings
  await loadFastKeccak()
  let pace: Pace = 0
  const wallets = openWallets(definition.cast)
  const shared = {
    ...settings,
    writer: store,
    now: Date.parse(definition.now) / 1000,
    streams: createRandomStreams(seed),
    wallets,
    keyring: new Keyring(store, seed, wallets),
    blsPool: await loadBlsPool(),
    pace: () => pace,
  }
  const lives = networks.map((network) => {
    const watched = watchedStore(store, nodeTables)
    const setup = { ...shared, network, writer: watched.store }
    const primary = createPrimaryNetwork(setup)
    const { platform, exchange, side, height, nodeSetup } = primary
    const interchain = createInterchain(setup)
    const { reserve } = definition.primary.funds
    const created = new CreatedChains(setup)
    const living = (chain: EvmChainDefinition, place: number, isEveryday: boolean) => {
      const owners = isEveryday ? wallets : wallets.filter(({ name }) => name === reserve)
      const holders = allocationsOf(owners, reserve)
      return livingEvmChain(setup, chain, side, interchain, { place, holders, isEveryday })
    }
    const placeOfCreated = (index: number) => definition.evmChains.length + index
    const evmChains = [
      ...definition.evmChains.flatMap((chain, place) =>
        chain.network === network ? [living(chain, place, true)] : [],
      ),
      ...created.all().map((chain, index) => living(chain, placeOfCreated(index), false)),
    ]
    const chains: LivingChain[] = [platform, exchange, ...evmChains]
    const shown = keptPart<ShownNode>(store, `${network} node`)
    let seen: number | undefined
    const renewed = (before: ShownNode | undefined) => {
      const node = nodeSetup()
      const surroundings = surroundingsOf(node)
      if (before?.surroundings !== surroundings)
        renewNode({ ...store, streams: shared.streams }, node)
      return surroundings
    }
    return {
      network,
      primary,
      evmChains,
      interchain,
      chains: new NetworkLife(chains, progressOf(store, network)),
      created,
      beginChain(wanted: WantedChain) {
        const index = created.all().length
        const declared = created.add(wanted, side.chainOf(wanted.chainId))
        const chain = living(declared, placeOfCreated(index), false)
        chain.chain.begin()
        evmChains.push(chain)
        chains.push(chain)
        return chain
      },
      showNode() {
        const before = shown.get('')
        if (before?.height === height()) return
        const isSame = before !== undefined && seen === watched.changes()
        const surroundings = isSame ? before.surroundings : renewed(before)
        seen = watched.changes()
        shown.set('', { height: height(), surroundings })
      },
    }
  })
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
  return {
    get pace() {
      return pace
    },
    set pace(value) {
      pace = value
      askAgain()
    },
    nextTime: () => earliest().nextTime(),
    step: () => earliest().step(),
    upcoming: (most) =>
      lives
        .flatMap(({ network, chains }) => chains.upcoming(most).map((due) => ({ network, ...due })))
        .sort((a, b) => a.time - b.time)
        .slice(0, most),
    rest,
    settle: () => {
      for (const { showNode } of lives) showNode()
    },
    makeBlocks(network, name, count) {
      const chains = lives.find((each) => each.network === network)?.chains
      const chain = chains?.chain(name)
      if (!chain) throw Refusal.impossible(`${network} has no chain ${name}`)
      const height = makeBlocks(chain, { network, count }, running, store)
      askAgain()
      return { height, now: running.now() }
    },
    act(actions) {
      const results = act(actions, lives, running, store)
      askAgain()
      return { results, now: running.now() }
    },
  }
}

const progressOf = (store: WorldStore, network: Network) =>
  keptPart<Progress>(store, `${network} progress`)

/** What surrounds a node follows from them; there are vertices until the last one, which it shows. */
const nodeTables: ReadonlySet<string> = new Set([
  ...['subnet', 'blockchain', 'staking_period', 'l1_validator', 'validator_key', 'vertex'],
])

/** What the rows of a node were made from. */
interface ShownNode {
  /** Of the P-chain. */
  readonly height: number
  readonly surroundings: string
}

/** Digest of all that changes around a node: most blocks change nothing of it. */
const surroundingsOf = ({ stopVertexId, subnets }: NodeSetup): string => {
  const text = JSON.stringify([stopVertexId, subnets], (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return toHex(sha256(Buffer.from(text)))
}
