import type { Action, ActionResult } from '../../../schemas/control/actions/index.ts'
import type { Network } from '../../networks/network.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { CreatedChains, WantedChain } from '../created-chains.ts'
import type { LivingEvmChain } from '../evm/activity.ts'
import type { Interchain } from '../interchain/interchain.ts'
import { endlessRoom, platformRoom } from '../primary/platform/platform-room.ts'
import type { PrimaryNetwork } from '../primary/primary-network.ts'
import type { RunningLife } from '../running-life.ts'
import { doActions, placed } from './action-run.ts'
import { EvmDoor } from './evm-door.ts'
import { NetworkRun } from './network-run.ts'
import { PrimaryDoor } from './primary-door.ts'

/** The chains of a network as actions use them. */
export interface ActingNetwork {
  readonly network: Network
  readonly primary: PrimaryNetwork
  readonly evmChains: readonly LivingEvmChain[]
  readonly interchain: Interchain
  readonly created: CreatedChains
  /** Lets an EVM chain live that the P-chain has created. */
  beginChain(wanted: WantedChain): LivingEvmChain
}

/**
 * Does the actions of a request: everything that they make is in accepted blocks afterwards, and
 * where a chain's rules demand a later time, that time has passed for the whole world. It stops now
 * and then, so that others can be answered; nobody else changes the world before it is done.
 * @throws RefusedAction, and leaves a state that nobody may go on with
 */
export function* acting(
  actions: readonly Action[],
  networks: readonly ActingNetwork[],
  life: RunningLife,
  store: Pick<WorldStore, 'get'>,
): Generator<undefined, ActionResult[]> {
  const runs = networks.map((network) => runOf(network, life, () => flush()))
  const doors = () =>
    runs.flatMap(({ platform, exchange, evm }) => [platform, exchange, ...evm.values()])
  const flush = () => {
    for (const door of doors()) door.flush()
  }
  const results = yield* doActions(actions, (network) => {
    const run = runs.find((each) => each.network === network)
    if (!run) throw new Error('an action says its network')
    return run
  })
  for (const door of doors()) {
    door.flush()
    yield
  }
  return placed(results, store, life.now())
}

/** The same in one go. */
export function act(...given: Parameters<typeof acting>): ActionResult[] {
  const done = acting(...given)
  for (;;) {
    const next = done.next()
    if (next.done) return next.value
  }
}

function runOf(
  { network, primary, evmChains, interchain, created, beginChain }: ActingNetwork,
  life: RunningLife,
  flush: () => void,
): NetworkRun {
  const { state, accept } = primary
  /** The present, or the earliest time at which a chain takes another block. */
  const timeFrom = (earliest: number) => {
    if (earliest > life.now()) {
      flush()
      life.passTo(earliest)
    }
    return life.now()
  }
  const doorOf = (living: LivingEvmChain) => new EvmDoor(living, timeFrom)
  const evm = new Map(evmChains.map((living) => [living.name, doorOf(living)]))
  return new NetworkRun(
    {
      network,
      state,
      platform: new PrimaryDoor({ state, accept: accept.P, room: platformRoom(state), timeFrom }),
      exchange: new PrimaryDoor({ state, accept: accept.X, room: endlessRoom, timeFrom }),
      interchain,
      evm,
      timeFrom,
      created,
      beginChain(wanted) {
        const chain = beginChain(wanted)
        evm.set(chain.name, doorOf(chain))
      },
    },
    life.now,
  )
}
