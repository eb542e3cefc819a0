import type { WorldDefinition } from '../../../schemas/definition/world.ts'
import type { WorldSize } from '../../config/config.ts'
import type { BlsKey, BlsPool } from '../../formats/bls-pool.ts'
import { sha256 } from '../../formats/hashes.ts'
import { nodeIdOf, toHex } from '../../formats/ids.ts'
import { stakingCertificate } from '../../formats/staking-certificates.ts'
import type { Network } from '../../networks/network.ts'
import {
  readState,
  type StateReader,
  type StateSlot,
  stateSlot,
} from '../../store/simulator-state.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { backgroundCount } from '../background/background-count.ts'
import { stakingKeyOf } from '../node/names.ts'
import { type IdText, keyOf } from './id-text.ts'

/** A node with its keys, which follow from network and name. */
export interface NodeIdentity {
  readonly name: string
  /** 20 bytes. */
  readonly nodeId: Uint8Array
  /** P-256 secret, 32 bytes, and its certificate in DER. */
  readonly stakingKey: Uint8Array
  readonly certificate: Uint8Array
  readonly bls: BlsKey
}

interface NodesSetup {
  readonly network: Network
  readonly definition: WorldDefinition
  readonly size: WorldSize
  readonly blsPool: BlsPool
  readonly ids: IdText
  readonly store: WorldStore
}

const madePart = (network: Network) => `${network} made nodes`

/** Returns the names of the nodes of a network that actions have created in a world, in order. */
export const nodesMadeIn = (world: StateReader, network: Network): readonly string[] =>
  readState<readonly string[]>(world, madePart(network), '') ?? []

/** Nodes of a network whose secrets the world has. */
export class Nodes {
  readonly #setup: NodesSetup
  /** Names of nodes that actions have created. */
  readonly #made: StateSlot<readonly string[]>
  /** Numbers of the declared nodes. */
  readonly #declared: ReadonlyMap<string, number>
  readonly #byName = new Map<string, NodeIdentity>()
  readonly #byId = new Map<string, NodeIdentity>()

  constructor(setup: NodesSetup) {
    this.#setup = setup
    this.#made = stateSlot(setup.store, madePart(setup.network))
    this.#declared = new Map(declaredNodes(setup).map((name, number) => [name, number]))
  }

  node(name: string): NodeIdentity {
    const known = this.#byName.get(name)
    if (known) return known
    const { network, blsPool } = this.#setup
    const stakingKey = stakingKeyOf(network, name)
    const certificate = stakingCertificate(stakingKey)
    const node = {
      name,
      nodeId: nodeIdOf(certificate),
      stakingKey,
      certificate,
      bls: blsPool.key(this.#poolIndex(name)),
    }
    this.#byName.set(name, node)
    this.#byId.set(keyOf(node.nodeId), node)
    return node
  }

  /** Returns the node with this id (20 bytes); undefined when its keys are unknown. */
  find(nodeId: Uint8Array): NodeIdentity | undefined {
    const key = keyOf(nodeId)
    const known = this.#byId.get(key)
    if (known) return known
    const row = this.#setup.store.get(selectName, { nodeId: this.#setup.ids.node(nodeId) })
    if (row) return this.node(row.node_name)
    for (const name of this.names()) this.node(name)
    return this.#byId.get(key)
  }

  /** Returns the names of the declared nodes and of those that actions have created, in order. */
  names(): readonly string[] {
    return [...this.#declared.keys(), ...(this.#made.get('') ?? [])]
  }

  /** Records a node that an action names and the definition does not declare. */
  make(name: string): NodeIdentity {
    const made = this.#made.get('') ?? []
    if (!this.#declared.has(name) && !made.includes(name)) this.#made.set('', [...made, name])
    return this.node(name)
  }

  /** Returns whether the definition declares the node: background traffic ignores others. */
  isDeclared(nodeId: Uint8Array): boolean {
    return this.#declared.has(this.find(nodeId)?.name ?? '')
  }

  /** Returns the constant number of a node: its place among the declared ones, or after them. */
  placeOf(nodeId: Uint8Array): number {
    const name = this.find(nodeId)?.name ?? ''
    return this.#declared.get(name) ?? this.#declared.size + (numberOfWatchOnly(name) % 50_000)
  }

  /**
   * Writes the BLS key of a node when it appears on a chain: with its pool index, or without one
   * when a wallet brings it.
   */
  noteKey(nodeId: Uint8Array, blsPublicKey: Uint8Array): void {
    const { ids, store } = this.#setup
    const key = { node_id: ids.node(nodeId), bls_public_key: toHex(blsPublicKey) }
    if (store.get(selectKey, key)) return
    const node = this.find(nodeId)
    const isOwn = node !== undefined && toHex(node.bls.publicKey) === key.bls_public_key
    store.insert('validator_key', {
      ...key,
      node_name: isOwn ? node.name : null,
      pool_index: isOwn ? this.#poolIndex(node.name) : null,
    })
  }

  /** Returns the BLS key that a node has brought to a chain; undefined when its secret is unknown. */
  keyOf(nodeId: Uint8Array, blsPublicKey: Uint8Array): BlsKey | undefined {
    const { blsPool, ids, store } = this.#setup
    const key = { node_id: ids.node(nodeId), bls_public_key: toHex(blsPublicKey) }
    const index = store.get(selectKey, key)?.pool_index
    return typeof index === 'number' ? blsPool.key(index) : undefined
  }

  /**
   * Returns the pool index: even for mainnet and odd for fuji, so that the networks share no key.
   */
  #poolIndex(name: string): number {
    const number = this.#declared.get(name) ?? numberOfWatchOnly(name)
    return 2 * number + (this.#setup.network === 'fuji' ? 1 : 0)
  }
}

/** Returns all nodes that the definition names, each once; their keys come from the table. */
function declaredNodes({ definition, size }: NodesSetup): string[] {
  const { validators, moreValidators, subnets } = definition.primary
  const more = Array.from({ length: backgroundCount(size, moreValidators) }, (_, index) =>
    moreNodeName(index + 1),
  )
  const ofSubnets = subnets.flatMap((subnet) => [
    ...subnet.validators,
    ...(subnet.l1?.validators ?? []),
    ...(subnet.l1?.registrations ?? []),
  ])
  return [...new Set([...validators, ...ofSubnets].map(({ node }) => node).concat(more))]
}

/** Returns the name of an undeclared validator, counted from 1. */
export const moreNodeName = (number: number): string => `node-${number}`

/**
 * Returns a number for an undeclared node. Its key is derived from its name, after those of the
 * table.
 */
const numberOfWatchOnly = (name: string): number =>
  2 ** 20 + Buffer.from(sha256(new TextEncoder().encode(`snowglobe node ${name}`))).readUInt32BE(0)

const selectName = statement<{ nodeId: string }, { node_name: string }>(`
  SELECT node_name FROM validator_key WHERE node_id = :nodeId AND node_name IS NOT NULL`)

const selectKey = statement<
  { node_id: string; bls_public_key: string },
  { pool_index: number | null }
>(`
  SELECT pool_index FROM validator_key
  WHERE node_id = :node_id AND bls_public_key = :bls_public_key`)
