import { primaryChainNumber } from '../chain-numbers.ts'
import { createSequences } from '../sequences.ts'
import type { NetworkSetup } from '../setup.ts'
import { type Containers, createContainers } from './containers.ts'
import { factsOf } from './facts.ts'
import { createForms } from './forms.ts'
import { createL1Validators, type L1Validators } from './l1-validators.ts'
import { createNodes, type Nodes } from './nodes.ts'
import { type Cast, createCast, type Party } from './parties.ts'
import type { Delegation } from './stake-rows.ts'
import { StakerSet } from './stakers.ts'
import type { RowSetup } from './transaction-rows.ts'
import { UtxoRows } from './utxo-rows.ts'
import { DraftedUtxos, UtxoSet } from './utxo-set.ts'

/** An asset of the X-chain that the definition names. */
export interface AssetRecord {
  readonly id: Uint8Array
  readonly kind: 'fixed' | 'variable' | 'nft'
  readonly minter: Party
}

/** A subnet of the definition, once it exists. */
export interface Subnet {
  readonly seq: number
  readonly id: Uint8Array
  readonly createdAt: number
  readonly createdAtHeight: number
  owner: Party
  readonly chains: Map<string, SubnetChain>
  conversion?: {
    readonly txId: Uint8Array
    readonly managerChainId: Uint8Array
    readonly managerAddress: Uint8Array
  }
}

export interface SubnetChain {
  readonly id: Uint8Array
  readonly evmChainId: string | undefined
  /** Epoch seconds. */
  readonly createdAt: number
}

/** Everything that the chains of a primary network know together. */
export interface PrimaryState extends RowSetup {
  readonly setup: NetworkSetup
  readonly cast: Cast
  readonly nodes: Nodes
  readonly containers: Containers
  readonly stakers: StakerSet
  /** Those that have ended. */
  readonly delegations: Delegation[]
  readonly l1Validators: L1Validators
  readonly subnets: Map<string, Subnet>
  readonly assets: Map<string, AssetRecord>
  /** The P-chain's last accepted block: height, and chain time in epoch seconds. */
  readonly platform: { height: number; time: number }
}

/** What drafts of one block see: nothing that they take is taken before a block accepts them. */
export interface Drafting extends Omit<PrimaryState, 'utxos'> {
  readonly utxos: DraftedUtxos
}

/** A fresh view for the drafts of a block. */
export const draftOn = (state: PrimaryState): Drafting => ({
  ...state,
  utxos: new DraftedUtxos(state.utxos),
})

export function createState(setup: NetworkSetup): PrimaryState {
  const { network, now, writer, streams, wallets, blsPool, definition } = setup
  const facts = factsOf(network, now)
  const forms = createForms(facts.hrp)
  const joinedAt = facts.secondsOf(definition.nodes[setup.network].joinedAt)
  return {
    setup,
    facts,
    forms,
    sequences: {
      P: createSequences(writer, primaryChainNumber(network, 'P')),
      X: createSequences(writer, primaryChainNumber(network, 'X')),
      C: createSequences(writer, primaryChainNumber(network, 'C')),
    },
    writer,
    utxos: new UtxoSet(new UtxoRows(network, forms, writer)),
    cast: createCast(wallets),
    nodes: createNodes(network, blsPool, forms, writer),
    containers: createContainers({ facts, forms, writer }, streams, joinedAt),
    stakers: new StakerSet(facts.chainIds.P),
    delegations: [],
    l1Validators: createL1Validators(facts),
    subnets: new Map(),
    assets: new Map(),
    platform: { height: 0, time: 0 },
  }
}

/** @throws when the definition uses the subnet before it creates it */
export function subnetOf({ subnets }: Pick<PrimaryState, 'subnets'>, name: string): Subnet {
  const subnet = subnets.get(name)
  if (!subnet) throw new Error(`the definition uses the subnet ${name} before it exists`)
  return subnet
}

/** @throws when the definition uses the asset before it creates it */
export function assetOf({ assets }: Pick<PrimaryState, 'assets'>, name: string): AssetRecord {
  const asset = assets.get(name)
  if (!asset) throw new Error(`the definition uses the asset ${name} before it exists`)
  return asset
}
