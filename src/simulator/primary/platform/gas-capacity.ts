import { statement } from '../../../store/statement.ts'
import { hourSeconds } from '../../../time/time-units.ts'
import { platformGas } from '../fees.ts'
import type { SignedTransaction } from '../signed.ts'
import type { PrimaryState } from '../state.ts'

/** Capacity of a block, in gas. */
export interface GasCapacity {
  /** Maximum gas of any block. */
  readonly most: number
  gasOf(tx: SignedTransaction): number
  /** Returns the gas available to a block of this time, after the blocks before it. */
  at(time: number): number
}

/** ACP-103: gas that the P-chain regains each second, and its maximum. */
export const gasPerSecond = 100_000
const maxGas = 1_000_000
/** Pause after which the chain has its full gas again, seconds. */
const fullAfter = maxGas / gasPerSecond

/** Capacity of the X-chain, which counts no gas. */
export const unlimitedGas: GasCapacity = { most: Infinity, gasOf: () => 0, at: () => Infinity }

/** Returns the P-chain's gas capacity since Etna; earlier blocks count no gas. Rewards are free. */
export const platformGasCapacity = ({ facts, ids, store }: PrimaryState): GasCapacity => ({
  most: maxGas,
  gasOf: (tx) => (tx.chain === 'P' ? platformGas(tx.unsigned) : 0),
  at(time) {
    if (!facts.isActive('etna', time)) return Infinity
    const { network } = facts
    const from = Math.max(time - hourSeconds, facts.activation('etna'))
    const since = store.get(selectPause, { network, from, pause: fullAfter })
    let room = maxGas
    let then = since?.timestamp ?? from
    const avax = ids.id(facts.avaxId)
    for (const { timestamp, gas } of store.all(selectSince, { network, from: then, avax })) {
      room = Math.min(maxGas, room + (timestamp - then) * gasPerSecond) - gas
      then = timestamp
    }
    return Math.min(maxGas, room + (time - then) * gasPerSecond)
  },
})

// Latest transaction after a pause, at which the chain had its full gas.
const selectPause = statement<
  { network: string; from: number; pause: number },
  { timestamp: number | null }
>(`
  SELECT max(timestamp) AS timestamp FROM (
    SELECT timestamp, lag(timestamp, 1, 0) OVER (ORDER BY seq) AS before FROM primary_transaction
    WHERE network = :network AND chain = 'P' AND timestamp >= :from)
  WHERE timestamp - before >= :pause`)

// A unit of gas costs 1 nAVAX, so the burned amount of a transaction equals its gas. Decoding a
// busy hour for each block would cost more than the block. G-79
const selectSince = statement<
  { network: string; from: number; avax: string },
  { timestamp: number; gas: number }
>(`
  SELECT t.timestamp, CAST(burned.amount AS INTEGER) AS gas FROM primary_transaction AS t
  JOIN transaction_amount AS burned
    ON burned.tx_seq = t.seq AND burned.kind = 'burned' AND burned.asset_id = :avax
  WHERE t.network = :network AND t.chain = 'P' AND t.timestamp >= :from
  ORDER BY t.seq`)
