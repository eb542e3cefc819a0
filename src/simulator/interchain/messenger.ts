import { toHex } from '../../formats/ids.ts'
import type { TeleporterMessage } from '../../formats/teleporter.ts'

/** That a message arrived, and whom its sender owes the reward. */
export type Receipt = TeleporterMessage['receipts'][number]

/** A message that waits for its receipt. */
export interface Unacknowledged {
  /** Key of its row. */
  readonly seq: number
  /** What the relayer gets, in the smallest unit of the token. */
  readonly amount: bigint
}

/** Receipts that one message carries at most (icm-contracts, ReceiptQueue.sol). */
const receiptsPerMessage = 5

/** What the TeleporterMessenger of one chain remembers. */
export class Messenger {
  readonly #receipts = new Map<string, Receipt[]>()
  readonly #unacknowledged = new Map<string, Unacknowledged>()
  readonly #rewards = new Map<string, bigint>()
  readonly #approvals = new Set<string>()
  #nonce = 0n

  /** The nonce of the next message. */
  get nextNonce(): bigint {
    return this.#nonce + 1n
  }

  /** Receipts for a blockchain that the next message to it carries. */
  outstanding(blockchainId: Uint8Array): Receipt[] {
    return (this.#receipts.get(toHex(blockchainId)) ?? []).slice(0, receiptsPerMessage)
  }

  /** A message with the next nonce and the outstanding receipts was sent. */
  sent(id: Uint8Array, destination: Uint8Array, message: Unacknowledged): void {
    this.#nonce++
    this.#receipts.get(toHex(destination))?.splice(0, receiptsPerMessage)
    this.#unacknowledged.set(toHex(id), message)
  }

  /** A message came from a blockchain; its receipt has to go back. */
  received(source: Uint8Array, receipt: Receipt): void {
    const queue = this.#receipts.get(toHex(source)) ?? []
    queue.push(receipt)
    this.#receipts.set(toHex(source), queue)
  }

  /** The message that a receipt is for, unless it had one before. */
  waiting(id: Uint8Array): Unacknowledged | undefined {
    return this.#unacknowledged.get(toHex(id))
  }

  /** A receipt came back: its relayer may redeem the reward. */
  acknowledged(id: Uint8Array, relayer: string): void {
    const amount = this.#unacknowledged.get(toHex(id))?.amount ?? 0n
    this.#unacknowledged.delete(toHex(id))
    this.#rewards.set(relayer, this.rewardOf(relayer) + amount)
  }

  /** What a relayer, by EIP-55 text, may redeem. */
  rewardOf(relayer: string): bigint {
    return this.#rewards.get(relayer) ?? 0n
  }

  redeemed(relayer: string): void {
    this.#rewards.delete(relayer)
  }

  /** Whether an account, by EIP-55 text, lets the messenger take its reward tokens. */
  mayTake(account: string): boolean {
    return this.#approvals.has(account)
  }

  approved(account: string): void {
    this.#approvals.add(account)
  }
}
