import { type AbiEvent, type AbiFunction, toEventSelector, toFunctionSelector } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { bytesOf } from '../../../../src/evm/state.ts'
import {
  address as addressType,
  array,
  bytes32,
  bytes as bytesType,
  tuple,
  uint256,
} from '../../../../src/formats/evm/abi.ts'
import { abiFunction } from '../../../../src/formats/evm/calls.ts'
import { abiEvent, erc20Transfer, indexed } from '../../../../src/formats/evm/events.ts'
import { toHex } from '../../../../src/formats/ids.ts'
import { keccak256 } from '../../../../src/formats/keccak.ts'
import {
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
} from '../../../../src/formats/teleporter.ts'
import {
  addressedCall,
  sendWarpMessageEvent,
  warpMessageId,
  warpPrecompile,
} from '../../../../src/formats/warp.ts'
import {
  erc20,
  redeemRelayerRewards,
  rewardsRedeemedEvent,
} from '../../../../src/simulator/evm/contracts/contract-interfaces.ts'
import { abiOf, accountOf, type BothResult, logOf } from '../../../support/evm/both-engines.ts'
import { WarpChain } from '../../../support/evm/warp-chain.ts'

const [alice, relayer, other] = [accountOf(0xa11ce), accountOf(0x4e1a), accountOf(0x07e4)]
const bytes = bytesOf
const messenger = toHex(teleporterMessenger)
const zero = new Uint8Array(20)
const noFee = { feeTokenAddress: zero, amount: 0n }

/** Selectors and topics of the messenger that Ava Labs publishes (icm-contracts 1.0). */
const published = {
  '0x0af5b4ff': 'initializeBlockchainID',
  '0x22296c3a': 'redeemRelayerRewards',
  '0x2bc8b0bf': 'getReceiptQueueSize',
  '0x2ca40f55': 'sentMessageInfo',
  '0x2e27c223': 'getRelayerRewardAddress',
  '0x399b77da': 'getMessageHash',
  '0x62448850': 'sendCrossChainMessage',
  '0x8245a1b0': 'retrySendCrossChainMessage',
  '0x860a3b06': 'receivedFailedMessageHashes',
  '0x892bf412': 'getReceiptAtIndex',
  '0x8ac0fd04': 'addFeeAmount',
  '0xa8898181': 'calculateMessageID',
  '0xa9a85614': 'sendSpecifiedReceipts',
  '0xb771b3bc': 'WARP_MESSENGER',
  '0xc473eef8': 'checkRelayerRewardAmount',
  '0xccb5f809': 'receiveCrossChainMessage',
  '0xd127dc9b': 'blockchainID',
  '0xdf20e8bc': 'getNextMessageID',
  '0xe69d606a': 'getFeeInfo',
  '0xe6e67bd5': 'receiptQueues',
  '0xebc3b1ba': 'messageReceived',
  '0xecc70428': 'messageNonce',
  '0xfc2d6197': 'retryMessageExecution',
  '0x1eac640109dc937d2a9f42735a05f794b39a5e3759d681951d671aabbce4b104': 'BlockchainIDInitialized',
  '0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34': 'ReceiveCrossChainMessage',
  '0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8': 'SendCrossChainMessage',
  '0x3294c84e5b0f29d9803655319087207bc94f4db29f7927846944822773780b88': 'RelayerRewardsRedeemed',
  '0x34795cc6b122b9a0ae684946319f1e14a577b4e8f9b3dda9ac94c21a54d3188c': 'MessageExecuted',
  '0x4619adc1017b82e02eaefac01a43d50d6d8de4460774bc370c3ff0210d40c985': 'MessageExecutionFailed',
  '0xc1bfd1f1208927dfbd414041dcb5256e6c9ad90dd61aec3249facbd34ff7b3e1': 'AddFeeAmount',
  '0xd13a7935f29af029349bed0a2097455b91fd06190a30478c575db3f31e00bf57': 'ReceiptReceived',
}

