import { encodeCb58, fromCheckedHex, parseId } from '../../formats/ids.ts'
import { decodeUtxo, type Output, type Utxo } from '../../formats/utxos.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import { keyOf } from './forms.ts'
import type { Owners } from './parties.ts'
import { type Consumption, ownersText, type UtxoRows } from './utxo-rows.ts'

/** The stake that an output is locked in, epoch seconds. */
export interface StakePeriod {
  readonly start: number
  readonly end: number
}

export type RewardType = 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE'

/** What an output rewards, and the node whose stake, or delegation, has ended. */
export interface Reward {
  readonly type: RewardType
  /** 20 bytes. */
  readonly nodeId: Uint8Array
}

/** An output as a transaction, or the end of a stake, makes it. */
export interface MadeUtxo extends Utxo {
  readonly createdOn: PrimaryChain
  /** Another chain than `createdOn` while it lies in shared memory. */
  readonly consumedOn: PrimaryChain
  readonly stake?: StakePeriod
  readonly reward?: Reward
}

/** An unspent output with the place where it came to be; what it rewards is in its row alone. */
export interface HeldUtxo extends MadeUtxo {
  readonly seq: number
  /** 32 bytes. */
  readonly id: Uint8Array
  /** `seq` of the transaction; null for genesis. */
  readonly emittedBy: number | null
  readonly createdBlock: string
  /** Epoch seconds. */
  readonly createdAt: number
}

/** What is looked for: outputs of one kind and owner. */
export interface UtxoQuery {
  readonly createdOn: PrimaryChain
  readonly consumedOn: PrimaryChain
  readonly party: Owners
  readonly assetId: Uint8Array
  readonly type?: Output['type']
}

/** Where unspent outputs are found. */
export interface UnspentOutputs {
  /** Outputs that fit, oldest first, whatever their locktime; none that is staked. */
  find(query: UtxoQuery): readonly HeldUtxo[]
}

/**
 * The unspent outputs of a network, on all chains and between them, as the tables hold them. Those
 * of an owner are read when they are first asked for, and kept up from then on.
 */
export class UtxoSet implements UnspentOutputs {
  readonly #rows: UtxoRows
  readonly #byId = new Map<string, HeldUtxo>()
  /** By owner, in the order of their numbers; only of owners that somebody asked for. */
  readonly #byOwner = new Map<string, HeldUtxo[]>()
  readonly #texts = new WeakMap<Owners, string>()

  constructor(rows: UtxoRows) {
    this.#rows = rows
  }

  /** Adds an output; a stake cannot be found until it is released. */
  add(utxo: HeldUtxo): void {
    this.#rows.write(utxo)
    if (!utxo.stake) this.#index(utxo)
  }

  /** Gives the principal of a stake back to its owners. */
  release(id: Uint8Array): void {
    this.#index(this.get(id))
  }

  find({ createdOn, consumedOn, party, assetId, type }: UtxoQuery): readonly HeldUtxo[] {
    const owners = this.#textOf(party)
    const key = [createdOn, consumedOn, keyOf(assetId), owners].join()
    const held =
      this.#byOwner.get(key) ?? this.#read(key, { createdOn, consumedOn, assetId }, owners)
    return held.filter(({ output }) => plainType(output) === (type ?? 'TransferOutput'))
  }

  /** The unspent output with this id. @throws when there is none */
  get(id: Uint8Array): HeldUtxo {
    const key = keyOf(id)
    const known = this.#byId.get(key)
    if (known) return known
    const { store, network } = this.#rows
    const row = store.get(selectById, { network, id: encodeCb58(id) })
    if (!row) throw new Error(`output ${key} does not exist or is spent`)
    const utxo = toHeld(row)
    this.#byId.set(key, utxo)
    return utxo
  }

  /** Takes an output away because a transaction spends it. @throws when it is gone */
  spend(utxo: HeldUtxo, by: Consumption): void {
    this.#rows.consume(utxo, by)
    this.#byId.delete(keyOf(utxo.id))
    const held = this.#byOwner.get(this.#keyOf(utxo))
    const place = held?.findIndex(({ seq }) => seq === utxo.seq) ?? -1
    if (place >= 0) held?.splice(place, 1)
  }

  #textOf(owners: Owners): string {
    const known = this.#texts.get(owners)
    if (known !== undefined) return known
    const text = ownersText(this.#rows.forms, owners)
    this.#texts.set(owners, text)
    return text
  }

