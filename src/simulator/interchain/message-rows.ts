import { encodeCb58, toHex } from '../../formats/ids.ts'
import { type TeleporterMessage, teleporterMessenger } from '../../formats/teleporter.ts'
import { warpMessageId } from '../../formats/warp.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { firstMessageKey, messagesPerSecond } from '../../store/tables/icm.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { type Interval, intervals, startOf } from '../../time/calendar.ts'
import type { AddressTexts } from '../evm/ledgers/ledger.ts'
import { ImpossibleError } from '../impossible-error.ts'

/** Chain that a message comes from or goes to. */
export interface Place {
  readonly evmChainId: string
  /** 32 bytes. */
  readonly blockchainId: Uint8Array
}

/** ERC-20 token of the source chain in which a relayer is rewarded. */
export interface RewardToken {
  /** 20 bytes. */
  readonly address: Uint8Array
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly logoUri: string | undefined
  /** Decimal text. */
  readonly usd: string | undefined
}

/** A transaction that sent or delivered a message. */
interface MessageTransaction {
  readonly hash: Uint8Array
  /** Epoch seconds. */
  readonly timestamp: number
  /** Wei. */
  readonly fee: bigint
}

type Period = {
  network: Network
  interval: Interval
  /** Epoch seconds. */
  start: number
  source: string
  destination: string
}

/** Writer of the rows of the interchain messages of one network. */
export class MessageRows {
  readonly #network: Network
  readonly #textOf: AddressTexts
  readonly #store: WorldStore

  constructor(network: Network, textOf: AddressTexts, store: WorldStore) {
    this.#network = network
    this.#textOf = textOf
    this.#store = store
  }

