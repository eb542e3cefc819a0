import { parseId, parseNodeId, toHex } from '../../../formats/ids.ts'
import { compareBytes } from '../../../formats/ordering.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import type { Network } from '../../../networks/network.ts'
import { statement } from '../../../store/statement.ts'
import type { WorldStore } from '../../../store/world-store.ts'
import type { IdText } from '../id-text.ts'
import { DelegationSums } from './delegation-sums.ts'
import { DelegatorRows } from './delegator-rows.ts'
import { rewardOf, splitReward } from './rewards.ts'
import type { NewStaker, PrimaryValidator, Staker } from './staker.ts'
import type { Supplies } from './supplies.ts'

/** Present and future stakes of a network from the tables. */
export class StakerSet {
  readonly supplies: Supplies
  readonly #network: Network
  readonly #ids: IdText
  readonly #store: WorldStore
  readonly #delegators: DelegatorRows
  readonly #sums: DelegationSums
  /** Time of the next change, read again after every change. */
  #nextChange: number | undefined
  /** Validators, read again after every change of a validator of the primary network. */
  #validators: readonly PrimaryValidator[] | undefined

  constructor(network: Network, ids: IdText, store: WorldStore, supplies: Supplies) {
    this.#network = network
    this.#ids = ids
    this.#store = store
    this.supplies = supplies
    this.#delegators = new DelegatorRows(network, ids, store)
    this.#sums = new DelegationSums(store)
  }

