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
import { rewardsRedeemedEvent } from '../evm/contracts/contract-interfaces.ts'
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

  record(source: MessageSource, logs: readonly Log[]): void {
    const teleporterLogs = logs.filter(({ address }) => equalBytes(address, teleporterMessenger))
    if (teleporterLogs.length === 0) return
    const [warp] = decoded(
      logs.filter(({ address }) => equalBytes(address, warpPrecompile)),
      sendWarpMessageEvent,
    )
    for (const sending of decoded(teleporterLogs, sendCrossChainMessageEvent))
      if (warp) this.#sent(source, sending, warp.message)
    for (const arrival of decoded(teleporterLogs, receiveCrossChainMessageEvent)) {
      const seq = this.#received(
        source,
        arrival,
        decoded(teleporterLogs, messageExecutedEvent).length > 0,
      )
      for (const receipt of decoded(teleporterLogs, receiptReceivedEvent))
        this.#acknowledged(receipt, seq)
    }
    for (const { redeemer, asset } of decoded(teleporterLogs, rewardsRedeemedEvent)) {
      const { messenger, actors } = this.#endpoint
      messenger.redeemed(actors.textOf(redeemer), actors.textOf(asset))
    }
  }

  #sent(source: MessageSource, sending: Sending, unsigned: Uint8Array): void {
    const { messageId: id, message, feeInfo, destinationBlockchainId } = sending
    const { rows, endpoints, relayer } = this.#tools
    const from = this.#endpoint.place()
    const destination = endpointOf(endpoints, destinationBlockchainId)
    rows.message({
      id,
      source: from,
      destination: destination?.place() ?? this.#outside(destinationBlockchainId).place,
      message,
      reward: this.#rewardToken(feeInfo.feeTokenAddress),
      rewardValue: feeInfo.amount,
      transaction: source,
      seenAt: source.timestamp,
    })
    rows.warpMessage(from.evmChainId, source.number, unsigned)
    this.#endpoint.messenger.sent(id, destinationBlockchainId, feeInfo)
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
   * @returns key of the message's row
   */
  #received(source: MessageSource, arrival: Arrived, executed: boolean): number {
    const { messageId: id, sourceBlockchainId, message, deliverer, rewardRedeemer } = arrival
    const { rows } = this.#tools
    const { messenger, declared } = this.#endpoint
    const seq = rows.keyOf(id) ?? this.#foreign(source, arrival)
    rows.delivery(seq, declared.chainId, source, { executed, rewardRedeemer, deliverer })
    messenger.received(sourceBlockchainId, {
      receivedMessageNonce: message.messageNonce,
      relayerRewardAddress: rewardRedeemer,
    })
    messenger.arrived(id)
    return seq
  }

  /** Adds a message that was sent outside the world. */
  #foreign(source: MessageSource, { messageId: id, sourceBlockchainId, message }: Arrived): number {
    const { rows, streams } = this.#tools
    const chain = this.#outside(sourceBlockchainId)
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

  #acknowledged(
    receipt: NonNullable<ReturnType<typeof receiptReceivedEvent.decode>>,
    carrierSeq: number,
  ): void {
    const { messageId: id, relayerRewardAddress, feeInfo } = receipt
    const { rows } = this.#tools
    const { messenger, actors } = this.#endpoint
    const seq = rows.keyOf(id)
    if (seq !== undefined) rows.receiptDelivery(seq, carrierSeq)
    messenger.acknowledged(
      id,
      actors.textOf(relayerRewardAddress),
      actors.textOf(feeInfo.feeTokenAddress),
      feeInfo.amount,
    )
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
    const found = this.#tools.foreign.find(({ place }) =>
      equalBytes(place.blockchainId, blockchainId),
    )
    if (!found) throw new Error(`no chain ${toHex(blockchainId)}`)
    return found
  }
}

/** Returns the chain of the world with a blockchain id, after it exists. */
export const endpointOf = (
  endpoints: readonly MessengerEndpoint[],
  blockchainId: Uint8Array,
): MessengerEndpoint | undefined =>
  endpoints.find(
    (endpoint) => endpoint.exists() && equalBytes(endpoint.place().blockchainId, blockchainId),
  )

const decoded = <Values>(logs: readonly Log[], event: AbiEvent<Values>): Values[] =>
  logs.flatMap((log) => event.decode(log) ?? [])
