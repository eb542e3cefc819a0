import { toHex } from '../../formats/ids.ts'
import type { TeleporterMessage } from '../../formats/teleporter.ts'
import type { Kept } from '../../store/kept.ts'

/** That a message arrived, and whom its sender owes the reward. */
export type Receipt = TeleporterMessage['receipts'][number]

/** A message that waits for its receipt. */
export interface Unacknowledged {
  /** Key of its row. */
  readonly seq: number
  /** What the relayer gets, in the smallest unit of the token. */
  readonly amount: bigint
}

/** A message on its way to this chain, which a relayer may deliver. */
export interface Underway {
  /** Key of its row. */
  readonly seq: number
  /** The unsigned Warp message that carries it, 0x hex. */
  readonly unsigned: string
  readonly sourceEvmChainId: string
  /** Epoch seconds. */
  readonly sentAt: number
}

/** What a messenger keeps; hex and decimal texts stand for bytes and big numbers. */
export interface MessengerState {
  readonly nonce: Kept<string>
  /** By blockchain id: receipts that the next messages to it carry. */
  readonly receipts: Kept<readonly { readonly nonce: string; readonly relayer: string }[]>
  /** By message id. */
  readonly unacknowledged: Kept<{ readonly seq: number; readonly amount: string }>
  /** By relayer. */
  readonly rewards: Kept<string>
  /** Accounts that let the messenger take their reward tokens. */
  readonly approvals: Kept<true>
  /** Messages to this chain, the oldest first. */
  readonly arriving: Kept<readonly Underway[]>
}

/** Receipts that one message carries at most (icm-contracts, ReceiptQueue.sol). */
const receiptsPerMessage = 5

/** What the TeleporterMessenger of one chain remembers, and what is on its way to it. */
export class Messenger {
  readonly #state: MessengerState

  constructor(state: MessengerState) {
    this.#state = state
  }

  /** The nonce of the next message. */
  get nextNonce(): bigint {
    return BigInt(this.#state.nonce.get('') ?? 0) + 1n
  }

  /** Receipts for a blockchain that the next message to it carries. */
  outstanding(blockchainId: Uint8Array): Receipt[] {
    return this.#receiptsFor(blockchainId)
      .slice(0, receiptsPerMessage)
      .map(({ nonce, relayer }) => ({
        receivedMessageNonce: BigInt(nonce),
        relayerRewardAddress: new Uint8Array(Buffer.from(relayer, 'hex')),
      }))
  }

  /** A message with the next nonce and the outstanding receipts was sent. */
  sent(id: Uint8Array, destination: Uint8Array, { seq, amount }: Unacknowledged): void {
    const { nonce, receipts, unacknowledged } = this.#state
    nonce.set('', String(this.nextNonce))
    const waiting = this.#receiptsFor(destination)
    if (waiting.length > 0) receipts.set(toHex(destination), waiting.slice(receiptsPerMessage))
    unacknowledged.set(toHex(id), { seq, amount: String(amount) })
  }

  /** A message came from a blockchain; its receipt has to go back. */
  received(source: Uint8Array, { receivedMessageNonce, relayerRewardAddress }: Receipt): void {
    const receipt = {
      nonce: String(receivedMessageNonce),
      relayer: Buffer.from(relayerRewardAddress).toString('hex'),
    }
    this.#state.receipts.set(toHex(source), [...this.#receiptsFor(source), receipt])
  }

  /** The message that a receipt is for, unless it had one before. */
  waiting(id: Uint8Array): Unacknowledged | undefined {
    const found = this.#state.unacknowledged.get(toHex(id))
    return found && { seq: found.seq, amount: BigInt(found.amount) }
  }

  /** A receipt came back: its relayer may redeem the reward. */
  acknowledged(id: Uint8Array, relayer: string): void {
    const amount = this.waiting(id)?.amount ?? 0n
    this.#state.unacknowledged.remove(toHex(id))
    this.#state.rewards.set(relayer, String(this.rewardOf(relayer) + amount))
  }

  /** What a relayer, by EIP-55 text, may redeem. */
  rewardOf(relayer: string): bigint {
    return BigInt(this.#state.rewards.get(relayer) ?? 0)
  }

  redeemed(relayer: string): void {
    this.#state.rewards.remove(relayer)
  }

  /** Whether an account, by EIP-55 text, lets the messenger take its reward tokens. */
  mayTake(account: string): boolean {
    return this.#state.approvals.get(account) === true
  }

  approved(account: string): void {
    this.#state.approvals.set(account, true)
  }

  /** The message that has been on its way to this chain for longest. */
  get nextArrival(): Underway | undefined {
    return this.#arriving[0]
  }

  comes(message: Underway): void {
    this.#state.arriving.set('', [...this.#arriving, message])
  }

  /** The next arrival was delivered. */
  arrived(): void {
    this.#state.arriving.set('', this.#arriving.slice(1))
  }

  get #arriving(): readonly Underway[] {
    return this.#state.arriving.get('') ?? []
  }

  #receiptsFor(blockchainId: Uint8Array) {
    return this.#state.receipts.get(toHex(blockchainId)) ?? []
  }
}