  /**
   * Adds a stake that counts from this height on, or waits without a height.
   * @returns its estimated reward or, when it counts, the promised one
   */
  add(staker: NewStaker, height: number | undefined): bigint {
    const { txSeq, txId, kind, nodeId, subnetId, weight, start, end, shares, outages } = staker
    const reward = this.#estimate(staker)
    this.#store.insert('staking_period', {
      tx_seq: txSeq,
      network: this.#network,
      subnet_id: subnetId,
      node_id: this.#ids.node(nodeId),
      tx_id: this.#ids.id(txId),
      kind,
      weight,
      shares,
      has_low_uptime: staker.hasLowUptime ? 1 : 0,
      ...(outages && {
        outage_interval: outages.interval,
        outage_start: outages.start,
        outage_length: outages.length,
      }),
      reward,
      owed: 0n,
      bls_public_key: staker.blsPublicKey ? toHex(staker.blsPublicKey) : null,
      start_timestamp: start,
      end_timestamp: end,
      start_height: height ?? null,
    })
    if (kind === 'validator') this.#sums.open(txSeq)
    if (isPrimaryDelegation(staker)) this.#delegators.write(staker, this.#rewards(staker, reward))
    if (height !== undefined) this.#sum('add', { ...staker, reward })
    if (height !== undefined && kind !== 'appointed') this.supplies.change(subnetId, reward)
    this.#forget(staker)
    return reward
  }

  /** Starts stakes that are due, and promises their rewards. */
  passTime({ height, time }: { readonly height: number; readonly time: number }): void {
    if (this.nextChange() > time) return
    const due = this.#read(selectWaiting, time).sort(byStart)
    for (const staker of due) {
      const reward = this.#estimate(staker)
      this.#store.update(
        'staking_period',
        { tx_seq: staker.txSeq },
        { start_height: height, reward },
      )
      if (staker.kind !== 'appointed') {
        this.#store.update(
          'primary_transaction',
          { seq: staker.txSeq },
          { estimated_reward: reward },
        )
        this.supplies.change(staker.subnetId, reward)
      }
      if (isPrimaryDelegation(staker))
        this.#delegators.pay(staker.txId, this.#rewards(staker, reward))
      this.#sum('add', { ...staker, reward })
      this.#forget(staker)
    }
  }

  /** Returns stakes whose time is over, in the order of their ends. */
  ending(time: number): Staker[] {
    return this.nextChange() > time ? [] : this.#read(selectEnding, time).sort(byEnd)
  }

  /** Ends a stake at a height; a permissioned one needs nothing more. */
  end(
    staker: Staker,
    height: number,
    paid?: { readonly rewardTxId: Uint8Array; readonly isRewarded: boolean },
  ): void {
    this.#store.update('staking_period', { tx_seq: staker.txSeq }, { end_height: height })
    this.#sum('end', staker)
    if (paid) {
      this.#store.update(
        'primary_transaction',
        { seq: staker.txSeq },
        { reward_tx_id: this.#ids.id(paid.rewardTxId) },
      )
      if (!paid.isRewarded) {
        this.supplies.change(staker.subnetId, -staker.reward)
        if (isPrimaryDelegation(staker)) this.#delegators.pay(staker.txId, { gross: 0n, net: 0n })
      }
    }
    this.#forget(staker)
  }

  /** Records fees of a delegation that a validator gets at its end. */
  owe({ txSeq, owed }: Staker, fees: bigint): void {
    this.#store.update('staking_period', { tx_seq: txSeq }, { owed: owed + fees })
  }

  /** Records fees of a delegation that a validator got when it ended. */
  pay({ txSeq }: Staker, fees: bigint): void {
    this.#sums.pay(txSeq, fees)
  }

  /**
   * Returns the time at which the next stake starts or ends, epoch seconds; infinite when none
   * does.
   */
  nextChange(): number {
    if (this.#nextChange === undefined) {
      const network = this.#network
      const start = this.#store.get(selectNextStart, { network })?.next ?? Number.POSITIVE_INFINITY
      const end = this.#store.get(selectNextEnd, { network })?.next ?? Number.POSITIVE_INFINITY
      this.#nextChange = Math.min(start, end)
    }
    return this.#nextChange
  }

  /**
   * Returns the stake that a transaction (cb58) began.
   * @throws when it began none
   */
  of(txId: string): Staker {
    const row = this.#store.get(selectByTransaction, { network: this.#network, txId })
    if (!row) throw new Error(`internal error: ${txId} did not start a stake`)
    return toStaker(row)
  }

  /** Returns the present validator of a subnet with this node. */
  validator(subnetId: string, nodeId: Uint8Array): Staker | undefined {
    const bindings = { network: this.#network, subnetId, nodeId: this.#ids.node(nodeId) }
    const row = this.#store.get(selectValidator, bindings)
    return row && toStaker(row)
  }

  /** Returns the present or future validator of a subnet with this node. */
  expected(subnetId: string, nodeId: Uint8Array): Staker | undefined {
    const bindings = { network: this.#network, subnetId, nodeId: this.#ids.node(nodeId) }
    const waiting = () => this.#store.get(selectWaitingValidator, bindings)
    const row = this.#store.get(selectValidator, bindings) ?? waiting()
    return row && toStaker(row)
  }

  /**
   * Returns the stake of a node on the primary network with all present and future delegations to
   * it.
   */
  weightWithDelegations(nodeId: Uint8Array): bigint {
    const bindings = {
      network: this.#network,
      subnetId: primaryNetworkId,
      nodeId: this.#ids.node(nodeId),
    }
    const weights = this.#store.all(selectWeights, bindings)
    return weights.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
  }

  /** Returns the present validators of the primary network, in the order of their transactions. */
  primaryValidators(): readonly PrimaryValidator[] {
    this.#validators ??= this.#store
      .all(selectPrimaryValidators, { network: this.#network, subnetId: primaryNetworkId })
      .map(toStaker)
    return this.#validators
  }

  #estimate({ kind, subnetId, weight, start, end }: NewStaker | Staker): bigint {
    if (kind === 'appointed') return 0n
    const { rules, supply } = this.supplies.of(subnetId)
    return rewardOf(rules, { amount: weight, seconds: end - start }, supply)
  }

  /** Changes the sums of a validator by a delegation. */
  #sum(
    change: 'add' | 'end',
    staker: Pick<Staker, 'kind' | 'subnetId' | 'nodeId' | 'weight' | 'reward' | 'shares'>,
  ): void {
    if (staker.kind !== 'delegator') return
    const validator = this.validator(staker.subnetId, staker.nodeId)
    if (validator) this.#sums[change](validator.txSeq, staker)
  }

  #rewards = ({ shares }: { readonly shares: number }, gross: bigint) => ({
    gross,
    net: splitReward(gross, shares).delegator,
  })

  #read(from: typeof selectWaiting, time: number): Staker[] {
    return this.#store.all(from, { network: this.#network, time }).map(toStaker)
  }

  #forget({ kind, subnetId }: Pick<Staker, 'kind' | 'subnetId'>): void {
    this.#nextChange = undefined
    if (kind === 'validator' && subnetId === primaryNetworkId) this.#validators = undefined
  }
}

const isPrimaryDelegation = ({ kind, subnetId }: Pick<Staker, 'kind' | 'subnetId'>) =>
  kind === 'delegator' && subnetId === primaryNetworkId

