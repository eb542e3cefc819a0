import type { Log } from '../../../formats/evm/receipts.ts'
import { toHex } from '../../../formats/ids.ts'
import {
  messageExecutedEvent,
  receiveCrossChainMessage,
  receiveCrossChainMessageEvent,
  sendCrossChainMessage,
  sendCrossChainMessageEvent,
  type TeleporterMessage,
  teleporterMessenger,
} from '../../../formats/teleporter.ts'
import { type ColumnValue, differences } from '../../compare.ts'
import { type Call, given, pulled } from './expected-logs.ts'
import { redeem, redeemed } from './functions.ts'

/** Gas that a messenger needs itself for a delivery. */
const ownGas = 150_000n

/**
 * Yields problems in the logs of a messenger, compared with its call data and its caller. Nonces,
 * receipts and delivered messages are not in the call; the rules of messages prove them.
 */
export function* messengerProblems(
  call: Call,
  logs: readonly Log[],
  gas: bigint,
): Generator<string> {
  const { data, sender, state } = call
  const selector = toHex(data.subarray(0, 4))
  const find = <Values>(event: { decode(log: Log): Values | undefined }): Values | undefined =>
    logs.map((log) => event.decode(log)).find((values) => values !== undefined)
  const hasLog = ({ address, topics, data: content }: Log) =>
    logs.some((log) => textOf(log) === textOf({ address, topics, data: content }))

  if (selector === toHex(sendCrossChainMessage.selector)) {
    const { messageInput: input } = sendCrossChainMessage.decode(data)
    const event = find(sendCrossChainMessageEvent)
    if (!event) return yield 'sends a message, but does not log it'
    yield* differences(
      columnsOf(event),
      columnsOf({ ...input, message: { ...event.message, ...input } }),
    )
    if (toHex(event.message.originSenderAddress) !== toHex(sender))
      yield 'logs the message of another sender'
    const { feeTokenAddress, amount } = input.feeInfo
    if (amount === 0n) return
    const parties = { owner: sender, spender: teleporterMessenger }
    if (!hasLog(pulled(state, feeTokenAddress, parties, amount)))
      yield 'does not collect the reward of the relayer'
  } else if (selector === toHex(receiveCrossChainMessage.selector)) {
    const { relayerRewardAddress } = receiveCrossChainMessage.decode(data)
    const event = find(receiveCrossChainMessageEvent)
    if (!event) return yield 'delivers a message, but does not log it'
    if (toHex(event.deliverer) !== toHex(sender)) yield 'names another deliverer'
    if (toHex(event.rewardRedeemer) !== toHex(relayerRewardAddress))
      yield 'names another recipient of the reward'
    const { message, destinationAddress, requiredGasLimit } = event.message
    const isTaken =
      message.length > 0 &&
      state.kinds.get(toHex(destinationAddress)) === 'receiver' &&
      gas >= ownGas + requiredGasLimit
    if ((find(messageExecutedEvent) !== undefined) !== isTaken)
      yield isTaken
        ? 'was refused although its receiver accepts it'
        : 'was executed although no receiver exists'
  } else if (selector === toHex(redeem.selector)) {
    const { feeAsset } = redeem.decode(data)
    const event = find(redeemed)
    if (!event || toHex(event.redeemer) !== toHex(sender) || toHex(event.asset) !== toHex(feeAsset))
      return yield 'redeems rewards that were not requested'
    if (!hasLog(given(state, feeAsset, teleporterMessenger, sender, event.amount)))
      yield 'does not pay the reward'
  } else if (logs.length > 0) yield 'has logs of an unknown function'
}

/** Returns a log as one text. */
export const textOf = ({ address, topics, data }: Log): string =>
  [address, ...topics, data].map((bytes) => toHex(bytes)).join(' ')

function columnsOf(sent: {
  destinationBlockchainId: Uint8Array
  feeInfo: { feeTokenAddress: Uint8Array; amount: bigint }
  message: Omit<TeleporterMessage, 'messageNonce' | 'receipts'>
}): Record<string, ColumnValue> {
  const { destinationBlockchainId, feeInfo, message } = sent
  return {
    destination: toHex(destinationBlockchainId),
    fee_token: toHex(feeInfo.feeTokenAddress),
    fee: String(feeInfo.amount),
    recipient: toHex(message.destinationAddress),
    gas: String(message.requiredGasLimit),
    relayers: message.allowedRelayerAddresses.map((each) => toHex(each)).join(),
    content: toHex(message.message),
  }
}