  #read(
    key: string,
    { createdOn, consumedOn, assetId }: Pick<UtxoQuery, 'createdOn' | 'consumedOn' | 'assetId'>,
    owners: string,
  ): HeldUtxo[] {
    const { store, network, forms } = this.#rows
    const held = store
      .all(selectOfOwners, { network, createdOn, consumedOn, assetId: forms.id(assetId), owners })
      .map((row) => this.#byId.get(keyOf(parseId(row.utxo_id))) ?? toHeld(row))
    for (const utxo of held) this.#byId.set(keyOf(utxo.id), utxo)
    this.#byOwner.set(key, held)
    return held
  }

  #index(utxo: HeldUtxo): void {
    const held = this.#byOwner.get(this.#keyOf(utxo))
    if (!held) return
    this.#byId.set(keyOf(utxo.id), utxo)
    let place = held.length
    while (place > 0 && (held[place - 1]?.seq ?? 0) > utxo.seq) place--
    held.splice(place, 0, utxo)
  }

  #keyOf({ createdOn, consumedOn, assetId, output }: HeldUtxo): string {
    const owners = ownersText(this.#rows.forms, ownersOfOutput(output))
    return [createdOn, consumedOn, keyOf(assetId), owners].join()
  }
}

/** What the drafts of one block see: the unspent outputs less those that drafts before them took. */
export class DraftedUtxos implements UnspentOutputs {
  readonly #utxos: UnspentOutputs
  /** By their `seq`. */
  readonly #taken = new Set<number>()

  constructor(utxos: UnspentOutputs) {
    this.#utxos = utxos
  }

  find(query: UtxoQuery): readonly HeldUtxo[] {
    const found = this.#utxos.find(query)
    return this.#taken.size === 0 ? found : found.filter(({ seq }) => !this.#taken.has(seq))
  }

  /** Keeps an output from the drafts that follow. @throws when one before took it */
  take({ seq, id }: HeldUtxo): void {
    if (this.#taken.has(seq)) throw new Error(`output ${keyOf(id)} is spent twice`)
    this.#taken.add(seq)
  }
}

/** The amount of a transferable output, also of a locked one; 0 for the right to mint. */
export function amountOf(output: Output): bigint {
  if (output.type === 'StakeableLockOutput') return output.output.amount
  if (output.type === 'NftTransferOutput') return 1n
  return output.type === 'TransferOutput' ? output.amount : 0n
}

/** Who owns an output, since when it may be spent. */
export const ownersOfOutput = (output: Output) =>
  output.type === 'StakeableLockOutput' ? output.output : output

/** Whether the owners may spend an output for anything at this time. */
export function isUnlocked(output: Output, time: number): boolean {
  const stakeable = output.type === 'StakeableLockOutput' ? output.locktime : 0n
  return ownersOfOutput(output).locktime <= BigInt(time) && stakeable <= BigInt(time)
}

const plainType = ({ type }: Output) => (type === 'StakeableLockOutput' ? 'TransferOutput' : type)

interface Row {
  seq: number
  utxo_id: string
  created_on_chain: PrimaryChain
  consumed_on_chain: PrimaryChain
  emitted_by: number | null
  stake_start: number | null
  stake_end: number | null
  created_block: string
  created_at: number
  bytes: string
}

const toHeld = (row: Row): HeldUtxo => ({
  ...decodeUtxo(fromCheckedHex(row.bytes)),
  createdOn: row.created_on_chain,
  consumedOn: row.consumed_on_chain,
  ...(row.stake_start !== null &&
    row.stake_end !== null && { stake: { start: row.stake_start, end: row.stake_end } }),
  seq: row.seq,
  id: parseId(row.utxo_id),
  emittedBy: row.emitted_by,
  createdBlock: row.created_block,
  createdAt: row.created_at,
})

const columns = `seq, utxo_id, created_on_chain, consumed_on_chain, emitted_by, stake_start,
  stake_end, created_block, created_at, bytes`

const selectById = statement<{ network: string; id: string }, Row>(`
  SELECT ${columns} FROM utxo
  WHERE network = :network AND utxo_id = :id AND consumed_by IS NULL`)

// A stake comes back to its owners when it has ended, which its transaction says.
const selectOfOwners = statement<
  {
    network: string
    createdOn: PrimaryChain
    consumedOn: PrimaryChain
    assetId: string
    owners: string
  },
  Row
>(`
  SELECT ${columns} FROM utxo
  WHERE network = :network AND consumed_on_chain = :consumedOn AND owners = :owners
    AND created_on_chain = :createdOn AND asset_id = :assetId AND consumed_by IS NULL
    AND (staked = 0 OR EXISTS (
      SELECT 1 FROM primary_transaction AS t WHERE t.seq = emitted_by AND reward_tx_id IS NOT NULL))
  ORDER BY seq`)