/** The same of the registry. */
const publishedRegistry = {
  '0x0731775d': 'VALIDATORS_SOURCE_ADDRESS',
  '0x215abce9': 'getTeleporterFromVersion',
  '0x41f34ed9': 'addProtocolVersion',
  '0x46f9ef49': 'getAddressFromVersion',
  '0x4c1f08ce': 'getVersionFromAddress',
  '0xac473ac3': 'MAX_VERSION_INCREMENT',
  '0xb771b3bc': 'WARP_MESSENGER',
  '0xc07f47d4': 'latestVersion',
  '0xd127dc9b': 'blockchainID',
  '0xd820e64f': 'getLatestTeleporter',
  '0x30623e953733f6474dabdfbef1103ce15ab73cdc77c6dfad0f9874d167e8a9b0': 'LatestVersionUpdated',
  '0xa5eed93d951a9603d5f7c0a57de79a299dd3dbd5e51429be209d8053a42ab43a': 'AddProtocolVersion',
}

test.each([
  ['TeleporterMessenger', published],
  ['TeleporterRegistry', publishedRegistry],
] as const)('%s has the functions and events that are published', (contract, expected) => {
  const found = abiOf(contract).flatMap((item): [string, string][] => {
    if (item.type === 'function') return [[toFunctionSelector(item as AbiFunction), item.name]]
    return item.type === 'event' ? [[toEventSelector(item as AbiEvent), item.name]] : []
  })
  expect(Object.fromEntries(found)).toEqual(expected)
})

let home: WarpChain
let away: WarpChain

beforeEach(async () => {
  home = new WarpChain(7, messenger)
  away = new WarpChain(9, messenger)
  for (const { engines } of [home, away]) {
    await engines.fund(alice, relayer, other)
    await engines.createAt(messenger, alice, 'TeleporterMessenger', {})
  }
})

const initializedEvent = abiEvent('BlockchainIDInitialized', { blockchainId: indexed(bytes32) })
const initializedLog = ({ blockchainId }: WarpChain) =>
  logOf(initializedEvent.encode(teleporterMessenger, { blockchainId }))

const initialize = async () => {
  for (const { engines } of [home, away])
    await engines.call(other, {
      to: messenger,
      data: abiFunction('initializeBlockchainID', {}).encode({}),
    })
}

interface Letter {
  readonly to?: string
  readonly content?: Uint8Array
  readonly fee?: typeof noFee
  readonly gas?: bigint
  readonly relayers?: readonly string[]
}

async function send(source: WarpChain, destination: WarpChain, letter: Letter = {}) {
  const { to = accountOf(0xdead), content = Uint8Array.of(1, 2, 3), fee = noFee } = letter
  return await source.engines.call(alice, {
    to: messenger,
    data: sendCrossChainMessage.encode({
      messageInput: {
        destinationBlockchainId: destination.blockchainId,
        destinationAddress: bytes(to),
        feeInfo: fee,
        requiredGasLimit: letter.gas ?? 80_000n,
        allowedRelayerAddresses: (letter.relayers ?? []).map(bytes),
        message: content,
      },
    }),
  })
}

/** Returns the bytes that a transaction gives to the validators. */
function unsignedIn({ logs }: BothResult): Uint8Array {
  for (const { address, topics, data } of logs) {
    const log = { address: bytes(address), topics: topics.map(bytes), data: bytes(data) }
    const found = sendWarpMessageEvent.decode(log)
    if (found) return found.message
  }
  throw new Error('no message was sent')
}

function deliver(
  destination: WarpChain,
  carried: readonly Uint8Array[],
  call: { by?: string; rewards?: string; index?: bigint; gas?: number } = {},
) {
  const { by = relayer, rewards = by, index = 0n, gas = 10_000_000 } = call
  destination.carried = carried
  const data = receiveCrossChainMessage.encode({
    messageIndex: index,
    relayerRewardAddress: bytes(rewards),
  })
  return destination.engines.call(by, { to: messenger, data, gas })
}

