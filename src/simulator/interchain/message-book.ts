import { equalBytes } from '@noble/curves/utils.js'
import type { AbiEvent } from '../../formats/evm/events.ts'
import type { Log } from '../../formats/evm/receipts.ts'
import { toHex } from '../../formats/ids.ts'
import {
  messageExecutedEvent,
  receiptReceivedEvent,
  receiveCrossChainMessageEvent,
  sendCrossChainMessageEvent,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { sendWarpMessageEvent, warpPrecompile } from '../../formats/warp.ts'
import type { MessageSource, RewardToken } from './message-rows.ts'
import type { InterchainTools, MessengerEndpoint } from './messenger-endpoint.ts'

type Sending = NonNullable<ReturnType<typeof sendCrossChainMessageEvent.decode>>
type Arrived = NonNullable<ReturnType<typeof receiveCrossChainMessageEvent.decode>>

/** Reader of the logs of a chain's messenger: all message rows follow from logs. */
export class MessageBook {
  readonly #tools: InterchainTools
  readonly #endpoint: MessengerEndpoint

  constructor(tools: InterchainTools, endpoint: MessengerEndpoint) {
    this.#tools = tools
    this.#endpoint = endpoint
  }

  /**
   * Records what the messenger logged. Messages to and from chains that the world does not know
   * have no rows (G-318).
   */
  record(source: MessageSource, logs: readonly Log[]): void {
    const warps = decoded(
      logs.filter(({ address }) => equalBytes(address, warpPrecompile)),
      sendWarpMessageEvent,
    )
    const { rows } = this.#tools
    for (const { message } of warps)
      if (!rows.isEmitted(message))
        rows.warpMessage(this.#endpoint.declared.chainId, source.number, message)
    const teleporterLogs = logs.filter(({ address }) => equalBytes(address, teleporterMessenger))
    if (teleporterLogs.length === 0) return
    const own = warps.filter(({ sender }) => equalBytes(sender, teleporterMessenger))
    // Each message that the messenger logs was given to the precompile just before.
    decoded(teleporterLogs, sendCrossChainMessageEvent).forEach((sending, place) => {
      const warp = own[place]
      if (warp) this.#sent(source, sending, warp.message)
    })
    const executed = decoded(teleporterLogs, messageExecutedEvent)
    const receipts = decoded(teleporterLogs, receiptReceivedEvent)
    for (const arrival of decoded(teleporterLogs, receiveCrossChainMessageEvent)) {
      const isExecuted = executed.some(({ messageId }) => equalBytes(messageId, arrival.messageId))
      const seq = this.#received(source, arrival, isExecuted)
      if (seq === undefined) continue
      for (const { messageId, destinationBlockchainId } of receipts)
        if (equalBytes(destinationBlockchainId, arrival.sourceBlockchainId))
          this.#acknowledged(messageId, seq)
    }
  }

  #sent(source: MessageSource, sending: Sending, unsigned: Uint8Array): void {
    const { messageId: id, message, feeInfo, destinationBlockchainId } = sending
    const { rows, endpoints, relayer } = this.#tools
    const from = this.#endpoint.place()
    this.#endpoint.messenger.sent(message.messageNonce)
    const destination = endpointOf(endpoints, destinationBlockchainId)
    const place = destination?.place() ?? this.#outside(destinationBlockchainId)?.place
    // A message that is sent again has its row, and is on its way.
    if (!place || rows.keyOf(id) !== undefined) return
    rows.message({
      id,
      source: from,
      destination: place,
      message,
      reward: this.#rewardToken(feeInfo.feeTokenAddress),
      rewardValue: feeInfo.amount,
      transaction: source,
      seenAt: source.timestamp,
    })
    const { allowedRelayerAddresses: allowed } = message
    // A message that only an unknown relayer may deliver stays undelivered.
    if (allowed.length > 0 && !allowed.some((each) => equalBytes(each, relayer.evmAddress))) return
    destination?.messenger.comes({
      id: toHex(id),
      unsigned: toHex(unsigned),
      sentAt: source.timestamp,
    })
  }

  /**
   * Records a received message.
   * @returns key of the message's row; undefined for one of an unknown chain
   */
  #received(source: MessageSource, arrival: Arrived, executed: boolean): number | undefined {
    const { messageId: id, deliverer, rewardRedeemer } = arrival
    const { rows } = this.#tools
    const { messenger, declared } = this.#endpoint
    const seq = rows.keyOf(id) ?? this.#foreign(source, arrival)
    if (seq === undefined) return undefined
    rows.delivery(seq, declared.chainId, source, { executed, rewardRedeemer, deliverer })
    messenger.arrived(id)
    return seq
  }

  /** Adds a message that was sent outside the world. */
  #foreign(
    source: MessageSource,
    { messageId: id, sourceBlockchainId, message }: Arrived,
  ): number | undefined {
    const { rows, streams } = this.#tools
    const chain = this.#outside(sourceBlockchainId)
    if (!chain) return undefined
    chain.heard(message.messageNonce)
    const { place, reward } = chain
    const random = streams.at(`${place.evmChainId} rewards`, Number(message.messageNonce))
    return rows.message({
      id,
      source: place,
      destination: this.#endpoint.place(),
      message,
      reward,
      rewardValue: random.bigint(1n, 90n) * 10n ** BigInt(Math.max(0, reward.decimals - 2)),
      seenAt: source.timestamp,
    })
  }

  #acknowledged(messageId: Uint8Array, carrierSeq: number): void {
    const { rows } = this.#tools
    const seq = rows.keyOf(messageId)
    if (seq !== undefined) rows.receiptDelivery(seq, carrierSeq)
  }

  /** Returns the reward token's columns for a message's row; none for the zero address. */
  #rewardToken(address: Uint8Array): RewardToken {
    const { contracts, textOf, prices } = this.#endpoint.actors
    const token = contracts.find(textOf(address))
    return {
      address,
      name: token?.name ?? '',
      symbol: token?.symbol ?? '',
      decimals: token?.decimals ?? 0,
      logoUri: token?.logoUri,
      usd: prices.of(textOf(address)),
    }
  }

  #outside(blockchainId: Uint8Array) {
    return this.#tools.foreign.find(({ place }) => equalBytes(place.blockchainId, blockchainId))
  }
}

/** Returns the chain of the world with a blockchain id, after it exists. */
const endpointOf = (
  endpoints: readonly MessengerEndpoint[],
  blockchainId: Uint8Array,
): MessengerEndpoint | undefined =>
  endpoints.find(
    (endpoint) => endpoint.exists() && equalBytes(endpoint.place().blockchainId, blockchainId),
  )

const decoded = <Values>(logs: readonly Log[], event: AbiEvent<Values>): Values[] =>
  logs.flatMap((log) => event.decode(log) ?? [])
