import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { decodeEventLog, encodeAbiParameters, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { FormatError } from '../../src/formats/codec.ts'
import { parseId } from '../../src/formats/ids.ts'
import {
  decodeTeleporterMessage,
  encodeTeleporterMessage,
  messageExecutedEvent,
  messageExecutionFailedEvent,
  receiptReceivedEvent,
  receiveCrossChainMessage,
  receiveCrossChainMessageEvent,
  sendCrossChainMessage,
  sendCrossChainMessageEvent,
  type TeleporterMessage,
  teleporterMessageId,
  teleporterMessenger,
} from '../../src/formats/teleporter.ts'

const mainnetC = parseId('2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5')
const fujiC = parseId('yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp')
const hex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`

test('message ids are those that the contract computes', () => {
  expect(hex(teleporterMessageId(mainnetC, fujiC, 1n))).toBe(
    '0xdd2520ceb384a1f33b98b8f64f31878c63879606df1dbd5169c37bf1da2e7e01',
  )
  expect(hex(teleporterMessageId(mainnetC, fujiC, 2n))).toBe(
    '0xef21c0b948aa780934974db28a01f64d281c4d7b0bf274348a0d3d5563a488b9',
  )
  const source = hexToBytes('abcdef'.repeat(11).slice(0, 64))
  expect(hex(teleporterMessageId(source, hexToBytes('12345678'.repeat(8)), 4n))).toBe(
    '0xc17925384ceb44ea8ed898396c4c7d24c34e3b101f17a6b9bbb228c7a097ee49',
  )
})

test('events and functions have the topics and selectors of the deployed contract', () => {
  expect(hex(sendCrossChainMessageEvent.topic)).toBe(
    '0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8',
  )
  expect(hex(receiveCrossChainMessageEvent.topic)).toBe(
    '0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34',
  )
  expect(hex(messageExecutedEvent.topic)).toBe(
    '0x34795cc6b122b9a0ae684946319f1e14a577b4e8f9b3dda9ac94c21a54d3188c',
  )
  expect(hex(messageExecutionFailedEvent.topic)).toBe(
    '0x4619adc1017b82e02eaefac01a43d50d6d8de4460774bc370c3ff0210d40c985',
  )
  expect(hex(receiptReceivedEvent.topic)).toBe(
    '0xd13a7935f29af029349bed0a2097455b91fd06190a30478c575db3f31e00bf57',
  )
  expect(hex(sendCrossChainMessage.selector)).toBe('0x62448850')
  expect(hex(receiveCrossChainMessage.selector)).toBe('0xccb5f809')
})

const address = fc.uint8Array({ minLength: 20, maxLength: 20 })
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const message: fc.Arbitrary<TeleporterMessage> = fc.record({
  messageNonce: uint256,
  originSenderAddress: address,
  destinationBlockchainId: bytes32,
  destinationAddress: address,
  requiredGasLimit: uint256,
  allowedRelayerAddresses: fc.array(address, { maxLength: 3 }),
  receipts: fc.array(fc.record({ receivedMessageNonce: uint256, relayerRewardAddress: address }), {
    maxLength: 3,
  }),
  message: fc.uint8Array({ maxLength: 70 }),
})

const struct =
  'struct TeleporterMessage { uint256 messageNonce; address originSenderAddress; bytes32 destinationBlockchainId; address destinationAddress; uint256 requiredGasLimit; address[] allowedRelayerAddresses; Receipt[] receipts; bytes message; }'
const receipt = 'struct Receipt { uint256 receivedMessageNonce; address relayerRewardAddress; }'
const feeInfo = 'struct FeeInfo { address feeTokenAddress; uint256 amount; }'
const toViem = (value: TeleporterMessage) => ({
  ...value,
  originSenderAddress: hex(value.originSenderAddress),
  destinationBlockchainId: hex(value.destinationBlockchainId),
  destinationAddress: hex(value.destinationAddress),
  allowedRelayerAddresses: value.allowedRelayerAddresses.map(hex),
  receipts: value.receipts.map((each) => ({
    ...each,
    relayerRewardAddress: hex(each.relayerRewardAddress),
  })),
  message: hex(value.message),
})

test('a message has the bytes that viem encodes, and is read back', () => {
  const parameters = parseAbiParameters(['TeleporterMessage message', struct, receipt])
  fc.assert(
    fc.property(message, (value) => {
      const encoded = encodeTeleporterMessage(value)
      expect(hex(encoded)).toBe(encodeAbiParameters(parameters, [toViem(value)]))
      expect(decodeTeleporterMessage(encoded)).toEqual(value)
    }),
    { numRuns: 40 },
  )
})

test('viem reads the log of a sent message', () => {
  const abi = parseAbi([
    'event SendCrossChainMessage(bytes32 indexed messageId, bytes32 indexed destinationBlockchainId, TeleporterMessage message, FeeInfo feeInfo)',
    struct,
    receipt,
    feeInfo,
  ])
  fc.assert(
    fc.property(message, bytes32, uint256, (value, messageId, amount) => {
      const values = {
        messageId,
        destinationBlockchainId: value.destinationBlockchainId,
        message: value,
        feeInfo: { feeTokenAddress: teleporterMessenger, amount },
      }
      const log = sendCrossChainMessageEvent.encode(teleporterMessenger, values)
      expect(sendCrossChainMessageEvent.decode(log)).toEqual(values)
      const { args } = decodeEventLog({
        abi,
        topics: log.topics.map(hex) as [Hex, ...Hex[]],
        data: hex(log.data),
      })
      expect(args.messageId).toBe(hex(messageId))
      expect(args.feeInfo.amount).toBe(amount)
      expect(args.message.message).toBe(hex(value.message))
      expect(args.message.messageNonce).toBe(value.messageNonce)
    }),
    { numRuns: 20 },
  )
})

test('other payloads are refused with a format error and nothing else', () => {
  fc.assert(
    fc.property(message, fc.uint8Array({ maxLength: 500 }), fc.nat(), (value, random, position) => {
      const valid = encodeTeleporterMessage(value)
      const changed = valid.with(position % valid.length, position & 255)
      for (const payload of [random, changed, valid.subarray(0, position % valid.length)])
        try {
          expect(encodeTeleporterMessage(decodeTeleporterMessage(payload))).toEqual(payload)
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError)
        }
    }),
    { numRuns: 150 },
  )
})
