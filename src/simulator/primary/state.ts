import type { AssetDefinition } from '../../../schemas/definition/primary.ts'
import { parseId } from '../../formats/ids.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { type StateSlot, stateSlot } from '../../store/simulator-state.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { primaryChainNumber } from '../chains/chain-numbers.ts'
import { createSequences, type Sequences } from '../chains/sequences.ts'
import { ImpossibleError } from '../impossible-error.ts'
import type { NetworkSetup } from '../setup.ts'
import { Containers } from './containers.ts'
import { factsOf, type NetworkFacts } from './facts.ts'
import { createIdText, type IdText } from './id-text.ts'
import { L1Validators } from './l1/l1-validators.ts'
import { Nodes } from './nodes.ts'
import { PlatformHead } from './platform/platform-head.ts'
import { StakerSet } from './staking/stakers.ts'
import { Supplies } from './staking/supplies.ts'
import { type Subnet, SubnetBook } from './subnets/subnet-book.ts'
import { type Cast, createCast, type Party, solo } from './utxos/parties.ts'
import { UtxoRows } from './utxos/utxo-rows.ts'
import { DraftedUtxos, UtxoSet } from './utxos/utxo-set.ts'

/** An asset of the X-chain that the definition names. */
export interface AssetRecord {
  readonly id: Uint8Array
  readonly name: string
  readonly kind: AssetDefinition['kind']
  readonly minter: Party
}

/**
 * State shared by the chains of a primary network. All of it is in the tables; this object reads it
 * on demand and caches some of it.
 */
export interface PrimaryState {
  readonly setup: NetworkSetup
  readonly facts: NetworkFacts
  readonly ids: IdText
  readonly sequences: Readonly<Record<PrimaryChain, Sequences>>
  readonly store: WorldStore
  readonly utxos: UtxoSet
  readonly cast: Cast
  readonly nodes: Nodes
  readonly containers: Containers
  readonly stakers: StakerSet
  readonly l1Validators: L1Validators
  readonly subnets: SubnetBook
  /**
   * Ids by kind and name, such as `subnet ice`, of things that the definition or an action has
   * named.
   */
  readonly names: StateSlot<string>
  /** Ids (cb58) of transactions whose stakes end without a reward by request of an action. */
  readonly lowUptime: StateSlot<true>
  readonly platform: PlatformHead
}

/**
 * View of the state for drafts of one block. Their outputs are spent only when a block accepts
 * them.
 */
export interface Drafting extends Omit<PrimaryState, 'utxos'> {
  readonly utxos: DraftedUtxos
}

/** Returns a new view for the drafts of a block. */
export const draftOn = (state: PrimaryState): Drafting => ({
  ...state,
  utxos: new DraftedUtxos(state.utxos),
})

export function createState(setup: NetworkSetup): PrimaryState {
  const { network, now, store, streams, keyring, definition } = setup
  const facts = factsOf(network, now)
  const ids = createIdText(facts.hrp)
  const cast = createCast(keyring, ids)
  const nodes = new Nodes({ ...setup, ids })
  const joinedAt = facts.secondsOf(definition.nodes[network].joinedAt)
  const sequences = {
    P: createSequences(store, primaryChainNumber(network, 'P')),
    X: createSequences(store, primaryChainNumber(network, 'X')),
    C: createSequences(store, primaryChainNumber(network, 'C')),
  }
  return {
    setup,
    facts,
    ids,
    sequences,
    store,
    utxos: new UtxoSet(new UtxoRows(network, ids, store)),
    cast,
    nodes,
    containers: new Containers({ network, ids, sequences, store: store, streams, joinedAt }),
    stakers: new StakerSet(network, ids, store, new Supplies(network, store)),
    l1Validators: new L1Validators({ facts, ids, nodes, sequences: sequences.P, store }),
    subnets: new SubnetBook(network, ids, cast, store),
    names: stateSlot(store, `${network} names`),
    lowUptime: stateSlot(store, `${network} low uptime`),
    platform: new PlatformHead(network, store),
  }
}

/**
 * Returns the subnet of the definition.
 * @throws ImpossibleError before it was created
 */
export function subnetOf(
  { names, subnets }: Pick<PrimaryState, 'names' | 'subnets'>,
  name: string,
): Subnet {
  const id = names.get(`subnet ${name}`)
  if (id === undefined)
    throw new ImpossibleError(`the definition uses the subnet ${name} before it exists`)
  return subnets.get(id)
}

/**
 * Returns the asset of the definition.
 * @throws ImpossibleError before it was created
 */
export function assetOf(state: Pick<PrimaryState, 'names' | 'setup' | 'cast'>, name: string) {
  const asset = declaredAssets(state).find((each) => each.name === name)
  if (!asset) throw new ImpossibleError(`the definition uses the asset ${name} before it exists`)
  return asset
}

/** Returns the existing assets of the definition. */
export const declaredAssets = ({
  names,
  setup,
  cast,
}: Pick<PrimaryState, 'names' | 'setup' | 'cast'>): AssetRecord[] =>
  setup.definition.primary.assets.flatMap(({ name, kind, by }) => {
    const id = names.get(`asset ${name}`)
    return id === undefined ? [] : [{ id: parseId(id), name, kind, minter: solo(cast.wallet(by)) }]
  })