const reasonOf = async (chain: WarpChain, result: BothResult | Promise<BothResult>) =>
  chain.engines.reasonOf('TeleporterMessenger', (await result).output)

const read = (chain: WarpChain, name: string, args: unknown[] = []) =>
  chain.engines.read('TeleporterMessenger', messenger, name, args)

function messageOf(
  nonce: bigint,
  destination: WarpChain,
  changes: Partial<TeleporterMessage> = {},
) {
  return {
    messageNonce: nonce,
    originSenderAddress: bytes(alice),
    destinationBlockchainId: destination.blockchainId,
    destinationAddress: bytes(accountOf(0xdead)),
    requiredGasLimit: 80_000n,
    allowedRelayerAddresses: [],
    receipts: [],
    message: Uint8Array.of(1, 2, 3),
    ...changes,
  }
}

const unsignedOf = (source: WarpChain, message: TeleporterMessage, sender = teleporterMessenger) =>
  addressedCall(
    { networkId: 1, sourceChainId: source.blockchainId, sourceAddress: sender },
    encodeTeleporterMessage(message),
  )

/** Logs of a message that is sent. */
function sentLogs(source: WarpChain, message: TeleporterMessage, feeInfo = noFee) {
  const { destinationBlockchainId, messageNonce } = message
  const messageId = teleporterMessageId(source.blockchainId, destinationBlockchainId, messageNonce)
  const unsigned = unsignedOf(source, message)
  return [
    sendCrossChainMessageEvent.encode(teleporterMessenger, {
      messageId,
      destinationBlockchainId,
      message,
      feeInfo,
    }),
    sendWarpMessageEvent.encode(warpPrecompile, {
      sender: teleporterMessenger,
      messageId: warpMessageId(unsigned),
      message: unsigned,
    }),
  ].map(logOf)
}

const idOf = (source: WarpChain, destination: WarpChain, nonce: bigint) =>
  teleporterMessageId(source.blockchainId, destination.blockchainId, nonce)

test('a message has the next nonce, the id that the formats compute, and goes through Warp', async () => {
  const first = await send(home, away)
  expect(first.logs).toEqual([initializedLog(home), ...sentLogs(home, messageOf(1n, away))])
  expect(first.output).toBe(toHex(idOf(home, away, 1n)))
  expect(await read(home, 'getNextMessageID', [toHex(away.blockchainId)])).toBe(
    toHex(idOf(home, away, 2n)),
  )
  const second = await send(home, away)
  expect(second.logs).toEqual(sentLogs(home, messageOf(2n, away)))
  expect(second.root.calls).toMatchObject([{ kind: 'CALL', to: toHex(warpPrecompile) }])
  expect(await read(home, 'messageNonce')).toBe(2n)
  expect(await read(home, 'blockchainID')).toBe(toHex(home.blockchainId))
})

/** Deploys wrapped coins of which Alice has 1,000 and lets the messenger take all. */
async function rewardToken({ engines }: WarpChain) {
  const facts = { name: 'Wrapped AVAX', symbol: 'WAVAX', decimals: 18n }
  const { address } = await engines.deploy(alice, 'WrappedNativeToken', facts)
  await engines.call(alice, { to: address, value: 1000n })
  const data = erc20.approve.encode({ spender: teleporterMessenger, value: 2n ** 256n - 1n })
  await engines.call(alice, { to: address, data })
  return address
}

const movedLog = (token: string, from: string, to: string, value: bigint) =>
  logOf(erc20Transfer.encode(bytes(token), { from: bytes(from), to: bytes(to), value }))

