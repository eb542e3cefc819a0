import type { OutputOwners } from '../../formats/components.ts'
import { nodeIdText } from '../../formats/ids.ts'
import { primaryNetworkId } from '../../networks/constants.ts'
import { type Network, networks } from '../../networks/network.ts'
import { groupBy } from '../../util/grouping.ts'
import { perWorld } from '../per-world.ts'
import { idText } from '../texts.ts'
import { activation } from './networks.ts'
import { type BlockRow, chains } from './primary-blocks.ts'
import { type Transaction, transactions } from './primary-transactions.ts'
import {
  genesisSupply,
  potentialReward,
  primaryRules,
  type RewardRules,
  type Stake,
  sharesOf,
  stakeIn,
} from './stakes.ts'

/** An output that the end of a stake makes, under the id of the stake's transaction. */
export interface Payment {
  readonly stake: Stake
  /** RewardValidatorTx of the stake. */
  readonly transaction: Transaction
  readonly outputIndex: number
  readonly type: 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE'
  readonly amount: bigint
  readonly owner: OutputOwners
}

/** Facts about stakes that follow from the blocks of a P-chain alone. */
class Staking {
  readonly network: Network
  readonly payments: Payment[] = []
  /** Supply in nAVAX after each block, by height. */
  readonly supplies = new Map<number, bigint>()
  readonly #stakes = new Map<string, Stake>()
  /** Stakes that have not begun. */
  readonly #waiting = new Set<Stake>()
  /** Permissioned validators that count now. */
  readonly #permissioned = new Set<Stake>()
  /** Validators, permissioned ones too, by subnet and node. */
  readonly #validators = new Map<string, Stake[]>()
  readonly #economies = new Map<string, { readonly rules: RewardRules; supply: bigint }>([
    [primaryNetworkId, { rules: primaryRules, supply: genesisSupply }],
  ])
  #proposed: { readonly stake: Stake; readonly transaction: Transaction } | undefined

  constructor(network: Network) {
    this.network = network
  }

  /** Stakes in the order of their transactions. */
  get stakes(): readonly Stake[] {
    return [...this.#stakes.values()]
  }

  /**
   * Accepts a block: its time lets stakes begin and permissioned ones end, then its transactions take
   * effect.
   */
  accept(block: BlockRow, transactions: readonly Transaction[]): void {
    this.#moveTime(block)
    if (this.#proposed) this.#decide(block, this.#proposed)
    for (const transaction of transactions) this.#act(transaction, block)
    this.supplies.set(block.height, this.#economies.get(primaryNetworkId)?.supply ?? 0n)
  }

  /** Returns the validator of a subnet with this node at a time, epoch seconds. */
  validatorOf(subnetId: string, nodeId: string, seconds: number): Stake | undefined {
    return this.#validatorsWith(subnetId, nodeId).find(
      ({ start, end }) => start <= seconds && seconds <= end,
    )
  }

  #moveTime({ timestamp, height }: BlockRow): void {
    const due = [...this.#waiting].filter(({ start }) => start <= timestamp)
    for (const stake of due.sort(byStart)) this.#begin(stake, height)
    for (const stake of this.#permissioned) if (stake.end <= timestamp) this.#end(stake, height)
  }

  #act(transaction: Transaction, { height, timestamp }: BlockRow): void {
    const tx = transaction.content.unsigned
    const stake = stakeIn(transaction)
    if (stake) {
      this.#stakes.set(transaction.tx_id, stake)
      this.#waiting.add(stake)
      const { subnetId, nodeId } = stake
      if (stake.kind === 'delegator') stake.shares = this.#expected(subnetId, nodeId)?.shares ?? 0
      else
        this.#validators.set(`${subnetId} ${nodeId}`, [
          ...this.#validatorsWith(subnetId, nodeId),
          stake,
        ])
      if (stake.start <= timestamp) this.#begin(stake, height)
      // Estimated reward if it began now.
      else stake.reward = this.#promised(stake)
    } else if (tx.type === 'TransformSubnetTx')
      this.#economies.set(idText(tx.subnetId), { rules: tx, supply: tx.initialSupply })
    else if (tx.type === 'RemoveSubnetValidatorTx') {
      const removed = this.#current(idText(tx.subnetId), nodeIdText(tx.nodeId))
      if (removed) this.#end(removed, height)
    } else if (tx.type === 'RewardValidatorTx') {
      const ended = this.#stakes.get(idText(tx.txId))
      if (ended) this.#proposed = { stake: ended, transaction }
    }
  }

  #begin(stake: Stake, height: number): void {
    const economy = this.#economies.get(stake.subnetId)
    this.#waiting.delete(stake)
    if (stake.kind === 'appointed') this.#permissioned.add(stake)
    stake.startHeight = height
    stake.reward = this.#promised(stake)
    if (economy) economy.supply += stake.reward
  }

  #promised(stake: Stake): bigint {
    const economy = this.#economies.get(stake.subnetId)
    if (!economy || stake.kind === 'appointed') return 0n
    return potentialReward(economy.rules, stake, economy.supply)
  }

  /** Decides a proposal: a commit block grants the reward, an abort block withdraws its promise. */
  #decide(
    { height, block_type }: BlockRow,
    { stake, transaction }: { stake: Stake; transaction: Transaction },
  ): void {
    this.#proposed = undefined
    const isRewarded = block_type.endsWith('CommitBlock')
    const economy = this.#economies.get(stake.subnetId)
    if (economy && !isRewarded) economy.supply -= stake.reward
    this.#pay(stake, transaction, isRewarded ? stake.reward : 0n)
    this.#end(stake, height)
    stake.ending = { transaction, isRewarded }
  }

  #end(stake: Stake, height: number): void {
    this.#permissioned.delete(stake)
    stake.endHeight = height
  }

  #pay(stake: Stake, transaction: Transaction, reward: bigint): void {
    const due: Omit<Payment, 'stake' | 'transaction' | 'outputIndex'>[] = []
    const pay = (type: Payment['type'], amount: bigint, owner: OutputOwners | undefined) => {
      if (owner && amount > 0n) due.push({ type, amount, owner })
    }
    if (stake.kind === 'validator') {
      pay('VALIDATOR', reward, stake.rewardOwner)
      pay('VALIDATOR_FEE', stake.owed, stake.feeOwner)
    } else {
      const validator = this.#current(stake.subnetId, stake.nodeId)
      const { net, fee } = sharesOf(reward, validator?.shares ?? 0)
      pay('DELEGATOR', net, stake.rewardOwner)
      // A validator that began since Cortina gets all fees with its own reward.
      if (validator && validator.start >= activation(this.network, 'cortina')) validator.owed += fee
      else pay('VALIDATOR_FEE', fee, validator?.feeOwner)
    }
    for (const [index, payment] of due.entries())
      this.payments.push({
        ...payment,
        stake,
        transaction,
        outputIndex: stake.nextOutput + index,
      })
  }

  /** Returns the present validator of a subnet with this node. */
  #current(subnetId: string, nodeId: string): Stake | undefined {
    return this.#validatorsWith(subnetId, nodeId).find(isCurrent)
  }

  /** Returns the present or the waiting validator: a delegation may wait with its validator. */
  #expected(subnetId: string, nodeId: string): Stake | undefined {
    const all = this.#validatorsWith(subnetId, nodeId)
    return all.find(isCurrent) ?? all.find(({ startHeight }) => startHeight === undefined)
  }

  #validatorsWith(subnetId: string, nodeId: string): readonly Stake[] {
    return this.#validators.get(`${subnetId} ${nodeId}`) ?? []
  }
}

/** Returns the stakes of both networks. */
export const staking = perWorld((world): readonly Staking[] =>
  networks.map((network) => {
    const platform = transactions(world).filter((tx) => tx.network === network && tx.chain === 'P')
    const byHeight = groupBy(platform, ({ block_number }) => block_number)
    const replay = new Staking(network)
    for (const block of chains(world).get(`${network} P`) ?? [])
      replay.accept(block, byHeight.get(String(block.height)) ?? [])
    return replay
  }),
)

const isCurrent = ({ startHeight, endHeight }: Stake): boolean =>
  startHeight !== undefined && endHeight === undefined

/**
 * Order of starts at one time: delegations need their validators; equal ranks are ordered by id.
 */
const rank = { validator: 0, appointed: 1, delegator: 2 }

const byStart = (a: Stake, b: Stake): number =>
  a.start - b.start ||
  rank[a.kind] - rank[b.kind] ||
  Buffer.compare(a.transaction.content.id, b.transaction.content.id)
