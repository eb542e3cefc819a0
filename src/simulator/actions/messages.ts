import type {
  DeliverMessageAction,
  SendMessageAction,
} from '../../../schemas/control/actions/messages.ts'
import { encodeAbi, tuple } from '../../formats/evm/abi.ts'
import { fromHex, toHex } from '../../formats/ids.ts'
import {
  sendCrossChainMessage,
  teleporterMessageId,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { durationMs } from '../../time/durations.ts'
import { contractCall, nativeTransfer } from '../evm/call.ts'
import { initCodeOf } from '../evm/contract-code.ts'
import { string } from '../evm/contract-interfaces.ts'
import { deliveryCall, tightDeliveryCall } from '../interchain/deliver.ts'
import type { Place } from '../interchain/message-rows.ts'
import { arrivalOf } from '../interchain/messenger-methods.ts'
import { teleporterCall } from '../interchain/messenger-view.ts'
import type { ForeignChain } from '../interchain/station.ts'
import { reserveOf } from '../primary/actors.ts'
import { coinDecimals, unitsOf } from './amounts.ts'
import type { EvmDoor } from './evm-door.ts'
import type { NetworkRun } from './network-run.ts'
import { Refusal } from './refusal.ts'
import type { Made } from './verb.ts'

/** Gas that the contract of the destination gets. */
const requiredGasLimit = 100_000n
const greeting = tuple({ text: string })
const nobody = new Uint8Array(20)

/** A message from one EVM chain to another, of which one may be outside the world. */
export function sendMessage(run: NetworkRun, action: SendMessageAction): Made {
  const { sourceChain, destinationChain, data, deliver = '10s' } = action
  if (sourceChain === destinationChain)
    throw Refusal.bad('destinationChain', `another chain than ${sourceChain}`)
  const wait = secondsOf(deliver)
  const content =
    data === undefined
      ? encodeAbi(greeting, { text: `${action.from} greets chain ${destinationChain}` })
      : fromHex(data)
  const foreign = foreignChain(run, sourceChain)
  return foreign ? sendFrom(run, foreign, action, content, wait) : send(run, action, content, wait)
}

/** @returns null when it waits until it is asked for */
function secondsOf(deliver: string | false): number | null {
  if (deliver === false) return null
  const milliseconds = durationMs(deliver)
  if (milliseconds === undefined)
    throw Refusal.bad('deliver', 'a duration such as 10s or PT10S, or false')
  // At once would be the second of the block that sends it. G-93
  return Math.max(1, Math.ceil(milliseconds / 1000))
}

function send(
  run: NetworkRun,
  { from, sourceChain, destinationChain, as }: SendMessageAction,
  message: Uint8Array,
  wait: number | null,
): Made {
  const source = run.evmChain(sourceChain)
  const sender = run.evmWallet(from)
  const outside = foreignChain(run, destinationChain)
  const destination = outside ? undefined : begun(run.evmChain(destinationChain))
  const place = outside?.place ?? placeOf(destination)
  const destinationAddress = destination ? receiverOn(run, destination) : sender.evmAddress
  const data = sendCrossChainMessage.encode({
    messageInput: {
      destinationBlockchainId: place.blockchainId,
      destinationAddress,
      feeInfo: { feeTokenAddress: nobody, amount: 0n },
      requiredGasLimit,
      allowedRelayerAddresses: [],
      message,
    },
  })
  const { messenger } = source.station
  const nonce = messenger.nextNonce
  const { hash } = source.execute(() => contractCall(sender, teleporterMessenger, data, 140_000))
  const id = teleporterMessageId(source.station.place().blockchainId, place.blockchainId, nonce)
  const sentAt = source.block.timestamp
  destination?.station.messenger.schedule(id, wait === null ? null : sentAt + wait)
  return { chain: sourceChain, txId: toHex(hash), messageId: named(run, as, id) }
}

/** A message of a chain outside the world: it is seen when it arrives. */
function sendFrom(
  run: NetworkRun,
  foreign: ForeignChain,
  { from, destinationChain, as }: SendMessageAction,
  message: Uint8Array,
  wait: number | null,
): Made {
  const destination = begun(run.evmChain(destinationChain))
  const { blockchainId } = placeOf(destination)
  const messageNonce = foreign.nonce() + 1n
  foreign.heard(messageNonce)
  const unsigned = teleporterCall(run.state.facts.networkId, foreign.place, {
    messageNonce,
    originSenderAddress: run.evmAddress(from),
    destinationBlockchainId: blockchainId,
    destinationAddress: receiverOn(run, destination),
    requiredGasLimit,
    allowedRelayerAddresses: [],
    receipts: [],
    message,
  })
  const id = teleporterMessageId(foreign.place.blockchainId, blockchainId, messageNonce)
  const sentAt = run.now()
  destination.station.messenger.comes({
    id: toHex(id),
    unsigned: toHex(unsigned),
    sentAt,
    due: wait === null ? null : sentAt + wait,
  })
  return { messageId: named(run, as, id) }
}

/** The relayer delivers a message that waits. */
export function deliverMessage(
  run: NetworkRun,
  { message: text, succeeded, as }: DeliverMessageAction,
): Made {
  if (as !== undefined) throw Refusal.bad('as', 'absent: nothing new is made')
  const hex = run.idOf('message', text).replace(/^0x/, '').toLowerCase()
  const doors = [...run.evm.values()]
  const waiting = doors.flatMap((door) =>
    door.station.messenger.arriving
      .filter(({ id }) => id === `0x${hex}`)
      .map(({ unsigned, sentAt }) => ({ door, unsigned: fromHex(unsigned), sentAt })),
  )
  const [found] = waiting
  if (!found)
    throw Refusal.impossibleText(text, `no message ${text} waits for delivery on ${run.network}`)
  const { door, unsigned, sentAt } = found
  // The block in which it was sent comes first, and validators sign what is in accepted blocks. G-93
  run.timeFrom(sentAt + 1)
  for (const other of doors) if (other !== door) other.flush()
  if (succeeded === true) requireTaken(door, text, unsigned)
  const { relayer } = run.interchain
  provideFor(run, door)
  const { hash } = door.execute((block) =>
    succeeded === false
      ? tightDeliveryCall(relayer, unsigned)
      : deliveryCall(relayer, unsigned, block.random('deliveries')),
  )
  return { chain: door.name, txId: toHex(hash), messageId: hex }
}

function requireTaken({ actors }: EvmDoor, text: string, unsigned: Uint8Array): void {
  const { message } = arrivalOf(unsigned)
  const recipient = actors.textOf(message.destinationAddress)
  if (message.message.length === 0 || actors.contracts.find(recipient)?.role !== 'receiver')
    throw Refusal.impossible(
      `${text} is for ${recipient}, which takes no messages: it can only be delivered without succeeding`,
    )
}

/** The contract of a chain that takes messages; the relayer deploys the first one. G-93 */
function receiverOn(run: NetworkRun, door: EvmDoor): Uint8Array {
  const known = door.actors.contracts.first(({ role }) => role === 'receiver')
  if (known) return known.address
  provideFor(run, door)
  const blueprint = {
    ercType: 'UNKNOWN' as const,
    role: 'receiver' as const,
    name: 'MessageReceiver',
    supply: 0n,
  }
  const { created } = door.execute((block) => ({
    from: run.interchain.relayer,
    to: null,
    value: 0n,
    data: initCodeOf(blueprint, block.random('code').bytes(96)),
    executionGas: 120_000n,
  }))
  if (!created) throw new Error('a constructor makes a contract')
  return created
}

/** The treasury provides for the relayer, who pays for what it delivers. */
function provideFor(run: NetworkRun, door: EvmDoor): void {
  const { relayer } = run.interchain
  const { accounts, textOf } = door.actors
  const enough = unitsOf('amount', '1', coinDecimals)
  if (accounts.balanceOf(textOf(relayer.evmAddress)) >= enough) return
  const [treasury] = reserveOf(run.state).wallets
  if (!treasury) throw new Error('a world has a treasury')
  door.execute(() => nativeTransfer(treasury, relayer.evmAddress, 10n * enough))
}

const foreignChain = (run: NetworkRun, chainId: string): ForeignChain | undefined =>
  run.interchain.foreign.find(({ place }) => place.evmChainId === chainId)

function begun(door: EvmDoor): EvmDoor {
  if (door.station.exists()) return door
  throw Refusal.impossible(`chain ${door.name} has not begun`)
}

const placeOf = (door: EvmDoor | undefined): Place => {
  if (!door) throw new Error('a message goes somewhere')
  return door.station.place()
}

/** @returns the id as the interfaces show it */
function named(run: NetworkRun, as: string | undefined, id: Uint8Array): string {
  const text = toHex(id).slice(2)
  run.name('message', as, text)
  return text
}
