import { parseEvmAddress } from './addresses.ts'
import {
  type AbiValue,
  address,
  array,
  bytes,
  bytes32,
  decodeAbi,
  encodeAbi,
  tuple,
  uint,
  uint256,
} from './evm/abi.ts'
import { abiFunction } from './evm/calls.ts'
import { abiEvent, indexed } from './evm/events.ts'
import { keccak256 } from './keccak.ts'

// Interchain messages between EVM chains: the TeleporterMessenger contract (icm-contracts,
// ITeleporterMessenger.sol).

/** TeleporterMessenger, at the same address on every chain and network. */
export const teleporterMessenger = parseEvmAddress('0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf')

/**
 * Receipt of message number `receivedMessageNonce` at the destination, and the address to reward.
 */
const receipt = tuple({ receivedMessageNonce: uint256, relayerRewardAddress: address })

/** Reward of the relayer, in the smallest unit of an ERC-20 token of the source chain. */
const feeInfo = tuple({ feeTokenAddress: address, amount: uint256 })

const message = tuple({
  /** Number of the message within a messenger contract, from 1. */
  messageNonce: uint256,
  originSenderAddress: address,
  destinationBlockchainId: bytes32,
  destinationAddress: address,
  /** Gas that the destination contract gets. */
  requiredGasLimit: uint256,
  /** Empty: anyone may deliver. */
  allowedRelayerAddresses: array(address),
  receipts: array(receipt),
  /** Passed to the destination contract. */
  message: bytes,
})

/** Message of the messenger contract. */
export type TeleporterMessage = AbiValue<typeof message>

const wire = tuple({ message })

/** Encodes `abi.encode(message)`: the payload of the AddressedCall that carries it. */
export function encodeTeleporterMessage(value: TeleporterMessage): Uint8Array {
  return encodeAbi(wire, { message: value })
}

/** Decodes the message in the payload of an AddressedCall; throws FormatError. */
export function decodeTeleporterMessage(payload: Uint8Array): TeleporterMessage {
  return decodeAbi(wire, payload).message
}

const messageIdInput = tuple({
  messenger: address,
  sourceBlockchainId: bytes32,
  destinationBlockchainId: bytes32,
  nonce: uint256,
})

/**
 * Returns the Teleporter message id, 32 bytes: Keccak-256 of the messenger, both blockchain ids and
 * the nonce, 32 bytes each. It differs from the id of the Warp message that carries it.
 */
export function teleporterMessageId(
  sourceBlockchainId: Uint8Array,
  destinationBlockchainId: Uint8Array,
  nonce: bigint,
): Uint8Array {
  const messenger = teleporterMessenger
  const input = { messenger, sourceBlockchainId, destinationBlockchainId, nonce }
  return keccak256(encodeAbi(messageIdInput, input))
}

/** Event on the source chain when a message is sent. */
export const sendCrossChainMessageEvent = abiEvent('SendCrossChainMessage', {
  messageId: indexed(bytes32),
  destinationBlockchainId: indexed(bytes32),
  message,
  feeInfo,
})

/** Event on the destination chain when a message arrives. */
export const receiveCrossChainMessageEvent = abiEvent('ReceiveCrossChainMessage', {
  messageId: indexed(bytes32),
  sourceBlockchainId: indexed(bytes32),
  deliverer: indexed(address),
  rewardRedeemer: address,
  message,
})

/** Event on the destination chain when the destination contract accepts the message. */
export const messageExecutedEvent = abiEvent('MessageExecuted', {
  messageId: indexed(bytes32),
  sourceBlockchainId: indexed(bytes32),
})

/**
 * Event on the destination chain when the destination contract reverts; the message can be retried.
 */
export const messageExecutionFailedEvent = abiEvent('MessageExecutionFailed', {
  messageId: indexed(bytes32),
  sourceBlockchainId: indexed(bytes32),
  message,
})

/** Event on the source chain when a receipt comes back and the relayer is rewarded. */
export const receiptReceivedEvent = abiEvent('ReceiptReceived', {
  messageId: indexed(bytes32),
  destinationBlockchainId: indexed(bytes32),
  relayerRewardAddress: indexed(address),
  feeInfo,
})

/** Function that sends a message from the calling account or contract. */
export const sendCrossChainMessage = abiFunction('sendCrossChainMessage', {
  messageInput: tuple({
    destinationBlockchainId: bytes32,
    destinationAddress: address,
    feeInfo,
    requiredGasLimit: uint256,
    allowedRelayerAddresses: array(address),
    message: bytes,
  }),
})

/** Function that delivers the Warp message at `messageIndex` of the transaction's access list. */
export const receiveCrossChainMessage = abiFunction('receiveCrossChainMessage', {
  messageIndex: uint(32),
  relayerRewardAddress: address,
})
