import type {
  DeliverMessageAction,
  SendMessageAction,
} from '../../../../schemas/control/actions/messages.ts'
import { encodeAbi, tuple } from '../../../formats/evm/abi.ts'
import { fromHex, toHex } from '../../../formats/ids.ts'
import {
  sendCrossChainMessage,
  teleporterMessageId,
  teleporterMessenger,
} from '../../../formats/teleporter.ts'
import { durationMs } from '../../../time/durations.ts'
import type { InParts } from '../../../util/in-parts.ts'
import { minterOf } from '../../evm/actions/actors.ts'
import { type Call, contractCall, nativeTransfer } from '../../evm/call.ts'
import { mailbox, string } from '../../evm/contracts/contract-interfaces.ts'
import { initCodeOf } from '../../evm/solidity/init-code-of.ts'
import { deliveryCall } from '../../interchain/deliver.ts'
import type { Place } from '../../interchain/message-rows.ts'
import type { ForeignChain } from '../../interchain/messenger-endpoint.ts'
import { messageIn, teleporterCall } from '../../interchain/teleporter-call.ts'
import { reserveOf } from '../../primary/actors.ts'
import type { ActionContext } from '../action-context.ts'
import { coinDecimals, unitsOf } from '../amounts.ts'
import type { EvmBlockAssembler } from '../evm-block-assembler.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

/** Gas limit of the destination contract. */
const requiredGasLimit = 100_000n
const greeting = tuple({ text: string })
const zeroAddress = new Uint8Array(20)

/** Sends a message from one EVM chain to another. One of the two may be outside the world. */
export function* sendMessage(context: ActionContext, action: SendMessageAction): InParts<Made> {
  const { sourceChain, destinationChain, data, deliver = '10s' } = action
  if (sourceChain === destinationChain)
    throw Refusal.bad('destinationChain', `a chain other than ${sourceChain}`)
  const wait = secondsOf(deliver)
  const content =
    data === undefined
      ? encodeAbi(greeting, { text: `${action.from} greets chain ${destinationChain}` })
      : fromHex(data)
  const foreign = foreignChain(context, sourceChain)
  return yield* foreign
    ? sendFrom(context, foreign, action, content, wait)
    : send(context, action, content, wait)
}

/**
 * Parses the delivery delay.
 * @returns null when the message waits for a request
 */
function secondsOf(deliver: string | false): number | null {
  if (deliver === false) return null
  const milliseconds = durationMs(deliver)
  if (milliseconds === undefined)
    throw Refusal.bad('deliver', 'a duration such as 10s, 5m or PT10S, or false')
  // A delay of 0 would be the second of the sending block. G-93
  return Math.max(1, Math.ceil(milliseconds / 1000))
}

function* send(
  context: ActionContext,
  { from, sourceChain, destinationChain, as }: SendMessageAction,
  message: Uint8Array,
  wait: number | null,
): InParts<Made> {
  const source = context.evmChain(sourceChain)
  const sender = context.evmWallet(from)
  const outside = foreignChain(context, destinationChain)
  const destination = outside ? undefined : begun(context.evmChain(destinationChain))
  const place = outside?.place ?? placeOf(destination)
  const destinationAddress = destination
    ? yield* receiverOn(context, destination)
    : sender.evmAddress
  const data = sendCrossChainMessage.encode({
    messageInput: {
      destinationBlockchainId: place.blockchainId,
      destinationAddress,
      feeInfo: { feeTokenAddress: zeroAddress, amount: 0n },
      requiredGasLimit,
      allowedRelayerAddresses: [],
      message,
    },
  })
  const { messenger } = source.endpoint
  const nonce = messenger.nextNonce
  const { hash } = yield* source.execute(() => contractCall(sender, teleporterMessenger, data))
  const id = teleporterMessageId(source.endpoint.place().blockchainId, place.blockchainId, nonce)
  const sentAt = source.block.timestamp
  destination?.endpoint.messenger.schedule(id, wait === null ? null : sentAt + wait)
  return { chain: sourceChain, txId: toHex(hash), messageId: named(context, as, id) }
}

/** Sends a message of a chain outside the world: it becomes visible on arrival. */
function* sendFrom(
  context: ActionContext,
  foreign: ForeignChain,
  { from, destinationChain, as }: SendMessageAction,
  message: Uint8Array,
  wait: number | null,
): InParts<Made> {
  const destination = begun(context.evmChain(destinationChain))
  const { blockchainId } = placeOf(destination)
  const messageNonce = foreign.nonce() + 1n
  foreign.heard(messageNonce)
  const unsigned = teleporterCall(context.state.facts.networkId, foreign.place, {
    messageNonce,
    originSenderAddress: context.evmAddress(from),
    destinationBlockchainId: blockchainId,
    destinationAddress: yield* receiverOn(context, destination),
    requiredGasLimit,
    allowedRelayerAddresses: [],
    receipts: [],
    message,
  })
  const id = teleporterMessageId(foreign.place.blockchainId, blockchainId, messageNonce)
  const sentAt = context.now()
  destination.endpoint.messenger.comes({
    id: toHex(id),
    unsigned: toHex(unsigned),
    sentAt,
    due: wait === null ? null : sentAt + wait,
  })
  return { messageId: named(context, as, id) }
}

