import { encodeCb58, fromCheckedHex, parseId } from '../../../formats/ids.ts'
import { decodeUtxo, type Output } from '../../../formats/utxos.ts'
import type { PrimaryChain } from '../../../networks/primary-chain.ts'
import { statement } from '../../../store/statement.ts'
import { placeBySeq } from '../../chains/place-by-seq.ts'
import { type IdText, keyOf } from '../id-text.ts'
import { type HeldUtxo, heldUtxo, type MadeUtxo, ownersText, type UtxoPlace } from './held-utxo.ts'
import type { Owners } from './parties.ts'
import type { Consumption, UtxoRows } from './utxo-rows.ts'

/** Query for outputs of one kind and owner. */
interface UtxoQuery {
  readonly createdOn: PrimaryChain
  readonly consumedOn: PrimaryChain
  readonly party: Owners
  readonly assetId: Uint8Array
  readonly type?: Output['type']
}

/** Lookup of unspent outputs. */
export interface UnspentOutputs {
  /** Returns matching outputs, oldest first, with any locktime; staked ones are excluded. */
  find(query: UtxoQuery): readonly HeldUtxo[]
  /** Returns the output with this id, if it is unspent and no running stake. */
  unspent(id: Uint8Array): HeldUtxo | undefined
}

/**
 * Unspent outputs of a network, on all chains and between them, from the tables. Those of an owner
 * are read on first use and updated afterwards.
 */
export class UtxoSet implements UnspentOutputs {
  readonly #rows: UtxoRows
  readonly #byId = new Map<string, HeldUtxo>()
  /** Outputs by owner and kind, for owners that were read. */
  readonly #byOwner = new Map<string, Map<string, HeldByType>>()
  readonly #texts = new WeakMap<Owners, string>()

  constructor(rows: UtxoRows) {
    this.#rows = rows
  }

