import { fromHex, parseId, parseNodeId, toHex } from '../../../formats/ids.ts'
import type { PChainOwner } from '../../../formats/p-chain-transactions.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { Sequences } from '../../chains/sequences.ts'
import { ImpossibleError } from '../../impossible-error.ts'
import type { NetworkFacts } from '../facts.ts'
import type { IdText } from '../id-text.ts'
import type { Nodes } from '../nodes.ts'

/** A validator of an L1 from its registration on; its row remains after its removal. */
export interface L1Validator {
  readonly seq: number
  readonly validationId: Uint8Array
  readonly subnetId: Uint8Array
  readonly nodeId: Uint8Array
  readonly blsPublicKey: Uint8Array
  readonly proofOfPossession: Uint8Array
  readonly balanceOwner: PChainOwner
  readonly deactivationOwner: PChainOwner
  readonly weight: bigint
  /** Total of accrued fees at which its balance is used up; undefined while inactive. */
  readonly paidUntil: bigint | undefined
  /** Minimum nonce of a new weight. */
  readonly minNonce: bigint
}

/** An L1 validator after a transaction. */
export interface L1ValidatorEntry extends Omit<L1Validator, 'seq'> {
  /** nAVAX. */
  readonly balance: bigint
  /** nAVAX, negative for a decrease. */
  readonly change?: bigint
}

/** Registration of a validator. */
interface L1Registration
  extends Omit<L1Validator, 'seq' | 'paidUntil' | 'minNonce'>,
    Pick<L1ValidatorEntry, 'balance'> {}

type Change = Partial<Pick<L1Validator, 'weight' | 'paidUntil' | 'minNonce'>>

/**
 * nAVAX per second and validator: ACP-77's minimum price. It would rise only with more active
 * validators than this world has.
 */
const price = 512n

/** Validators of a network's L1s from the tables, and their continuous fee. */
export class L1Validators {
  readonly #facts: NetworkFacts
  readonly #ids: IdText
  readonly #nodes: Nodes
  readonly #sequences: Sequences
  readonly #store: WorldStore
  /** Active validators, read again after every change. */
  #active: readonly L1Validator[] | undefined

  constructor({
    facts,
    ids,
    nodes,
    sequences,
    store,
  }: {
    readonly facts: NetworkFacts
    readonly ids: IdText
    readonly nodes: Nodes
    /** Sequences of the P-chain. */
    readonly sequences: Sequences
    readonly store: WorldStore
  }) {
    this.#facts = facts
    this.#ids = ids
    this.#nodes = nodes
    this.#sequences = sequences
    this.#store = store
  }

  /**
   * Returns the validator with this id.
   * @throws when there is none
   */
  get(validationId: Uint8Array): L1Validator {
    const id = this.#ids.id(validationId)
    const found = this.byId(id)
    if (!found) throw new Error(`internal error: there is no L1 validator ${id}`)
    return found
  }

  /** Returns the validator with this id (cb58), if it exists; it may have been removed. */
  byId(id: string): L1Validator | undefined {
    const row = this.#store.get(selectById, { network: this.#facts.network, id })
    return row && this.#fromRow(row)
  }