test('a mailbox executes a message, its receipt comes back, and the relayer redeems the reward', async () => {
  await initialize()
  const token = await rewardToken(home)
  const fee = { feeTokenAddress: bytes(token), amount: 40n }
  const { address: mailbox } = await away.engines.deploy(other, 'Mailbox', { name: 'Mailbox' })
  const content = new Uint8Array(96).fill(5)
  const message = messageOf(1n, away, { destinationAddress: bytes(mailbox), message: content })
  const sent = await send(home, away, { to: mailbox, content, fee })
  expect(sent.logs).toEqual([
    movedLog(token, alice, messenger, 40n),
    ...sentLogs(home, message, fee),
  ])

  const arrived = await deliver(away, [unsignedIn(sent)])
  const origin = { messageId: idOf(home, away, 1n), sourceBlockchainId: home.blockchainId }
  const arrivedLog = {
    ...origin,
    deliverer: bytes(relayer),
    rewardRedeemer: bytes(relayer),
    message,
  }
  expect(arrived.logs).toEqual([
    logOf(receiveCrossChainMessageEvent.encode(teleporterMessenger, arrivedLog)),
    logOf(messageExecutedEvent.encode(teleporterMessenger, origin)),
  ])
  expect(arrived.root.calls).toMatchObject([
    { kind: 'STATICCALL', to: toHex(warpPrecompile) },
    { kind: 'CALL', from: messenger, to: mailbox, gas: 80_000 },
  ])
  const source = [toHex(home.blockchainId), alice]
  expect(await away.engines.read('Mailbox', mailbox, 'latest', source)).toBe(
    toHex(keccak256(content)),
  )
  expect(await read(away, 'messageReceived', [toHex(origin.messageId)])).toBe(true)
  expect(await read(away, 'getReceiptQueueSize', [toHex(home.blockchainId)])).toBe(1n)

  const receipt = { receivedMessageNonce: 1n, relayerRewardAddress: bytes(relayer) }
  const reply = await send(away, home, { content: new Uint8Array() })
  const replied = messageOf(1n, home, { receipts: [receipt], message: new Uint8Array() })
  expect(reply.logs).toEqual(sentLogs(away, replied))
  const returned = await deliver(home, [unsignedIn(reply)], { by: other })
  const destinationBlockchainId = away.blockchainId
  expect(returned.logs).toEqual(
    [
      receiptReceivedEvent.encode(teleporterMessenger, {
        messageId: origin.messageId,
        destinationBlockchainId,
        relayerRewardAddress: bytes(relayer),
        feeInfo: fee,
      }),
      // A message without content needs no destination.
      receiveCrossChainMessageEvent.encode(teleporterMessenger, {
        messageId: idOf(away, home, 1n),
        sourceBlockchainId: away.blockchainId,
        deliverer: bytes(other),
        rewardRedeemer: bytes(other),
        message: replied,
      }),
    ].map(logOf),
  )

  expect(await read(home, 'checkRelayerRewardAmount', [relayer, token])).toBe(40n)
  const data = redeemRelayerRewards.encode({ feeAsset: bytes(token) })
  const redeemed = await home.engines.call(relayer, { to: messenger, data })
  const values = { redeemer: bytes(relayer), asset: bytes(token), amount: 40n }
  expect(redeemed.logs).toEqual([
    logOf(rewardsRedeemedEvent.encode(teleporterMessenger, values)),
    movedLog(token, messenger, relayer, 40n),
  ])
  expect(await reasonOf(home, home.engines.call(relayer, { to: messenger, data }))).toMatch(
    'no reward',
  )
})

