import { platformTransactions } from '../../../formats/p-chain-transactions.ts'
import type { SignedTransaction } from '../signed.ts'
import { rewardTransaction, settleStake } from '../staking/stake-rewards.ts'
import type { Staker } from '../staking/staker.ts'
import type { PrimaryState } from '../state.ts'
import type { PlatformBlocks } from './platform-blocks.ts'

/** Proposals before Banff, which need a commit block. */
const proposalTypes = new Set(['AddValidatorTx', 'AddDelegatorTx', 'AddSubnetValidatorTx'])

/** Transactions in a separate block before Apricot 5. */
const atomicTypes = new Set(['ImportTx', 'ExportTx'])

/** Rules of the P-chain for time, stakes and blocks, by era. */
export class PlatformChain {
  readonly #state: PrimaryState
  readonly #blocks: PlatformBlocks

  constructor(state: PrimaryState, blocks: PlatformBlocks) {
    this.#state = state
    this.#blocks = blocks
  }

  /**
   * Returns the time at which the next stake starts or ends or a balance is used up, epoch seconds.
   */
  nextChange(): number {
    const { stakers, l1Validators } = this.#state
    return Math.min(stakers.nextChange(), l1Validators.nextExhaustion())
  }

  /** Runs all events due up to this time, each at its own time. */
  advanceTo(time: number): void {
    for (;;) {
      const next = this.nextChange()
      if (next > time) return
      this.#change(next)
    }
  }

  /** Accepts transactions now, in the block types of the era. */
  accept(txs: readonly SignedTransaction[], time: number): void {
    if (txs.length === 0) return
    const { facts, platform } = this.#state
    if (facts.isActive('banff', time)) {
      const transactions = txs.map(({ bytes }) => bytes)
      this.#blocks.accept(
        { type: 'BanffStandardBlock', time: BigInt(time), transactions },
        txs,
        time,
      )
      return
    }
    if (platform.time < time) this.#tick(time)
    const isAtomic = ({ unsigned: { type } }: SignedTransaction) =>
      atomicTypes.has(type) && !facts.isActive('apricotPhase5', time)
    const decisions = txs.filter((tx) => !proposalTypes.has(tx.unsigned.type) && !isAtomic(tx))
    for (const tx of txs.filter(isAtomic))
      this.#blocks.accept({ type: 'ApricotAtomicBlock', transaction: tx.bytes }, [tx], time)
    if (decisions.length > 0) {
      const transactions = decisions.map(({ bytes }) => bytes)
      this.#blocks.accept({ type: 'ApricotStandardBlock', transactions }, decisions, time)
    }
    for (const tx of txs.filter(({ unsigned: { type } }) => proposalTypes.has(type))) {
      this.#blocks.accept({ type: 'ApricotProposalBlock', transaction: tx.bytes }, [tx], time)
      this.#blocks.accept({ type: 'ApricotCommitBlock' }, [], time)
    }
  }

  /** Moves chain time to a time at which stakes or balances change, and settles them. */
  #change(time: number): void {
    const { facts, stakers } = this.#state
    const isBanff = facts.isActive('banff', time)
    const ended = stakers.ending(time).filter(({ kind }) => kind !== 'appointed')
    if (!isBanff) this.#tick(time)
    // The time of a proposal block is enough of a change; otherwise an empty block carries it.
    else if (ended.length === 0)
      this.#blocks.accept(
        { type: 'BanffStandardBlock', time: BigInt(time), transactions: [] },
        [],
        time,
      )
    for (const staker of ended) this.#end(staker, time, isBanff)
  }

  /** Moves chain time by an AdvanceTimeTx: Apricot blocks have no time of their own. */
  #tick(time: number): void {
    const issued = platformTransactions.sign({ type: 'AdvanceTimeTx', time: BigInt(time) }, [])
    const tx = { chain: 'P', ...issued } as const
    this.#blocks.accept({ type: 'ApricotProposalBlock', transaction: tx.bytes }, [tx], time)
    this.#state.platform.time = time
    this.#blocks.accept({ type: 'ApricotCommitBlock' }, [], time)
  }

  /** Ends a stake with a proposal to reward, and the commit or abort block that decides it. */
  #end(staker: Staker, time: number, isBanff: boolean): void {
    const tx = rewardTransaction(staker)
    const isRewarded = !staker.hasLowUptime
    const settle = (height: number) =>
      settleStake(this.#state, staker, { height, rewardTxId: tx.id })
    if (isBanff) {
      const content = {
        type: 'BanffProposalBlock',
        time: BigInt(time),
        transactions: [],
        transaction: tx.bytes,
      } as const
      const option = isRewarded ? 'BanffCommitBlock' : 'BanffAbortBlock'
      this.#blocks.accept(content, [tx], time)
      this.#blocks.accept({ type: option, time: BigInt(time) }, [], time, settle)
    } else {
      const option = isRewarded ? 'ApricotCommitBlock' : 'ApricotAbortBlock'
      this.#blocks.accept({ type: 'ApricotProposalBlock', transaction: tx.bytes }, [tx], time)
      this.#blocks.accept({ type: option }, [], time, settle)
    }
  }
}
