import { fromHex, toHex } from '../../formats/ids.ts'
import type { TeleporterMessage } from '../../formats/teleporter.ts'
import type { StateList, StateSlot } from '../../store/simulator-state.ts'

/** Receipt of an arrived message, with the relayer that its sender owes the reward. */
export type Receipt = TeleporterMessage['receipts'][number]

/** Fee for the relayer of a message. */
export interface Fee {
  /** 20 bytes. */
  readonly feeTokenAddress: Uint8Array
  /** Amount in the smallest unit of the token. */
  readonly amount: bigint
}

/** A message on its way to this chain, which a relayer may deliver. */
export interface Underway {
  /** 32 bytes, 0x hex. */
  readonly id: string
  /** The unsigned Warp message that carries it, 0x hex. */
  readonly unsigned: string
  /** Epoch seconds. */
  readonly sentAt: number
  /** Requested delivery time, epoch seconds; null: on request. */
  readonly due?: number | null
}

/** State of a messenger; hex and decimal texts represent bytes and big numbers. */
interface MessengerState {
  readonly nonce: StateSlot<string>
  /** Receipts that the next messages to a blockchain carry, by its id. */
  readonly receipts: StateSlot<readonly { readonly nonce: string; readonly relayer: string }[]>
  /** Unacknowledged fees by message id. */
  readonly unacknowledged: StateSlot<{ readonly token: string; readonly amount: string }>
  /** Rewards by relayer and token. */
  readonly rewards: StateSlot<string>
  /** Messages to this chain, the oldest first. */
  readonly arriving: StateList<Underway>
}

/** Maximum number of receipts in one message (icm-contracts, ReceiptQueue.sol). */
const receiptsPerMessage = 5

/** State of the TeleporterMessenger of one chain, with messages on their way to it. */
export class Messenger {
  readonly #state: MessengerState

  constructor(state: MessengerState) {
    this.#state = state
  }

  /** Nonce of the next message. */
  get nextNonce(): bigint {
    return BigInt(this.#state.nonce.get('') ?? 0) + 1n
  }

  /** Returns the receipts for a blockchain that the next message to it carries. */
  outstanding(blockchainId: Uint8Array): Receipt[] {
    return this.#receiptsFor(blockchainId)
      .slice(0, receiptsPerMessage)
      .map(({ nonce, relayer }) => ({
        receivedMessageNonce: BigInt(nonce),
        relayerRewardAddress: new Uint8Array(Buffer.from(relayer, 'hex')),
      }))
  }

  /** Records that a message with the next nonce and the outstanding receipts was sent. */
  sent(id: Uint8Array, destination: Uint8Array, { feeTokenAddress, amount }: Fee): void {
    const { nonce, receipts, unacknowledged } = this.#state
    nonce.set('', String(this.nextNonce))
    const waiting = this.#receiptsFor(destination)
    if (waiting.length > 0) receipts.set(toHex(destination), waiting.slice(receiptsPerMessage))
    unacknowledged.set(toHex(id), { token: toHex(feeTokenAddress), amount: String(amount) })
  }

  /** Records a message from a blockchain, for which a receipt must be returned. */
  received(source: Uint8Array, { receivedMessageNonce, relayerRewardAddress }: Receipt): void {
    const receipt = {
      nonce: String(receivedMessageNonce),
      relayer: Buffer.from(relayerRewardAddress).toString('hex'),
    }
    this.#state.receipts.set(toHex(source), [...this.#receiptsFor(source), receipt])
  }

  /** Returns the promised fee of the message of a receipt, unless it had a receipt before. */
  waiting(id: Uint8Array): Fee | undefined {
    const found = this.#state.unacknowledged.get(toHex(id))
    return found && { feeTokenAddress: fromHex(found.token), amount: BigInt(found.amount) }
  }

  /** Records a receipt: its relayer may redeem the reward. Relayer and token are EIP-55 text. */
  acknowledged(id: Uint8Array, relayer: string, token: string, amount: bigint): void {
    this.#state.unacknowledged.remove(toHex(id))
    this.#state.rewards.set(`${relayer} ${token}`, String(this.rewardOf(relayer, token) + amount))
  }

  /** Returns the amount that a relayer may redeem; both are EIP-55 text. */
  rewardOf(relayer: string, token: string): bigint {
    return BigInt(this.#state.rewards.get(`${relayer} ${token}`) ?? 0)
  }

  redeemed(relayer: string, token: string): void {
    this.#state.rewards.remove(`${relayer} ${token}`)
  }

  /** Messages on their way to this chain, the oldest first. */
  get arriving(): readonly Underway[] {
    return [...this.#state.arriving.entries().values()]
  }

  comes(message: Underway): void {
    this.#state.arriving.add(message)
  }

  /** Sets the delivery time of a message on its way. */
  schedule(id: Uint8Array, due: number | null): void {
    const found = this.#entryOf(id)
    if (found) this.#state.arriving.set(found.key, { ...found.message, due })
  }

  /** Records a delivered message. */
  arrived(id: Uint8Array): void {
    const found = this.#entryOf(id)
    if (found) this.#state.arriving.remove(found.key)
  }

  #entryOf(id: Uint8Array): { readonly key: string; readonly message: Underway } | undefined {
    const text = toHex(id)
    for (const [key, message] of this.#state.arriving.entries())
      if (message.id === text) return { key, message }
    return undefined
  }

  #receiptsFor(blockchainId: Uint8Array) {
    return this.#state.receipts.get(toHex(blockchainId)) ?? []
  }
}
