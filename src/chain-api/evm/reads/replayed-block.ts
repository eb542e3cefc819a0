import { transactionOf } from '../../../evm/blocks/signed-transaction.ts'
import { OverlayState } from '../../../evm/overlay-state.ts'
import { warpOf } from '../../../evm/precompiles/predicates.ts'
import type { Sliced } from '../../../evm/reads/run-in-slices.ts'
import { type Surroundings, TransactionExecution } from '../../../evm/transaction.ts'
import { decodeEvmTransaction } from '../../../formats/evm/transactions.ts'
import type { World } from '../../../world/world.ts'
import type { BlockRow } from '../evm-chain.ts'
import type { EvmChain } from '../find-evm-chain.ts'
import { type TransactionRow, transactionsOf } from '../transactions.ts'
import { contextOf, rulesAt, stateAfter, warpSourceOf } from './surroundings.ts'

/** A block whose transactions are executed again, one after the other. */
export class ReplayedBlock {
  readonly rows: readonly TransactionRow[]
  /** Where the next transaction runs. */
  readonly surroundings: Surroundings & { readonly state: OverlayState }
  readonly #begin: (row: TransactionRow, surroundings: Surroundings) => TransactionExecution

  constructor(world: World, chain: EvmChain, row: BlockRow) {
    const { rules, era } = rulesAt(world, chain, row.timestamp)
    this.rows = transactionsOf(world, chain, row)
    this.surroundings = {
      rules,
      block: contextOf(world, chain, row),
      state: new OverlayState(stateAfter(world, chain, row.number - 1)),
      treeCalls: 0,
    }
    const source = warpSourceOf(world, chain)
    this.#begin = ({ raw, sender }, surroundings) => {
      const tx = decodeEvmTransaction(raw)
      const carried = warpOf(tx.type === 0 ? [] : tx.accessList, era, source)
      const transaction = transactionOf(tx, sender.toLowerCase())
      return new TransactionExecution({ ...transaction, ...carried }, surroundings)
    }
  }

  /** Begins a transaction over the present state. */
  begin(row: TransactionRow, surroundings: Surroundings = this.surroundings): TransactionExecution {
    return this.#begin(row, surroundings)
  }

  /** Applies the changes of a transaction that has been executed. */
  apply(execution: TransactionExecution): void {
    this.surroundings.state.apply(execution.finish().changes)
  }

  /** Executes a transaction and applies its changes. */
  async execute(row: TransactionRow, run: (execution: Sliced) => Promise<void>): Promise<void> {
    const execution = this.begin(row)
    await run(execution)
    this.apply(execution)
  }
}