/** Lets the relayer deliver a waiting message. */
export function* deliverMessage(
  context: ActionContext,
  { message: text, succeeded, as }: DeliverMessageAction,
): InParts<Made> {
  if (as !== undefined) throw Refusal.bad('as', 'absent, because a delivery creates nothing')
  const hex = context.idOf('message', text).replace(/^0x/, '').toLowerCase()
  const assemblers = [...context.evm.values()]
  const waiting = assemblers.flatMap((assembler) =>
    assembler.endpoint.messenger.arriving
      .filter(({ id }) => id === `0x${hex}`)
      .map(({ unsigned, sentAt }) => ({ assembler, unsigned: fromHex(unsigned), sentAt })),
  )
  const [found] = waiting
  if (!found)
    throw Refusal.impossibleText(
      text,
      `no message ${text} waits for delivery on ${context.network}`,
    )
  const { assembler, unsigned, sentAt } = found
  // The sending block comes first, and validators sign the content of accepted blocks. G-93
  context.timeFrom(sentAt + 1)
  for (const other of assemblers) if (other !== assembler) other.flush()
  if (succeeded === true) requireTaken(assembler, text, unsigned)
  const { relayer } = context.interchain
  yield* provideFor(context, assembler)
  const resume = succeeded === false ? yield* paused(context, assembler, unsigned) : undefined
  const { hash } = yield* assembler.execute(() => deliveryCall(relayer, unsigned))
  if (resume) yield* assembler.execute(resume)
  return { chain: assembler.name, txId: toHex(hash), messageId: hex }
}

/**
 * Lets the owner of a message's destination pause it, so that it refuses the message.
 * @returns call that lets it take messages again; undefined where nothing was paused
 */
function* paused(
  context: ActionContext,
  assembler: EvmBlockAssembler,
  unsigned: Uint8Array,
): InParts<(() => Call) | undefined> {
  const { actors } = assembler
  const receiver = actors.contracts.find(actors.textOf(messageIn(unsigned).destinationAddress))
  if (receiver?.role !== 'receiver') return undefined
  const owner =
    receiver.deployer === undefined
      ? minterOf(actors, receiver)
      : context.evmWallet(receiver.deployer)
  yield* provideFor(context, assembler, owner)
  const call = (data: Uint8Array) => contractCall(owner, receiver.address, data)
  yield* assembler.execute(() => call(mailbox.pause.encode({})))
  return () => call(mailbox.unpause.encode({}))
}

function requireTaken({ actors }: EvmBlockAssembler, text: string, unsigned: Uint8Array): void {
  const message = messageIn(unsigned)
  const recipient = actors.textOf(message.destinationAddress)
  if (message.message.length === 0 || actors.contracts.find(recipient)?.role !== 'receiver')
    throw Refusal.impossible(
      `${text} is for ${recipient}, which accepts no such message; deliver it with "succeeded": false`,
    )
}

/**
 * Returns the contract of a chain that receives messages; the relayer deploys the first one. G-93
 */
function* receiverOn(context: ActionContext, assembler: EvmBlockAssembler): InParts<Uint8Array> {
  const known = assembler.actors.contracts.first(({ role }) => role === 'receiver')
  if (known) return known.address
  yield* provideFor(context, assembler)
  const blueprint = {
    ercType: 'UNKNOWN' as const,
    role: 'receiver' as const,
    name: 'MessageReceiver',
  }
  const { created } = yield* assembler.execute(() => ({
    from: context.interchain.relayer,
    to: null,
    value: 0n,
    data: initCodeOf(blueprint),
  }))
  if (!created) throw new Error('internal error: the constructor made no contract')
  return created
}

/** Funds who pays for deliveries, the relayer, from the treasury. */
function* provideFor(
  context: ActionContext,
  assembler: EvmBlockAssembler,
  relayer = context.interchain.relayer,
): InParts<void> {
  const { state, textOf } = assembler.actors
  const enough = unitsOf('amount', '1', coinDecimals)
  if (state.balanceOf(textOf(relayer.evmAddress)) >= enough) return
  const [treasury] = reserveOf(context.state).wallets
  if (!treasury) throw new Error('internal error: the world has no treasury')
  yield* assembler.execute(() => nativeTransfer(treasury, relayer.evmAddress, 10n * enough))
}

const foreignChain = (context: ActionContext, chainId: string): ForeignChain | undefined =>
  context.interchain.foreign.find(({ place }) => place.evmChainId === chainId)

function begun(assembler: EvmBlockAssembler): EvmBlockAssembler {
  if (assembler.endpoint.exists()) return assembler
  throw Refusal.impossible(
    `chain ${assembler.name} has no block yet, so it can send and receive no messages; act on it, or advance the clock, first`,
  )
}

const placeOf = (assembler: EvmBlockAssembler | undefined): Place => {
  if (!assembler) throw new Error('internal error: the message has no destination')
  return assembler.endpoint.place()
}

/**
 * Names a message.
 * @returns the id as the interfaces show it
 */
function named(context: ActionContext, as: string | undefined, id: Uint8Array): string {
  const text = toHex(id).slice(2)
  context.name('message', as, text)
  return text
}
