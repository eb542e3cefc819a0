import { platformTransactions } from '../../formats/platform-transactions.ts'
import { statement } from '../../store/statement.ts'
import { hourSeconds } from '../../time-units.ts'
import { platformGas } from './fees.ts'
import type { SignedTransaction } from './signed.ts'
import type { PrimaryState } from './state.ts'

/** How much a block may hold, in gas. */
export interface Room {
  /** What no block can be larger than. */
  readonly most: number
  gasOf(tx: SignedTransaction): number
  /** What a block of this time has, after the blocks before it. */
  at(time: number): number
}

/** ACP-103: gas that the P-chain gets back each second, and that it has at most. */
export const gasPerSecond = 100_000
const mostGas = 1_000_000
/** A pause after which the chain has all its gas again, seconds. */
const fullAfter = mostGas / gasPerSecond

/** The X-chain counts no gas. */
export const endlessRoom: Room = { most: Infinity, gasOf: () => 0, at: () => Infinity }

/** The P-chain's gas since Etna; before that nobody counts. Rewards are free. */
export const platformRoom = ({ facts, writer }: PrimaryState): Room => ({
  most: mostGas,
  gasOf: (tx) => (tx.chain === 'P' ? platformGas(tx.unsigned) : 0),
  at(time) {
    if (!facts.isActive('etna', time)) return Infinity
    const { network } = facts
    const since = writer.get(selectPause, { network, from: time - hourSeconds, pause: fullAfter })
    let room = mostGas
    let then = since?.timestamp ?? time - hourSeconds
    for (const { timestamp, bytes } of writer.all(selectSince, { network, from: then })) {
      room = Math.min(mostGas, room + (timestamp - then) * gasPerSecond)
      room -= platformGas(platformTransactions.decode(bytes).unsigned)
      then = timestamp
    }
    return Math.min(mostGas, room + (time - then) * gasPerSecond)
  },
})

// The latest transaction with a pause before it: then the chain had all its gas.
const selectPause = statement<
  { network: string; from: number; pause: number },
  { timestamp: number | null }
>(`
  SELECT max(timestamp) AS timestamp FROM (
    SELECT timestamp, lag(timestamp, 1, 0) OVER (ORDER BY seq) AS before FROM primary_transaction
    WHERE network = :network AND chain = 'P' AND timestamp >= :from)
  WHERE timestamp - before >= :pause`)

const selectSince = statement<
  { network: string; from: number },
  { timestamp: number; bytes: Uint8Array }
>(`
  SELECT timestamp, bytes FROM primary_transaction
  WHERE network = :network AND chain = 'P' AND timestamp >= :from
    AND tx_type <> 'RewardValidatorTx'
  ORDER BY seq`)