  /** Adds an output; a stake cannot be found until it is released. */
  add(made: MadeUtxo, place: UtxoPlace): HeldUtxo {
    const utxo = heldUtxo(this.#rows.ids, made, place)
    this.#rows.write(utxo)
    if (!utxo.stake) this.#index(utxo)
    return utxo
  }

  /** Returns the principal of a stake to its owners. */
  release(id: Uint8Array): void {
    this.#index(this.get(id))
  }

  find(query: UtxoQuery): readonly HeldUtxo[] {
    const { createdOn, consumedOn } = query
    const owners = this.#textOf(query.party)
    const kind = { createdOn, consumedOn, asset: this.#rows.ids.id(query.assetId) }
    const held = this.#byOwner.get(owners)?.get(kindOf(kind)) ?? this.#read(kind, owners)
    return held.get(query.type ?? 'TransferOutput')?.slice() ?? []
  }

  /**
   * Returns the unspent output with this id.
   * @throws when there is none
   */
  get(id: Uint8Array): HeldUtxo {
    const key = keyOf(id)
    const known = this.#byId.get(key)
    if (known) return known
    const { store, network } = this.#rows
    const row = store.get(selectById, { network, id: encodeCb58(id) })
    if (!row) throw new Error(`internal error: output ${key} does not exist or is spent`)
    const utxo = toHeld(this.#rows.ids, row)
    this.#byId.set(key, utxo)
    return utxo
  }

  /** Returns the output with this id if it is unspent and no running stake. */
  unspent(id: Uint8Array): HeldUtxo | undefined {
    const { store, network } = this.#rows
    const isThere = store.get(selectUnspent, { network, id: encodeCb58(id) })
    return isThere && this.get(id)
  }

  /**
   * Removes an output that a transaction spends.
   * @throws when it is spent already
   */
  spend(utxo: HeldUtxo, by: Consumption): void {
    this.#rows.consume(utxo, by)
    this.#byId.delete(keyOf(utxo.id))
    const held = this.#byOwner.get(utxo.owners)?.get(kindOf(utxo))?.get(plainType(utxo.output))
    if (!held) return
    const place = placeBySeq(held, utxo.seq)
    if (held[place]?.seq === utxo.seq) held.splice(place, 1)
  }

  #textOf(owners: Owners): string {
    const known = this.#texts.get(owners)
    if (known !== undefined) return known
    const text = ownersText(this.#rows.ids, owners)
    this.#texts.set(owners, text)
    return text
  }

  #read(kind: Kind, owners: string): HeldByType {
    const { store, network, ids } = this.#rows
    const found = store
      .all(selectOfOwners, { network, ...kind, owners })
      .map((row) => this.#byId.get(keyOf(parseId(row.utxo_id))) ?? toHeld(ids, row))
    const held: HeldByType = new Map()
    for (const utxo of found) {
      this.#byId.set(keyOf(utxo.id), utxo)
      addTo(held, utxo)
    }
    const kinds = this.#byOwner.get(owners) ?? new Map<string, HeldByType>()
    this.#byOwner.set(owners, kinds.set(kindOf(kind), held))
    return held
  }

  #index(utxo: HeldUtxo): void {
    const byType = this.#byOwner.get(utxo.owners)?.get(kindOf(utxo))
    if (!byType) return
    this.#byId.set(keyOf(utxo.id), utxo)
    addTo(byType, utxo)
  }
}

/** View for drafts of one block: the unspent outputs without those that earlier drafts took. */
export class DraftedUtxos implements UnspentOutputs {
  readonly #utxos: UnspentOutputs
  /** Taken outputs by their `seq`. */
  readonly #taken = new Set<number>()

  constructor(utxos: UnspentOutputs) {
    this.#utxos = utxos
  }

  find(query: UtxoQuery): readonly HeldUtxo[] {
    const found = this.#utxos.find(query)
    return this.#taken.size === 0 ? found : found.filter(({ seq }) => !this.#taken.has(seq))
  }

  /** Returns the output with this id if it is unspent, no running stake and not taken. */
  unspent(id: Uint8Array): HeldUtxo | undefined {
    const found = this.#utxos.unspent(id)
    return found && !this.#taken.has(found.seq) ? found : undefined
  }

  /**
   * Reserves an output against later drafts.
   * @throws when an earlier draft took it
   */
  take({ seq, id }: HeldUtxo): void {
    if (this.#taken.has(seq)) throw new Error(`internal error: output ${keyOf(id)} is spent twice`)
    this.#taken.add(seq)
  }
}

/** Outputs by type, in the order of their numbers. */
type HeldByType = Map<Output['type'], HeldUtxo[]>

function addTo(held: HeldByType, utxo: HeldUtxo): void {
  const type = plainType(utxo.output)
  const others = held.get(type)
  if (others) others.splice(placeBySeq(others, utxo.seq), 0, utxo)
  else held.set(type, [utxo])
}

/** Kind of an output of an owner, apart from its type. */
type Kind = Pick<HeldUtxo, 'createdOn' | 'consumedOn' | 'asset'>

const kindOf = ({ createdOn, consumedOn, asset }: Kind) => createdOn + consumedOn + asset

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

function toHeld(ids: IdText, row: Row): HeldUtxo {
  const { stake_start: start, stake_end: end } = row
  const made: MadeUtxo = {
    ...decodeUtxo(fromCheckedHex(row.bytes)),
    createdOn: row.created_on_chain,
    consumedOn: row.consumed_on_chain,
    ...(start !== null && end !== null && { stake: { start, end } }),
  }
  return heldUtxo(ids, made, {
    seq: row.seq,
    id: parseId(row.utxo_id),
    emittedBy: row.emitted_by,
    createdBlock: row.created_block,
    createdAt: row.created_at,
  })
}

const columns = `seq, utxo_id, created_on_chain, consumed_on_chain, emitted_by, stake_start,
  stake_end, created_block, created_at, bytes`

const selectById = statement<{ network: string; id: string }, Row>(`
  SELECT ${columns} FROM utxo
  WHERE network = :network AND utxo_id = :id AND consumed_by IS NULL`)

// A stake returns to its owners when it has ended, as its transaction shows.
const isFree = `consumed_by IS NULL
    AND (staked = 0 OR EXISTS (
      SELECT 1 FROM primary_transaction AS t WHERE t.seq = emitted_by AND reward_tx_id IS NOT NULL))`

const selectUnspent = statement<{ network: string; id: string }, { seq: number }>(
  `SELECT seq FROM utxo WHERE network = :network AND utxo_id = :id AND ${isFree}`,
)

const selectOfOwners = statement<
  {
    network: string
    createdOn: PrimaryChain
    consumedOn: PrimaryChain
    asset: string
    owners: string
  },
  Row
>(`
  SELECT ${columns} FROM utxo
  WHERE network = :network AND consumed_on_chain = :consumedOn AND owners = :owners
    AND created_on_chain = :createdOn AND asset_id = :asset AND ${isFree}
  ORDER BY seq`)