  /**
   * Writes a message.
   * @returns key of the row; without a source transaction `seenAt` is its arrival time
   */
  message(sent: {
    id: Uint8Array
    source: Place
    destination: Place
    message: TeleporterMessage
    reward: RewardToken
    rewardValue: bigint
    transaction?: MessageTransaction
    seenAt: number
  }): number {
    const { source, destination, message, reward, transaction } = sent
    const seq = this.#keyAt(sent.seenAt)
    const sender = this.#textOf(message.originSenderAddress)
    const recipient = this.#textOf(message.destinationAddress)
    this.#store.insert('icm_message', {
      seq,
      network: this.#network,
      message_id: toHex(sent.id).slice(2),
      icm_contract: this.#textOf(teleporterMessenger),
      source_blockchain_id: encodeCb58(source.blockchainId),
      destination_blockchain_id: encodeCb58(destination.blockchainId),
      source_evm_chain_id: source.evmChainId,
      destination_evm_chain_id: destination.evmChainId,
      nonce: message.messageNonce,
      sender,
      recipient,
      data: message.message.length > 0 ? toHex(message.message) : null,
      reward_address: this.#textOf(reward.address),
      reward_name: reward.name,
      reward_symbol: reward.symbol,
      reward_decimals: reward.decimals,
      reward_logo_uri: reward.logoUri ?? null,
      reward_usd: reward.usd ?? null,
      reward_value: sent.rewardValue,
      source_tx_hash: transaction ? toHex(transaction.hash) : null,
      source_timestamp: transaction?.timestamp ?? null,
      source_gas_spent: transaction?.fee ?? null,
    })
    message.receipts.forEach(({ receivedMessageNonce, relayerRewardAddress }, position) => {
      this.#store.insert('icm_receipt', {
        message_seq: seq,
        position,
        nonce: receivedMessageNonce,
        relayer: this.#textOf(relayerRewardAddress),
      })
    })
    for (const address of new Set([sender, recipient]))
      this.#store.insert('icm_activity', { address, seq, network: this.#network })
    for (const interval of intervals)
      this.#count({
        network: this.#network,
        interval,
        start: startOf(interval, sent.seenAt),
        source: encodeCb58(source.blockchainId),
        destination: encodeCb58(destination.blockchainId),
      })
    return seq
  }

  #count(period: Period): void {
    const { network, interval, start, source, destination } = period
    const key = {
      ...{ network, interval, start },
      source_blockchain_id: source,
      destination_blockchain_id: destination,
    }
    const counted = this.#store.get(selectPeriod, { ...period })
    if (counted) this.#store.update('icm_period', key, { messages: counted.messages + 1 })
    else this.#store.insert('icm_period', { ...key, messages: 1 })
  }

  delivery(
    messageSeq: number,
    chainId: string,
    transaction: MessageTransaction,
    result: { executed: boolean; rewardRedeemer: Uint8Array; deliverer: Uint8Array },
  ): void {
    this.#store.insert('icm_delivery', {
      message_seq: messageSeq,
      executed: result.executed ? 1 : 0,
      chain_id: chainId,
      tx_hash: toHex(transaction.hash),
      timestamp: transaction.timestamp,
      gas_spent: transaction.fee,
      reward_redeemer: this.#textOf(result.rewardRedeemer),
      deliverer: this.#textOf(result.deliverer),
    })
  }

  /** Returns the key of a message's row. */
  keyOf(id: Uint8Array): number | undefined {
    return this.#store.get(selectKey, { id: toHex(id).slice(2) })?.seq
  }

  isDelivered(id: Uint8Array): boolean {
    const seq = this.keyOf(id)
    return seq !== undefined && this.#store.get(selectDelivery, { seq }) !== undefined
  }

  /** Returns whether a chain requested its validators to sign a message. */
  isEmitted(unsigned: Uint8Array): boolean {
    return this.#store.get(selectWarp, { id: toHex(warpMessageId(unsigned)) }) !== undefined
  }

  /** Records that a receipt for one message came back in another one. */
  receiptDelivery(messageSeq: number, carrierSeq: number): void {
    this.#store.insert('icm_receipt_delivery', {
      message_seq: messageSeq,
      carrier_seq: carrierSeq,
    })
  }

  /** Writes a message that a block requested the validators to sign. */
  warpMessage(chainId: string, blockNumber: number, unsigned: Uint8Array): void {
    this.#store.insert('warp_message', {
      message_id: toHex(warpMessageId(unsigned)),
      network: this.#network,
      chain_id: chainId,
      block_number: blockNumber,
      unsigned,
    })
  }

  /**
   * Returns the next key, which grows with time over both networks; calls come in the order of
   * time.
   */
  #keyAt(second: number): number {
    const first = firstMessageKey(second) + (this.#network === 'mainnet' ? 0 : messagesPerSecond)
    const end = first + messagesPerSecond
    const last = this.#store.get(selectLast, { first, end })?.last ?? first - 1
    if (last + 1 === end)
      throw new ImpossibleError(
        `${this.#network} has ${messagesPerSecond} messages in one second, the maximum; send more at a later time`,
      )
    return last + 1
  }
}

const selectLast = statement<{ first: number; end: number }, { last: number | null }>(
  'SELECT max(seq) AS last FROM icm_message WHERE seq >= :first AND seq < :end',
)

const selectKey = statement<{ id: string }, { seq: number }>(
  'SELECT seq FROM icm_message WHERE message_id = :id',
)

const selectDelivery = statement<{ seq: number }, { message_seq: number }>(
  'SELECT message_seq FROM icm_delivery WHERE message_seq = :seq',
)

const selectWarp = statement<{ id: string }, { message_id: string }>(
  'SELECT message_id FROM warp_message WHERE message_id = :id',
)

const selectPeriod = statement<Period, { messages: number }>(`
  SELECT messages FROM icm_period
  WHERE network = :network AND interval = :interval AND start = :start
    AND source_blockchain_id = :source AND destination_blockchain_id = :destination`)

/** Transaction that logged an event. */
export interface MessageSource extends MessageTransaction {
  /** Number of the block. */
  readonly number: number
}
