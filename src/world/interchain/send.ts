import { encodeAbi, tuple } from '../../formats/evm/abi.ts'
import { erc20Transfer } from '../../formats/evm/events.ts'
import {
  encodeTeleporterMessage,
  sendCrossChainMessage,
  sendCrossChainMessageEvent,
  type TeleporterMessage,
  teleporterMessageId,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import {
  addressedCall,
  sendWarpMessageEvent,
  warpMessageId,
  warpPrecompile,
} from '../../formats/warp.ts'
import { pickWallet } from '../evm/actions/actors.ts'
import type { EvmBlock } from '../evm/block.ts'
import { contractCall } from '../evm/call.ts'
import type { Contract } from '../evm/contract-book.ts'
import { approvalEvent, depositEvent, erc20, string } from '../evm/interfaces.ts'
import type { Random } from '../random.ts'
import type { Wallet } from '../wallets.ts'
import type { Place } from './message-rows.ts'
import { type InterchainTools, rewardContract, rewardTokenOf, type Station } from './station.ts'

/** Where a message goes, and whether somebody there will take it. */
export interface Destination {
  readonly place: Place
  /** 20 bytes. */
  readonly recipient: Uint8Array
  /** The chain, when the world holds it. */
  readonly station?: Station
}

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
  choose: (sender: Wallet) => Destination,
): boolean {
  const { actors, messenger } = station
  const token = rewardContract(station)
  const sender = messenger.nextNonce === 1n ? actors.wallets[0] : pickWallet(random, actors.wallets)
  if (!token || !sender) return false
  const amount = random.bigint(1n, 40n) * milliToken
  if (!prepareReward(station, block, token, sender, amount)) return false

  const { place, recipient, station: destination } = choose(sender)
  const source = station.place()
  const isSilent = random.chance(0.1)
  const words = `${sender.name} greets chain ${place.evmChainId}`
  // Nobody delivers what only an unknown relayer may deliver.
  const isStuck = destination !== undefined && random.chance(0.08)
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
  const fee = { feeTokenAddress: token.address, amount }
  const id = teleporterMessageId(source.blockchainId, place.blockchainId, message.messageNonce)
  const unsigned = addressedCall(
    {
      networkId: tools.networkId,
      sourceChainId: source.blockchainId,
      sourceAddress: teleporterMessenger,
    },
    encodeTeleporterMessage(message),
  )
  const { destinationAddress, destinationBlockchainId, ...rest } = message
  const call = contractCall(
    sender,
    teleporterMessenger,
    sendCrossChainMessage.encode({
      messageInput: {
        destinationBlockchainId,
        destinationAddress,
        feeInfo: fee,
        requiredGasLimit: rest.requiredGasLimit,
        allowedRelayerAddresses: rest.allowedRelayerAddresses,
        message: rest.message,
      },
    }),
    {
      gas: random.int(120_000, 160_000),
      logs: [
        erc20Transfer.encode(token.address, {
          from: sender.evmAddress,
          to: teleporterMessenger,
          value: amount,
        }),
        sendCrossChainMessageEvent.encode(teleporterMessenger, {
          messageId: id,
          destinationBlockchainId,
          message,
          feeInfo: fee,
        }),
        sendWarpMessageEvent.encode(warpPrecompile, {
          sender: teleporterMessenger,
          messageId: warpMessageId(unsigned),
          message: unsigned,
        }),
      ],
    },
  )
  const executed = block.execute(call)
  if (!executed) return false
  const transaction = { ...executed, timestamp: block.timestamp }
  const seq = tools.rows.message({
    id,
    source,
    destination: place,
    message,
    reward: rewardTokenOf(token),
    rewardValue: amount,
    transaction,
    seenAt: block.timestamp,
  })
  tools.rows.warpMessage(source.evmChainId, block.number, unsigned)
  messenger.sent(id, place.blockchainId, { seq, amount })
  if (!isStuck)
    destination?.arriving.push({ seq, id, source, message, unsigned, sentAt: block.timestamp })
  return true
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