test('a message carries five receipts at most, the oldest first', async () => {
  await initialize()
  for (let i = 0; i < 7; i++) await deliver(away, [unsignedIn(await send(home, away))])
  const receiptsIn = (result: BothResult) => {
    const log = result.logs[0]
    if (!log) throw new Error('no log')
    const { address, topics, data } = log
    return sendCrossChainMessageEvent
      .decode({ address: bytes(address), topics: topics.map(bytes), data: bytes(data) })
      ?.message.receipts.map(({ receivedMessageNonce }) => receivedMessageNonce)
  }
  const next = await read(away, 'getReceiptAtIndex', [toHex(home.blockchainId), 6n])
  expect(next).toMatchObject({ receivedMessageNonce: 7n })
  expect(receiptsIn(await send(away, home))).toEqual([1n, 2n, 3n, 4n, 5n])
  expect(await read(away, 'receiptQueues', [toHex(home.blockchainId)])).toEqual([5n, 7n])
  expect(receiptsIn(await send(away, home))).toEqual([6n, 7n])
  expect(receiptsIn(await send(away, home))).toEqual([])
})

test.each([
  ['is an account without code', undefined],
  ['refuses', 'paused'],
] as const)(
  'a delivery succeeds and stores the failure when the destination %s',
  async (_, mailboxIs) => {
    await initialize()
    const { address } = await away.engines.deploy(other, 'Mailbox', { name: 'Mailbox' })
    const to = mailboxIs ? address : accountOf(0xdead)
    const switched = (name: 'pause' | 'unpause') =>
      away.engines.call(other, { to: address, data: abiFunction(name, {}).encode({}) })
    await switched('pause')
    const message = messageOf(1n, away, { destinationAddress: bytes(to) })
    const arrived = await deliver(away, [unsignedIn(await send(home, away, { to }))])
    const origin = { messageId: idOf(home, away, 1n), sourceBlockchainId: home.blockchainId }
    const failed = logOf(
      messageExecutionFailedEvent.encode(teleporterMessenger, { ...origin, message }),
    )
    expect(arrived).toMatchObject({ isSuccess: true })
    expect(arrived.logs.slice(1)).toEqual([failed])

    const retry = abiFunction('retryMessageExecution', {
      sourceBlockchainId: bytes32,
      message: messageType,
    })
    const again = (changes: Partial<TeleporterMessage> = {}) => {
      const values = { sourceBlockchainId: home.blockchainId, message: { ...message, ...changes } }
      return away.engines.call(alice, { to: messenger, data: retry.encode(values) })
    }
    const refused = await again()
    expect(refused.isSuccess).toBe(false)
    if (!mailboxIs) return
    expect(await reasonOf(away, refused)).toMatch('refuses the message')
    expect(await reasonOf(away, again({ message: Uint8Array.of(9) }))).toMatch('other content')
    await switched('unpause')
    const executed = logOf(messageExecutedEvent.encode(teleporterMessenger, origin))
    expect((await again()).logs).toEqual([executed])
    expect(await reasonOf(away, again())).toMatch('no such message')
  },
)

const messageType = tuple({
  messageNonce: uint256,
  originSenderAddress: addressType,
  destinationBlockchainId: bytes32,
  destinationAddress: addressType,
  requiredGasLimit: uint256,
  allowedRelayerAddresses: array(addressType),
  receipts: array(tuple({ receivedMessageNonce: uint256, relayerRewardAddress: addressType })),
  message: bytesType,
})

test('a delivery that is not allowed reverts', async () => {
  await initialize()
  const unsigned = unsignedIn(await send(home, away, { relayers: [other] }))
  expect(await reasonOf(away, deliver(away, [unsigned]))).toMatch('another relayer')
  expect(await reasonOf(away, deliver(away, []))).toMatch('no valid Warp message')
  expect(await reasonOf(away, deliver(away, [unsigned], { by: other, index: 1n }))).toMatch(
    'no valid Warp message',
  )
  const elsewhere = unsignedOf(home, messageOf(3n, home))
  expect(await reasonOf(away, deliver(away, [elsewhere]))).toMatch('for another chain')
  const forged = unsignedOf(home, messageOf(3n, away), bytes(alice))
  expect(await reasonOf(away, deliver(away, [forged]))).toMatch('no messenger sent')
  const withoutNonce = unsignedOf(home, messageOf(0n, away))
  expect(await reasonOf(away, deliver(away, [withoutNonce]))).toMatch('no nonce')
  expect((await deliver(away, [unsigned], { by: other })).isSuccess).toBe(true)
  expect(await reasonOf(away, deliver(away, [unsigned], { by: other }))).toMatch('received before')
})

