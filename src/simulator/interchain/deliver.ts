import { decode } from '../../formats/codec.ts'
import type { Log } from '../../formats/evm/receipts.ts'
import { fromHex } from '../../formats/ids.ts'
import {
  decodeTeleporterMessage,
  messageExecutedEvent,
  messageExecutionFailedEvent,
  receiptReceivedEvent,
  receiveCrossChainMessage,
  receiveCrossChainMessageEvent,
  teleporterMessageId,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { UnsignedWarpMessage, WarpPayload } from '../../formats/warp.ts'
import type { EvmBlock, Executed } from '../evm/block.ts'
import type { Random } from '../random.ts'
import type { Underway } from './messenger.ts'
import { warpAccessList } from './predicate.ts'
import { type Arrival, type InterchainTools, rewardContract, type Station } from './station.ts'

/** How long validators and relayer need at least, seconds. */
const fastestDelivery = 3

/** The relayer delivers the oldest message that waits; @returns whether there was one. */
export function deliverNext(
  tools: InterchainTools,
  station: Station,
  block: EvmBlock,
  random: Random,
): boolean {
  const next = station.messenger.nextArrival
  if (!next || next.sentAt + fastestDelivery > block.timestamp) return false
  const arrival = arrivalOf(next)
  const delivered = deliver(tools, station, block, random, arrival)
  if (!delivered) return false
  station.messenger.arrived()
  writeDelivery(tools, station, block, { next: next.seq, ...delivered })
  acknowledge(tools, station, next.seq, arrival)
  return true
}

/** A message on its way, read back from the Warp message that carries it. */
function arrivalOf({ unsigned, sourceEvmChainId }: Underway): Arrival {
  const bytes = fromHex(unsigned)
  const { sourceChainId, payload } = decode(UnsignedWarpMessage, bytes)
  const call = decode(WarpPayload, payload)
  if (call.type !== 'AddressedCall') throw new Error('a message travels in an addressed call')
  const message = decodeTeleporterMessage(call.payload)
  const { destinationBlockchainId, messageNonce } = message
  return {
    id: teleporterMessageId(sourceChainId, destinationBlockchainId, messageNonce),
    source: { evmChainId: sourceEvmChainId, blockchainId: sourceChainId },
    message,
    unsigned: bytes,
  }
}

/** Writes that the message with this key was delivered. */
export function writeDelivery(
  { rows, relayer }: InterchainTools,
  station: Station,
  block: EvmBlock,
  { next, executed, transaction }: { next: number; executed: boolean; transaction: Executed },
): void {
  rows.delivery(
    next,
    station.declared.chainId,
    { ...transaction, timestamp: block.timestamp },
    { executed, rewardRedeemer: relayer.evmAddress, deliverer: relayer.evmAddress },
  )
}

/** The relayer's transaction; undefined when the block has no room for it. */
export function deliver(
  { relayer }: InterchainTools,
  station: Station,
  block: EvmBlock,
  random: Random,
  arrival: Arrival,
): { executed: boolean; transaction: Executed } | undefined {
  const { message, source, id } = arrival
  const { actors, messenger } = station
  // An address without code cannot execute a message, nor can a message without content be.
  const recipient = actors.contracts.find(actors.textOf(message.destinationAddress))
  const executed = message.message.length > 0 && recipient?.role === 'receiver'
  const origin = { messageId: id, sourceBlockchainId: source.blockchainId }
  const result: Log[] =
    message.message.length === 0
      ? []
      : executed
        ? [messageExecutedEvent.encode(teleporterMessenger, origin)]
        : [messageExecutionFailedEvent.encode(teleporterMessenger, { ...origin, message })]
  const transaction = block.execute({
    from: relayer,
    to: teleporterMessenger,
    value: 0n,
    data: receiveCrossChainMessage.encode({
      messageIndex: 0n,
      relayerRewardAddress: relayer.evmAddress,
    }),
    accessList: warpAccessList(arrival.unsigned),
    executionGas: BigInt(random.int(320_000, 420_000)) + message.requiredGasLimit / 2n,
    outcome: {
      succeeded: true,
      logs: [
        ...receiptLogs(station, arrival),
        receiveCrossChainMessageEvent.encode(teleporterMessenger, {
          ...origin,
          deliverer: relayer.evmAddress,
          rewardRedeemer: relayer.evmAddress,
          message,
        }),
        ...result,
      ],
    },
  })
  if (!transaction) return undefined
  messenger.received(source.blockchainId, {
    receivedMessageNonce: message.messageNonce,
    relayerRewardAddress: relayer.evmAddress,
  })
  return { executed, transaction }
}

/** Messages of this chain for which a message brings the receipt. */
function acknowledgedBy(station: Station, { message, source }: Arrival) {
  const { blockchainId } = station.place()
  return message.receipts.flatMap(({ receivedMessageNonce, relayerRewardAddress }) => {
    const id = teleporterMessageId(blockchainId, source.blockchainId, receivedMessageNonce)
    const waiting = station.messenger.waiting(id)
    return waiting ? [{ id, waiting, relayerRewardAddress }] : []
  })
}

function receiptLogs(station: Station, arrival: Arrival): Log[] {
  const token = rewardContract(station)
  if (!token) return []
  return acknowledgedBy(station, arrival).map(({ id, waiting, relayerRewardAddress }) =>
    receiptReceivedEvent.encode(teleporterMessenger, {
      messageId: id,
      destinationBlockchainId: arrival.source.blockchainId,
      relayerRewardAddress,
      feeInfo: { feeTokenAddress: token.address, amount: waiting.amount },
    }),
  )
}

function acknowledge(
  { rows }: InterchainTools,
  station: Station,
  carrierSeq: number,
  carrier: Arrival,
): void {
  for (const { id, waiting, relayerRewardAddress } of acknowledgedBy(station, carrier)) {
    rows.receiptDelivery(waiting.seq, carrierSeq)
    station.messenger.acknowledged(id, station.actors.textOf(relayerRewardAddress))
  }
}