  /** Returns the validators of an L1 that have weight, in the order of their registrations. */
  of(subnetId: Uint8Array): L1Validator[] {
    const bindings = { network: this.#facts.network, subnetId: this.#ids.id(subnetId) }
    return this.#store.all(selectOfSubnet, bindings).map((row) => this.#fromRow(row))
  }

  /**
   * Returns the validator of an L1 with this node that has weight.
   * @throws ImpossibleError when there is none
   */
  find(subnetId: Uint8Array, nodeId: Uint8Array): L1Validator {
    const text = toHex(nodeId)
    const found = this.of(subnetId).find((validator) => toHex(validator.nodeId) === text)
    if (!found)
      throw new ImpossibleError(
        `${this.#ids.node(nodeId)} is not a validator of the L1 ${this.#ids.id(subnetId)}`,
      )
    return found
  }

  /** Adds a validator from a block on, active when it has a balance. */
  register(
    { balance, ...registration }: L1Registration,
    { height, time }: { readonly height: number; readonly time: number },
  ): L1Validator {
    const validator: L1Validator = {
      ...registration,
      seq: this.#sequences.next('l1_validator'),
      paidUntil: balance > 0n ? this.accruedFees(time) + balance : undefined,
      minNonce: 0n,
    }
    const { seq, validationId, subnetId, nodeId, weight, balanceOwner, deactivationOwner } =
      validator
    this.#store.insert('l1_validator', {
      seq,
      network: this.#facts.network,
      validation_id: this.#ids.id(validationId),
      validation_id_hex: toHex(validationId),
      node_id: this.#ids.node(nodeId),
      subnet_id: this.#ids.id(subnetId),
      weight,
      paid_until: validator.paidUntil ?? null,
      min_nonce: 0,
      created_at: time,
      bls_public_key: toHex(validator.blsPublicKey),
      bls_proof_of_possession: toHex(validator.proofOfPossession),
      balance_owner_threshold: balanceOwner.threshold,
      deactivation_owner_threshold: deactivationOwner.threshold,
    })
    for (const [role, owner] of [
      ['balance', balanceOwner],
      ['deactivation', deactivationOwner],
    ] as const)
      owner.addresses.forEach((address, position) => {
        this.#store.insert('l1_validator_owner', {
          l1_validator_seq: seq,
          role,
          position,
          address: this.#ids.address(address),
        })
      })
    this.#nodes.noteKey(nodeId, validator.blsPublicKey)
    this.#noteWeight(validator, height)
    return validator
  }

  /**
   * Changes a validator from a height on.
   * @returns the changed validator
   */
  change(validator: L1Validator, height: number, change: Change): L1Validator {
    const changed = { ...validator, ...change }
    this.#store.update(
      'l1_validator',
      { seq: changed.seq },
      {
        weight: changed.weight,
        paid_until: changed.paidUntil ?? null,
        min_nonce: changed.minNonce,
      },
    )
    this.#noteWeight(changed, height)
    return changed
  }

  /** Deactivates validators whose balance is used up. */
  passTime({ height, time }: { readonly height: number; readonly time: number }): void {
    if (this.nextExhaustion() > time) return
    for (const validator of this.active())
      if (this.balance(validator, time) <= 0n)
        this.change(validator, height, { paidUntil: undefined })
  }

  /** Returns the active validators, ordered by the time at which their balance is used up. */
  active(): readonly L1Validator[] {
    this.#active ??= this.#store
      .all(selectActive, { network: this.#facts.network })
      .map((row) => this.#fromRow(row))
    return this.#active
  }

  /**
   * Returns the time at which the next balance is used up, epoch seconds; infinite when none is.
   */
  nextExhaustion(): number {
    const [first] = this.active()
    return (first && this.exhaustionOf(first)) ?? Number.POSITIVE_INFINITY
  }

  /** Returns the time at which a balance is used up, epoch seconds; undefined while inactive. */
  exhaustionOf({ paidUntil }: L1Validator): number | undefined {
    if (paidUntil === undefined) return undefined
    return this.#facts.activation('etna') + Number((paidUntil + price - 1n) / price)
  }

  /** Returns the fees of one validator since Etna, nAVAX. */
  accruedFees(time: number): bigint {
    return price * BigInt(Math.max(0, time - this.#facts.activation('etna')))
  }

  /** Returns the remaining nAVAX of its balance. */
  balance({ paidUntil }: Pick<L1Validator, 'paidUntil'>, time: number): bigint {
    return paidUntil === undefined ? 0n : paidUntil - this.accruedFees(time)
  }

  /**
   * Returns the entry of a validator.
   * @param change nAVAX that the transaction deposits or withdraws
   */
  entry({ seq: _, ...validator }: L1Validator, time: number, change?: bigint): L1ValidatorEntry {
    const balance = this.balance(validator, time)
    return { ...validator, balance, ...(change !== undefined && { change }) }
  }

  /** Writes the weight at a height: several transactions of one block leave one row. */
  #noteWeight({ validationId, subnetId, weight, paidUntil }: L1Validator, height: number): void {
    this.#active = undefined
    const key = {
      network: this.#facts.network,
      subnet_id: this.#ids.id(subnetId),
      validation_id: this.#ids.id(validationId),
      from_height: height,
    }
    this.#store.remove('l1_validator_weight', key)
    const isActive = paidUntil === undefined ? 0 : 1
    this.#store.insert('l1_validator_weight', { ...key, weight, is_active: isActive })
  }

  #fromRow(row: Row): L1Validator {
    const owners = this.#store.all(selectOwners, { seq: row.seq })
    const owner = (role: string, threshold: number): PChainOwner => ({
      threshold,
      addresses: owners
        .filter((each) => each.role === role)
        .map(({ address }) => this.#ids.parseAddress(address)),
    })
    return {
      seq: row.seq,
      validationId: parseId(row.validation_id),
      subnetId: parseId(row.subnet_id),
      nodeId: parseNodeId(row.node_id),
      blsPublicKey: fromHex(row.bls_public_key),
      proofOfPossession: fromHex(row.bls_proof_of_possession),
      balanceOwner: owner('balance', row.balance_owner_threshold),
      deactivationOwner: owner('deactivation', row.deactivation_owner_threshold),
      weight: BigInt(row.weight),
      paidUntil: row.paid_until === null ? undefined : BigInt(row.paid_until),
      minNonce: BigInt(row.min_nonce),
    }
  }
}

interface Row {
  seq: number
  validation_id: string
  subnet_id: string
  node_id: string
  bls_public_key: string
  bls_proof_of_possession: string
  balance_owner_threshold: number
  deactivation_owner_threshold: number
  weight: number
  paid_until: number | null
  min_nonce: number
}

const columns = `seq, validation_id, subnet_id, node_id, bls_public_key, bls_proof_of_possession,
  balance_owner_threshold, deactivation_owner_threshold, weight, paid_until, min_nonce`

const selectById = statement<{ network: string; id: string }, Row>(`
  SELECT ${columns} FROM l1_validator WHERE network = :network AND validation_id = :id`)

const selectOfSubnet = statement<{ network: string; subnetId: string }, Row>(`
  SELECT ${columns} FROM l1_validator
  WHERE network = :network AND subnet_id = :subnetId AND weight > 0 ORDER BY seq`)

const selectActive = statement<{ network: string }, Row>(`
  SELECT ${columns} FROM l1_validator
  WHERE network = :network AND paid_until IS NOT NULL ORDER BY paid_until, seq`)

const selectOwners = statement<{ seq: number }, { role: string; address: string }>(`
  SELECT role, address FROM l1_validator_owner WHERE l1_validator_seq = :seq ORDER BY position`)