test('a delivery with less gas than the message requires reverts', async () => {
  await initialize()
  const { address: to } = await away.engines.deploy(other, 'Mailbox', { name: 'Mailbox' })
  const unsigned = unsignedIn(await send(home, away, { to, gas: 300_000n }))
  expect(await reasonOf(away, deliver(away, [unsigned], { gas: 400_000 }))).toMatch('less gas')
  expect((await deliver(away, [unsigned], { gas: 600_000 })).isSuccess).toBe(true)
})

/** Code that passes a call on to the messenger, and reverts when that reverts. */
function callingBack(data: Uint8Array): Uint8Array {
  const length = data.length.toString(16).padStart(4, '0')
  const copy = `61${length}6030600039`
  const call = `6000600061${length}6000600073${messenger.slice(2)}5af1`
  const end = '602e57fe5b00'
  return bytes(`0x${copy}${call}${end}`.padEnd(2 + 2 * 0x30, '0') + toHex(data).slice(2))
}

test('a destination sends a message while it receives one, and receives no second one', async () => {
  await initialize()
  const reply = sendCrossChainMessage.encode({
    messageInput: {
      destinationBlockchainId: home.blockchainId,
      destinationAddress: bytes(alice),
      feeInfo: noFee,
      requiredGasLimit: 0n,
      allowedRelayerAddresses: [],
      message: new Uint8Array(),
    },
  })
  const second = receiveCrossChainMessage.encode({ messageIndex: 1n, relayerRewardAddress: zero })
  const [replying, greedy] = [accountOf(0x4e91), accountOf(0x94eed)]
  await away.engines.put(replying, callingBack(reply))
  await away.engines.put(greedy, callingBack(second))
  const gas = 1_000_000n
  const toReplying = unsignedIn(await send(home, away, { to: replying, gas }))
  const toGreedy = unsignedIn(await send(home, away, { to: greedy, gas }))
  const next = unsignedIn(await send(home, away))

  const topicsOf = ({ logs }: BothResult) => logs.map(({ topics }) => topics[0])
  const topics = [sendCrossChainMessageEvent, sendWarpMessageEvent, messageExecutedEvent]
  const replied = await deliver(away, [toReplying])
  expect(topicsOf(replied).slice(1)).toEqual(topics.map(({ topic }) => toHex(topic)))
  // Its reply carries the receipt of the message that it receives.
  const receipt = { receivedMessageNonce: 1n, relayerRewardAddress: bytes(relayer) }
  const sent = messageOf(1n, home, {
    originSenderAddress: bytes(replying),
    destinationAddress: bytes(alice),
    requiredGasLimit: 0n,
    receipts: [receipt],
    message: new Uint8Array(),
  })
  expect(replied.logs.slice(1, 3)).toEqual(sentLogs(away, sent))

  const refused = await deliver(away, [toGreedy, next])
  expect(topicsOf(refused).slice(1)).toEqual([toHex(messageExecutionFailedEvent.topic)])
  expect(await read(away, 'messageReceived', [toHex(idOf(home, away, 3n))])).toBe(false)
})

