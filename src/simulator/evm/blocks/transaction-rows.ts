import { bytesOf, type EvmLog } from '../../../evm/state.ts'
import type { Surroundings, TransactionResult } from '../../../evm/transaction.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import type { SignedEvmTransaction } from '../../../formats/evm/transactions.ts'
import { toHex } from '../../../formats/ids.ts'
import type { RowWriter } from '../../../store/world-store.ts'
import type { MessageSource } from '../../interchain/message-rows.ts'
import type { ContractBook } from '../contracts/contract-book.ts'
import type { BlockTally } from '../counts/block-counts.ts'
import { internalCallsOf } from '../execution/call-tree.ts'
import { type Creation, creationsIn } from '../execution/creations.ts'
import type { AddressTexts } from '../ledgers/ledger.ts'
import { readTokenUris } from '../ledgers/token-uris.ts'
import type { TransferBook } from '../ledgers/transfer-book.ts'
import { writeInternalCalls } from './internal-calls.ts'
import { methodOf } from './transaction-columns.ts'

/** Recorder of the chain's messenger logs in a transaction. */
interface MessageRecorder {
  record(source: MessageSource, logs: readonly Log[]): void
}

/** Dependencies of the rows of a chain's transactions. */
export interface RowTools {
  readonly chainId: string
  readonly contracts: ContractBook
  readonly transfers: TransferBook
  readonly textOf: AddressTexts
  readonly messages: MessageRecorder
  readonly store: RowWriter
}

/** Facts of a transaction that its row has beside those of its bytes. */
interface TransactionFacts {
  readonly seq: number
  /** Number of the block, and its index in that. */
  readonly number: number
  readonly index: number
  readonly hash: Uint8Array
  readonly succeeded: boolean
  readonly sender: string
  readonly recipient: string
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly raw: Uint8Array
  readonly receipt: Uint8Array
}

/** Writes the row of a transaction, and the accounts that list it. */
export function writeTransaction(
  { chainId, store }: RowTools,
  tx: SignedEvmTransaction,
  facts: TransactionFacts,
): void {
  const { seq, sender, recipient } = facts
  const method = methodOf(tx)
  store.insert('evm_transaction', {
    seq,
    chain_id: chainId,
    block_number: facts.number,
    block_index: facts.index,
    hash: toHex(facts.hash),
    status: facts.succeeded ? 1 : 0,
    type: tx.type,
    sender,
    recipient,
    nonce: Number(tx.nonce),
    value: tx.value,
    gas_limit: tx.gasLimit,
    gas_used: facts.gasUsed,
    gas_price: facts.gasPrice,
    call_type: method.call_type,
    method_hash: method.method_hash,
    method_name: method.method_name,
    raw: facts.raw,
    receipt: facts.receipt,
  })
  store.insert('evm_native_activity', { chain_id: chainId, address: sender, seq })
  if (recipient !== sender)
    store.insert('evm_native_activity', { chain_id: chainId, address: recipient, seq })
}

/** Successful execution of a transaction that rows come from. */
interface Recorded {
  readonly result: TransactionResult
  /** Data of the transaction. */
  readonly data: Uint8Array
  readonly logs: readonly Log[]
  /** Logs of the block before them. */
  readonly firstLogIndex: number
  readonly source: ExecutionSource
  readonly surroundings: Surroundings
  readonly tally: BlockTally
}

/** Transaction of an execution. */
interface ExecutionSource {
  readonly seq: number
  readonly hash: Uint8Array
  /** Number of the block. */
  readonly number: number
  /** Epoch seconds. */
  readonly timestamp: number
  /** Wei. */
  readonly fee: bigint
  /** EIP-55. */
  readonly sender: string
}

/**
 * Writes what follows from a successful execution. It yields while it finds out what the created
 * contracts are, and where the metadata of new tokens is.
 * @returns contracts that it created
 */
export function* recordExecution(
  { chainId, store, contracts, transfers, textOf, messages }: RowTools,
  { result: { root }, data, logs, firstLogIndex, source, surroundings, tally }: Recorded,
): Generator<undefined, readonly Creation[]> {
  const { seq, sender } = source
  const calls = internalCallsOf(root)
  const creations = yield* creationsIn({ root, data }, calls, surroundings)
  for (const { address, facts, through } of creations) {
    const creator = through === undefined ? undefined : textOf(bytesOf(through))
    const deployment = { deployer: sender, txSeq: seq, ...(creator && { through: creator }) }
    contracts.add(facts, bytesOf(address), deployment)
    tally.deployment(creator ?? sender)
  }
  writeInternalCalls(calls, seq, { chainId, textOf, store })
  const uris = yield* readTokenUris(transfers.newTokensIn(logs), surroundings)
  transfers.record(Object.assign({ firstLogIndex, tally, uris }, source), logs)
  messages.record(source, logs)
  return creations
}

/** Returns a log of an execution as receipts have it. */
export const logOf = ({ address, topics, data }: EvmLog): Log => ({
  address: bytesOf(address),
  topics: [...topics],
  data,
})