const rank = { appointed: 0, delegator: 1, validator: 2 }

const byStart = (a: Staker, b: Staker) =>
  // Delegations start after the validators they need.
  a.start - b.start || rank[b.kind] - rank[a.kind] || compareBytes(a.txId, b.txId)

const byEnd = (a: Staker, b: Staker) =>
  a.end - b.end || rank[a.kind] - rank[b.kind] || compareBytes(a.txId, b.txId)

interface Row {
  tx_seq: number
  subnet_id: string
  node_id: string
  tx_id: string
  kind: Staker['kind']
  weight: string
  shares: number
  has_low_uptime: 0 | 1
  reward: string
  owed: string
  start_timestamp: number
  end_timestamp: number
}

const toStaker = (row: Row): Staker => ({
  txSeq: row.tx_seq,
  txId: parseId(row.tx_id),
  kind: row.kind,
  nodeId: parseNodeId(row.node_id),
  subnetId: row.subnet_id,
  weight: BigInt(row.weight),
  start: row.start_timestamp,
  end: row.end_timestamp,
  shares: row.shares,
  hasLowUptime: row.has_low_uptime === 1,
  reward: BigInt(row.reward),
  owed: BigInt(row.owed),
})

const columns = `tx_seq, subnet_id, node_id, tx_id, kind, weight, shares, has_low_uptime, reward,
  owed, start_timestamp, end_timestamp`
const counts = 'start_height IS NOT NULL AND end_height IS NULL'

const selectWaiting = statement<{ network: string; time: number }, Row>(`
  SELECT ${columns} FROM staking_period
  WHERE network = :network AND start_timestamp <= :time AND start_height IS NULL`)

const selectEnding = statement<{ network: string; time: number }, Row>(`
  SELECT ${columns} FROM staking_period
  WHERE network = :network AND end_timestamp <= :time AND ${counts}`)

const selectNextStart = statement<{ network: string }, { next: number | null }>(`
  SELECT min(start_timestamp) AS next FROM staking_period
  WHERE network = :network AND start_height IS NULL`)

const selectNextEnd = statement<{ network: string }, { next: number | null }>(`
  SELECT min(end_timestamp) AS next FROM staking_period
  WHERE network = :network AND ${counts}`)

const selectByTransaction = statement<{ network: string; txId: string }, Row>(`
  SELECT ${columns} FROM staking_period WHERE network = :network AND tx_id = :txId`)

// The plus keeps SQLite from scanning all running stakes in the order of their transactions.
const selectValidator = statement<{ network: string; subnetId: string; nodeId: string }, Row>(`
  SELECT ${columns} FROM staking_period
  WHERE network = :network AND subnet_id = :subnetId AND kind IN ('validator', 'appointed')
    AND node_id = :nodeId AND ${counts}
  ORDER BY +tx_seq LIMIT 1`)

const selectWaitingValidator = statement<
  { network: string; subnetId: string; nodeId: string },
  Row
>(`
  SELECT ${columns} FROM staking_period
  WHERE network = :network AND subnet_id = :subnetId AND kind IN ('validator', 'appointed')
    AND node_id = :nodeId AND start_height IS NULL AND end_height IS NULL
  ORDER BY tx_seq LIMIT 1`)

// The running delegations of a validator are summed; only those that wait are read one by one.
const selectWeights = statement<
  { network: string; subnetId: string; nodeId: string },
  { weight: string }
>(`
  SELECT weight FROM staking_period
  WHERE network = :network AND node_id = :nodeId AND subnet_id = :subnetId AND kind = 'validator'
    AND end_height IS NULL
  UNION ALL
  SELECT running_weight FROM validator_delegations WHERE validator_seq IN (
    SELECT tx_seq FROM staking_period
    WHERE network = :network AND subnet_id = :subnetId AND kind = 'validator' AND node_id = :nodeId
      AND ${counts})
  UNION ALL
  SELECT weight FROM staking_period
  WHERE network = :network AND start_height IS NULL AND subnet_id = :subnetId
    AND kind = 'delegator' AND +node_id = :nodeId`)

const selectPrimaryValidators = statement<{ network: string; subnetId: string }, Row>(`
  SELECT ${columns} FROM staking_period
  WHERE network = :network AND subnet_id = :subnetId AND kind = 'validator' AND ${counts}
  ORDER BY tx_seq`)
