import { encodeAbi, tuple } from '../../formats/evm/abi.ts'
import { erc20Transfer } from '../../formats/evm/events.ts'
import { toHex } from '../../formats/ids.ts'
import {
  sendCrossChainMessage,
  sendCrossChainMessageEvent,
  type TeleporterMessage,
  teleporterMessageId,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { sendWarpMessageEvent, warpMessageId, warpPrecompile } from '../../formats/warp.ts'
import { pickWallet } from '../evm/actions/actors.ts'
import type { EvmBlock } from '../evm/block.ts'
import { type Call, contractCall } from '../evm/call.ts'
import type { Contract } from '../evm/contract-book.ts'
import { approvalEvent, depositEvent, erc20, string } from '../evm/contract-interfaces.ts'
import type { Random } from '../random.ts'
import type { Wallet } from '../wallets.ts'
import {
  type Arrival,
  type Destination,
  type InterchainTools,
  rewardContract,
  rewardTokenOf,
  type Station,
  teleporterCall,
} from './station.ts'

const text = tuple({ text: string })
const milliToken = 10n ** 15n
const unlimited = 2n ** 256n - 1n

/**
 * A member of the cast sends a message; the reward for the relayer is set aside with it.
 * @returns whether it came to pass
 */
export function sendMessage(
  tools: InterchainTools,
  station: Station,
  block: EvmBlock,
  random: Random,
  choose: () => Destination,
): boolean {
  const { actors, messenger } = station
  const token = rewardContract(station)
  // The protagonist sends the first message of each chain.
  const sender = messenger.nextNonce === 1n ? actors.wallets[0] : pickWallet(random, actors.wallets)
  if (!token || !sender) return false
  const amount = random.bigint(1n, 40n) * milliToken
  if (!prepareReward(station, block, token, sender, amount)) return false

  const destination = choose()
  const letter = compose(tools, station, random, { sender, destination })
  const reward = { feeTokenAddress: token.address, amount }
  const executed = block.execute(sendingCall(sender, letter, reward, random.int(120_000, 160_000)))
  if (!executed) return false
  const { id, source, message, unsigned, isStuck } = letter
  const seq = tools.rows.message({
    id,
    source,
    destination: destination.place,
    message,
    reward: rewardTokenOf(token),
    rewardValue: amount,
    transaction: { ...executed, timestamp: block.timestamp },
    seenAt: block.timestamp,
  })
  tools.rows.warpMessage(source.evmChainId, block.number, unsigned)
  messenger.sent(id, destination.place.blockchainId, { seq, amount })
  if (!isStuck)
    destination.station?.messenger.comes({
      seq,
      unsigned: toHex(unsigned),
      sourceEvmChainId: source.evmChainId,
      sentAt: block.timestamp,
    })
  return true
}

interface Letter extends Arrival {
  /** Only a relayer that nobody knows may deliver it. */
  readonly isStuck: boolean
}

function compose(
  { networkId }: InterchainTools,
  station: Station,
  random: Random,
  { sender, destination }: { sender: Wallet; destination: Destination },
): Letter {
  const { messenger } = station
  const { place, recipient } = destination
  const source = station.place()
  const isSilent = random.chance(0.1)
  const isStuck = destination.station !== undefined && random.chance(0.08)
  const words = `${sender.name} greets chain ${place.evmChainId}`
  const message: TeleporterMessage = {
    messageNonce: messenger.nextNonce,
    originSenderAddress: sender.evmAddress,
    destinationBlockchainId: place.blockchainId,
    destinationAddress: recipient,
    requiredGasLimit: BigInt(random.int(8, 30)) * 10_000n,
    allowedRelayerAddresses: isStuck ? [random.bytes(20)] : [],
    receipts: messenger.outstanding(place.blockchainId),
    message: isSilent ? new Uint8Array() : encodeAbi(text, { text: words }),
  }
  return {
    id: teleporterMessageId(source.blockchainId, place.blockchainId, message.messageNonce),
    source,
    message,
    unsigned: teleporterCall(networkId, source, message),
    isStuck,
  }
}

/** The sender's transaction, which moves the reward and hands the message to the precompile. */
function sendingCall(
  sender: Wallet,
  { id, message, unsigned }: Letter,
  feeInfo: { feeTokenAddress: Uint8Array; amount: bigint },
  gas: number,
): Call {
  const {
    destinationBlockchainId,
    destinationAddress,
    requiredGasLimit,
    allowedRelayerAddresses,
    message: content,
  } = message
  const messageInput = {
    destinationBlockchainId,
    destinationAddress,
    feeInfo,
    requiredGasLimit,
    allowedRelayerAddresses,
    message: content,
  }
  return contractCall(sender, teleporterMessenger, sendCrossChainMessage.encode({ messageInput }), {
    gas,
    logs: [
      erc20Transfer.encode(feeInfo.feeTokenAddress, {
        from: sender.evmAddress,
        to: teleporterMessenger,
        value: feeInfo.amount,
      }),
      sendCrossChainMessageEvent.encode(teleporterMessenger, {
        messageId: id,
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
  })
}

/** Gets the sender enough of the reward token, and the messenger the right to take it. */
function prepareReward(
  { actors, messenger }: Station,
  block: EvmBlock,
  token: Contract,
  sender: Wallet,
  amount: bigint,
): boolean {
  const account = actors.textOf(sender.evmAddress)
  if (actors.transfers.erc20.balanceOf(token, account) < amount) {
    const value = 2n * 10n ** 18n
    const deposit = contractCall(sender, token.address, erc20.deposit.encode({}), {
      gas: 23_000,
      value,
      logs: [depositEvent.encode(token.address, { holder: sender.evmAddress, amount: value })],
    })
    if (!block.execute(deposit)) return false
  }
  if (messenger.mayTake(account)) return true
  const approval = { spender: teleporterMessenger, value: unlimited }
  const approve = contractCall(sender, token.address, erc20.approve.encode(approval), {
    gas: 24_000,
    logs: [approvalEvent.encode(token.address, { owner: sender.evmAddress, ...approval })],
  })
  if (!block.execute(approve)) return false
  messenger.approved(account)
  return true
}
