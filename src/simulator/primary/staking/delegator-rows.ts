import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import { secondsText } from '../../../time/time-text.ts'
import { secondsOf2020 } from '../../../time/time-units.ts'
import { ImpossibleError } from '../../impossible-error.ts'
import type { IdText } from '../id-text.ts'
import { percentOf } from './rewards.ts'
import type { NewStaker } from './staker.ts'

/** Reward of a delegation, nAVAX; net is without the validator's fee. */
interface DelegationReward {
  readonly gross: bigint
  readonly net: bigint
}

/** Maximum number of delegations of one network that start in the same second. */
const startsPerSecond = 2 ** 13

/** Delegations of the primary network in their table, which is ordered by start. */
export class DelegatorRows {
  readonly #network: Network
  readonly #ids: IdText
  readonly #store: WorldStore

  constructor(network: Network, ids: IdText, store: WorldStore) {
    this.#network = network
    this.#ids = ids
    this.#store = store
  }

  /** Writes a delegation with its expected reward. */
  write(staker: NewStaker, { gross, net }: DelegationReward): void {
    const seq = this.#keyFor(staker.start)
    const network = this.#network
    this.#store.insert('delegator', {
      seq,
      network,
      tx_id: this.#ids.id(staker.txId),
      node_id: this.#ids.node(staker.nodeId),
      amount: staker.weight,
      delegation_fee: percentOf(staker.shares),
      start_timestamp: staker.start,
      end_timestamp: staker.end,
      gross_reward: gross,
      net_reward: net,
    })
    staker.rewardAddresses.map(this.#ids.address).forEach((address, position) => {
      this.#store.insert('delegator_reward_address', { delegator_seq: seq, position, address })
      this.#store.insert('reward_address_delegator', { network, address, delegator_seq: seq })
    })
  }

  /** Records the promised reward of a delegation or, at its end, the earned one. */
  pay(txId: Uint8Array, { gross, net }: DelegationReward): void {
    const key = { network: this.#network, tx_id: this.#ids.id(txId) }
    this.#store.update('delegator', key, { gross_reward: gross, net_reward: net })
  }

  /** Returns a key ordered by start, then by arrival; the networks share no keys. */
  #keyFor(start: number): number {
    const half = this.#network === 'fuji' ? startsPerSecond : 0
    const first = (start - secondsOf2020) * 2 * startsPerSecond + half
    const end = first + startsPerSecond
    const last = this.#store.get(selectLast, { first, end })?.last
    const key = (last ?? first - 1) + 1
    if (key >= end)
      throw new ImpossibleError(
        `${startsPerSecond} delegations on ${this.#network} start at ${secondsText(start)}, the maximum in one second; start more at a later time`,
      )
    return key
  }
}

const selectLast = statement<{ first: number; end: number }, { last: number | null }>(
  'SELECT max(seq) AS last FROM delegator WHERE seq >= :first AND seq < :end',
)