test('a sender raises the reward, and sends again what has no receipt', async () => {
  await initialize()
  const token = await rewardToken(home)
  const fee = { feeTokenAddress: bytes(token), amount: 40n }
  const sent = await send(home, away, { fee })
  const messageId = idOf(home, away, 1n)
  const addFeeAmount = abiFunction('addFeeAmount', {
    messageId: bytes32,
    feeTokenAddress: addressType,
    additionalFeeAmount: uint256,
  })
  const addedEvent = abiEvent('AddFeeAmount', {
    messageId: indexed(bytes32),
    feeInfo: tuple({ feeTokenAddress: addressType, amount: uint256 }),
  })
  const add = (additionalFeeAmount: bigint, feeTokenAddress = bytes(token)) => {
    const data = addFeeAmount.encode({ messageId, feeTokenAddress, additionalFeeAmount })
    return home.engines.call(alice, { to: messenger, data })
  }
  const raised = { ...fee, amount: 45n }
  expect((await add(5n)).logs).toEqual([
    movedLog(token, alice, messenger, 5n),
    logOf(addedEvent.encode(teleporterMessenger, { messageId, feeInfo: raised })),
  ])
  expect(await reasonOf(home, add(0n))).toMatch('fee is zero')
  expect(await reasonOf(home, add(1n, bytes(other)))).toMatch('another token')
  expect(await read(home, 'getFeeInfo', [toHex(messageId)])).toMatchObject({ 1: 45n })

  const retry = abiFunction('retrySendCrossChainMessage', { message: messageType })
  const data = retry.encode({ message: messageOf(1n, away) })
  const again = await home.engines.call(other, { to: messenger, data })
  expect(again.logs).toEqual(sentLogs(home, messageOf(1n, away), raised))
  expect(unsignedIn(again)).toEqual(unsignedIn(sent))
})

test('a receipt is sent again on request', async () => {
  await initialize()
  await deliver(away, [unsignedIn(await send(home, away))])
  await send(away, home)
  const specified = abiFunction('sendSpecifiedReceipts', {
    sourceBlockchainId: bytes32,
    messageIds: array(bytes32),
    feeInfo: tuple({ feeTokenAddress: addressType, amount: uint256 }),
    allowedRelayerAddresses: array(addressType),
  })
  const request = (messageIds: Uint8Array[], source = home) =>
    away.engines.call(alice, {
      to: messenger,
      data: specified.encode({
        sourceBlockchainId: source.blockchainId,
        messageIds,
        feeInfo: noFee,
        allowedRelayerAddresses: [],
      }),
    })
  const receipt = { receivedMessageNonce: 1n, relayerRewardAddress: bytes(relayer) }
  expect((await request([idOf(home, away, 1n)])).logs).toEqual(
    sentLogs(
      away,
      messageOf(2n, home, {
        receipts: [receipt],
        destinationAddress: zero,
        requiredGasLimit: 0n,
        message: new Uint8Array(),
      }),
    ),
  )
  expect(await reasonOf(away, request([idOf(home, away, 2n)]))).toMatch('was not received')
  expect(await reasonOf(away, request([idOf(home, away, 1n)], away))).toMatch('from another chain')
})

test('a registry knows the versions of the messenger', async () => {
  const { address: to, logs } = await home.engines.deploy(alice, 'TeleporterRegistry', {
    entries: [{ version: 1n, protocolAddress: teleporterMessenger }],
  })
  const versions = { version: indexed(uint256), protocolAddress: indexed(addressType) }
  expect(logs).toEqual(
    [
      abiEvent('AddProtocolVersion', versions).encode(bytes(to), {
        version: 1n,
        protocolAddress: teleporterMessenger,
      }),
      abiEvent('LatestVersionUpdated', {
        oldVersion: indexed(uint256),
        newVersion: indexed(uint256),
      }).encode(bytes(to), { oldVersion: 0n, newVersion: 1n }),
    ].map(logOf),
  )
  const readRegistry = (name: string, args: unknown[] = []) =>
    home.engines.read('TeleporterRegistry', to, name, args)
  expect(String(await readRegistry('getLatestTeleporter')).toLowerCase()).toBe(messenger)
  expect(await readRegistry('getVersionFromAddress', [messenger])).toBe(1n)
  await expect(readRegistry('getAddressFromVersion', [2n])).rejects.toThrow('no such version')
})
