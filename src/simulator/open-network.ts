import type { EvmChainDefinition } from '../../schemas/definition/evm.ts'
import { sha256 } from '../formats/hashes.ts'
import { toHex } from '../formats/ids.ts'
import type { Network } from '../networks/network.ts'
import { stateSlot } from '../store/simulator-state.ts'
import type { WorldStore } from '../store/world-store.ts'
import { CreatedChains, type WantedChain } from './chains/created-chains.ts'
import { allocationsOf } from './chains/l1-genesis.ts'
import { scheduledEvmChain } from './evm/scheduled-evm-chain.ts'
import { createInterchain } from './interchain/interchain.ts'
import { renewNode } from './node/renew-node.ts'
import type { NodeSetup } from './node/setup.ts'
import { createPrimaryNetwork } from './primary/primary-network.ts'
import { NetworkScheduler, type Progress, type ScheduledChain } from './scheduler.ts'
import type { NetworkSetup } from './setup.ts'
import { watchedStore } from './watched-store.ts'

/** Opens the chains of one network from their rows. */
export function openNetwork(requested: NetworkSetup) {
  const { definition, network, wallets, store } = requested
  const watched = watchedStore(store, nodeTables)
  const setup = { ...requested, store: watched.store }
  const primary = createPrimaryNetwork(setup)
  const { platform, exchange, side, height, nodeSetup } = primary
  const interchain = createInterchain(setup)
  const { reserve } = definition.primary.funds
  const created = new CreatedChains(setup)
  const scheduled = (chain: EvmChainDefinition, place: number, isBackground: boolean) => {
    const owners = isBackground ? wallets : wallets.filter(({ name }) => name === reserve)
    const holders = allocationsOf(owners, reserve)
    return scheduledEvmChain(setup, chain, side, interchain, { place, holders, isBackground })
  }
  const placeOfCreated = (index: number) => definition.evmChains.length + index
  const evmChains = [
    ...definition.evmChains.flatMap((chain, place) =>
      chain.network === network ? [scheduled(chain, place, true)] : [],
    ),
    ...created.all().map((chain, index) => scheduled(chain, placeOfCreated(index), false)),
  ]
  const chains: ScheduledChain[] = [platform, exchange, ...evmChains]
  const nodeSlot = stateSlot<PublishedNode>(store, `${network} node`)
  let seen: number | undefined
  const renewed = (before: PublishedNode | undefined) => {
    const node = nodeSetup()
    const surroundings = surroundingsOf(node)
    if (before?.surroundings !== surroundings)
      renewNode({ ...store, streams: requested.streams }, node)
    return surroundings
  }
  return {
    network,
    primary,
    evmChains,
    interchain,
    scheduler: new NetworkScheduler(chains, progressOf(store, network)),
    created,
    beginChain(wanted: WantedChain) {
      const index = created.all().length
      const declared = created.add(wanted, side.chainOf(wanted.chainId))
      const chain = scheduled(declared, placeOfCreated(index), false)
      chain.chain.begin()
      evmChains.push(chain)
      chains.push(chain)
      return chain
    },
    showNode() {
      const before = nodeSlot.get('')
      if (before?.height === height()) return
      const isSame = before !== undefined && seen === watched.changes()
      const surroundings = isSame ? before.surroundings : renewed(before)
      seen = watched.changes()
      nodeSlot.set('', { height: height(), surroundings })
    },
  }
}

const progressOf = (store: WorldStore, network: Network) =>
  stateSlot<Progress>(store, `${network} progress`)

/**
 * Tables that determine the surroundings of a node. Vertices exist until the last one, which the
 * node shows.
 */
const nodeTables: ReadonlySet<string> = new Set([
  ...['subnet', 'blockchain', 'staking_period', 'l1_validator', 'validator_key', 'vertex'],
])

/** Inputs of a node's rows. */
interface PublishedNode {
  /** Height of the P-chain. */
  readonly height: number
  readonly surroundings: string
}

/** Returns a digest of everything that changes around a node: most blocks change none of it. */
const surroundingsOf = ({ stopVertexId, subnets }: NodeSetup): string => {
  const text = JSON.stringify([stopVertexId, subnets], (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return toHex(sha256(Buffer.from(text)))
}
