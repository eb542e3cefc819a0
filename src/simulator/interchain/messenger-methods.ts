import { equalBytes } from '@noble/curves/utils.js'
import { decode } from '../../formats/codec.ts'
import type { Log } from '../../formats/evm/receipts.ts'
import {
  decodeTeleporterMessage,
  messageExecutedEvent,
  messageExecutionFailedEvent,
  receiptReceivedEvent,
  receiveCrossChainMessage,
  receiveCrossChainMessageEvent,
  sendCrossChainMessage,
  sendCrossChainMessageEvent,
  teleporterMessageId,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import {
  sendWarpMessageEvent,
  UnsignedWarpMessage,
  WarpPayload,
  warpMessageId,
  warpPrecompile,
} from '../../formats/warp.ts'
import { redeemRelayerRewards, rewardsRedeemedEvent } from '../evm/contracts/contract-interfaces.ts'
import { type ContractCall, type Method, method } from '../evm/effects/effect.ts'
import { type Effect, type InternalCall, internalCall } from '../evm/effects/outcome.ts'
import { Revert, requireThat } from '../evm/effects/revert.ts'
import { moved, takenBy, tokenAt } from '../evm/effects/tokens.ts'
import { type Arrival, teleporterCall } from './messenger-view.ts'
import { broughtBy } from './predicate.ts'

/** Gas that a messenger needs itself for a delivery; the rest is for the recipient. */
export const deliveryGas = 150_000n

/** Methods of the TeleporterMessenger (icm-contracts, TeleporterMessenger.sol). */
export const messengerMethods: readonly Method[] = [
  method(sendCrossChainMessage, (call, { messageInput: input }) => {
    const { state, sender } = call
    const { messenger } = state
    const { feeInfo, destinationBlockchainId, ...rest } = input
    const source = messenger.place()
    requireThat(messenger.isKnown(destinationBlockchainId), 'no such chain to send to')
    const fee = feeInfo.amount > 0n ? rewardTaken(call, feeInfo) : undefined
    const message = {
      ...rest,
      messageNonce: messenger.nextNonce,
      originSenderAddress: sender,
      destinationBlockchainId,
      receipts: messenger.outstanding(destinationBlockchainId),
    }
    const { messageNonce } = message
    const unsigned = teleporterCall(messenger.networkId, source, message)
    return {
      logs: [
        ...(fee?.logs ?? []),
        sendCrossChainMessageEvent.encode(teleporterMessenger, {
          messageId: teleporterMessageId(
            source.blockchainId,
            destinationBlockchainId,
            messageNonce,
          ),
          destinationBlockchainId,
          message,
          feeInfo,
        }),
        sendWarpMessageEvent.encode(warpPrecompile, {
          sender: teleporterMessenger,
          messageId: warpMessageId(unsigned),
          message: unsigned,
        }),
      ],
      calls: [...(fee?.calls ?? []), internalCall(teleporterMessenger, warpPrecompile)],
      ...(fee?.spendings && { spendings: fee.spendings }),
    }
  }),
  method(receiveCrossChainMessage, (call, { relayerRewardAddress }) => {
    const arrival = arrivalOf(broughtBy(call.accessList))
    const { id, sourceBlockchainId, message } = arrival
    requireDeliverable(call, arrival)
    const origin = { messageId: id, sourceBlockchainId }
    return {
      logs: [
        ...receiptLogs(call, arrival),
        receiveCrossChainMessageEvent.encode(teleporterMessenger, {
          ...origin,
          deliverer: call.sender,
          rewardRedeemer: relayerRewardAddress,
          message,
        }),
        // A message without content needs no recipient.
        ...(message.message.length === 0
          ? []
          : isTaken(call, arrival)
            ? [messageExecutedEvent.encode(teleporterMessenger, origin)]
            : [messageExecutionFailedEvent.encode(teleporterMessenger, { ...origin, message })]),
      ],
      calls: [
        // It reads the message that the transaction carries.
        { type: 'STATICCALL', from: teleporterMessenger, to: warpPrecompile },
        ...executions(call, arrival),
      ],
    }
  }),
  method(redeemRelayerRewards, ({ state, sender }, { feeAsset }) => {
    const token = tokenAt(state, feeAsset)
    const amount = state.messenger.rewardOf(state.textOf(sender), token.text)
    requireThat(amount > 0n, 'there is no reward to redeem')
    return {
      logs: [
        rewardsRedeemedEvent.encode(teleporterMessenger, {
          redeemer: sender,
          asset: feeAsset,
          amount,
        }),
        moved(state, token, teleporterMessenger, sender, amount),
      ],
      calls: [internalCall(teleporterMessenger, token.address)],
    }
  }),
]

/**
 * Decodes a message from the Warp message that carries it.
 * @throws FormatError
 */
export function arrivalOf(unsigned: Uint8Array): Arrival {
  const { sourceChainId, payload } = decode(UnsignedWarpMessage, unsigned)
  const call = decode(WarpPayload, payload)
  if (call.type !== 'AddressedCall')
    throw new Revert('internal error: the message is not in an addressed call')
  const message = decodeTeleporterMessage(call.payload)
  const { destinationBlockchainId, messageNonce } = message
  const id = teleporterMessageId(sourceChainId, destinationBlockchainId, messageNonce)
  return { id, sourceBlockchainId: sourceChainId, message, unsigned }
}

function rewardTaken(
  { state, sender }: ContractCall,
  { feeTokenAddress, amount }: { feeTokenAddress: Uint8Array; amount: bigint },
): Effect {
  const token = tokenAt(state, feeTokenAddress)
  return takenBy(teleporterMessenger, state, token, { owner: sender, value: amount })
}

function requireDeliverable({ state, sender }: ContractCall, arrival: Arrival): void {
  const { message, id, unsigned } = arrival
  const { messenger } = state
  requireThat(
    equalBytes(message.destinationBlockchainId, messenger.place().blockchainId),
    'the message is for another chain',
  )
  requireThat(messenger.isSigned(arrival.sourceBlockchainId, unsigned), 'nobody sent the message')
  requireThat(!messenger.isReceived(id), 'the message was delivered before')
  const allowed = message.allowedRelayerAddresses
  requireThat(
    allowed.length === 0 || allowed.some((each) => equalBytes(each, sender)),
    'another relayer has to deliver the message',
  )
}

/**
 * Returns whether the recipient accepts a message. An address without code accepts none, and a
 * contract needs the gas that the sender requires.
 */
function isTaken({ state, gas }: ContractCall, { message }: Arrival): boolean {
  const recipient = state.contracts.find(state.textOf(message.destinationAddress))
  return recipient?.role === 'receiver' && gas >= deliveryGas + message.requiredGasLimit
}

/**
 * Returns the call that delivers a message with content to a contract. An address without code is
 * not called.
 */
function executions(call: ContractCall, arrival: Arrival): InternalCall[] {
  const { contracts, textOf } = call.state
  const { destinationAddress: to, message } = arrival.message
  if (message.length === 0 || !contracts.find(textOf(to))) return []
  const isReverted = !isTaken(call, arrival)
  return [{ ...internalCall(teleporterMessenger, to), isReverted }]
}

/** Returns the logs for messages of this chain whose receipts arrive with a message. */
function receiptLogs({ state }: ContractCall, { message, sourceBlockchainId }: Arrival): Log[] {
  const { messenger } = state
  const { blockchainId } = messenger.place()
  return message.receipts.flatMap(({ receivedMessageNonce, relayerRewardAddress }) => {
    const messageId = teleporterMessageId(blockchainId, sourceBlockchainId, receivedMessageNonce)
    const feeInfo = messenger.waiting(messageId)
    if (!feeInfo) return []
    return [
      receiptReceivedEvent.encode(teleporterMessenger, {
        messageId,
        destinationBlockchainId: sourceBlockchainId,
        relayerRewardAddress,
        feeInfo,
      }),
    ]
  })
}
