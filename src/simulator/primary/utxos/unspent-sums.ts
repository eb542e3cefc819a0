import { locktimeNumber } from '../../../formats/locktimes.ts'
import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { type HeldUtxo, ownersOfOutput } from './held-utxo.ts'

/**
 * Sums of each owner's unspent outputs, grouped as balances always add them, so that no read has to
 * load them all.
 */
export class UnspentSums {
  readonly #network: Network
  readonly #store: WorldStore
  /** Sums as their rows have them. */
  readonly #known = new Map<string, Sum>()

  constructor(network: Network, store: WorldStore) {
    this.#network = network
    this.#store = store
  }

  /** Adds a new output. */
  add(utxo: HeldUtxo): void {
    const key = this.#keyOf(utxo)
    const { amount } = utxo
    const sum = this.#sumOf(key)
    if (sum) this.#update(key, { utxos: sum.utxos + 1, amount: sum.amount + amount })
    else {
      this.#store.insert('unspent_sum', { ...key, utxos: 1, amount })
      this.#remember(key, { utxos: 1, amount })
    }
  }

  /**
   * Removes a spent output.
   * @throws when it was never counted
   */
  take(utxo: HeldUtxo): void {
    const key = this.#keyOf(utxo)
    const sum = this.#sumOf(key)
    if (!sum) throw new Error(`internal error: output ${utxo.seq} is missing from the sums`)
    if (sum.utxos > 1) this.#update(key, { utxos: sum.utxos - 1, amount: sum.amount - utxo.amount })
    else {
      this.#store.remove('unspent_sum', key)
      this.#known.delete(textOf(key))
    }
  }

  #sumOf(key: SumKey): Sum | undefined {
    const known = this.#known.get(textOf(key))
    if (known) return known
    const row = this.#store.get(selectSum, key)
    return row && { utxos: row.utxos, amount: BigInt(row.amount) }
  }

  #update(key: SumKey, sum: Sum): void {
    this.#store.update('unspent_sum', key, sum)
    this.#remember(key, sum)
  }

  #remember(key: SumKey, sum: Sum): void {
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(textOf(key), sum)
  }

  #keyOf({ owners, asset, createdOn, consumedOn, output, stake, unlockedAt }: HeldUtxo): SumKey {
    const isLockedAfter = stake !== undefined && unlockedAt > stake.end
    return {
      network: this.#network,
      owners,
      asset_id: asset,
      created_on_chain: createdOn,
      consumed_on_chain: consumedOn,
      locktime: locktimeNumber(ownersOfOutput(output).locktime),
      stakeable_locktime:
        output.type === 'StakeableLockOutput' ? locktimeNumber(output.locktime) : 0,
      stake: isLockedAfter ? 'locked' : stake ? 'unlocked' : 'none',
    }
  }
}

/** Sums in memory after which all are read again. */
const maxKnown = 50_000

type Sum = {
  readonly utxos: number
  /** Smallest units. */
  readonly amount: bigint
}

const textOf = (key: SumKey) => Object.values(key).join()

type SumKey = {
  network: Network
  owners: string
  asset_id: string
  created_on_chain: string
  consumed_on_chain: string
  locktime: number
  stakeable_locktime: number
  stake: 'none' | 'unlocked' | 'locked'
}

const selectSum = statement<SumKey, { utxos: number; amount: string }>(`
  SELECT utxos, amount FROM unspent_sum
  WHERE network = :network AND owners = :owners AND asset_id = :asset_id
    AND created_on_chain = :created_on_chain AND consumed_on_chain = :consumed_on_chain
    AND locktime = :locktime AND stakeable_locktime = :stakeable_locktime AND stake = :stake`)
