import { fromHex } from '../../formats/ids.ts'
import { receiveCrossChainMessage, teleporterMessenger } from '../../formats/teleporter.ts'
import type { Wallet } from '../accounts/wallets.ts'
import type { EvmBlock } from '../evm/blocks/block.ts'
import type { Call } from '../evm/call.ts'
import type { Underway } from './messenger.ts'
import type { InterchainTools, MessengerEndpoint } from './messenger-endpoint.ts'
import { warpAccessList } from './predicate.ts'
import { messageIn } from './teleporter-call.ts'

/** Minimum time that validators and relayer need, seconds. */
const fastestDelivery = 3

/**
 * Lets the relayer deliver the oldest waiting message.
 * @returns whether there was one
 */
export function deliverNext(
  { relayer }: InterchainTools,
  { messenger }: MessengerEndpoint,
  block: EvmBlock,
): boolean {
  const next = messenger.arriving.find((each) => isDeliverable(each, block.timestamp))
  return (
    next !== undefined && block.execute(deliveryCall(relayer, fromHex(next.unsigned))) !== undefined
  )
}

function isDeliverable({ sentAt, due }: Underway, time: number): boolean {
  if (due === undefined) return sentAt + fastestDelivery <= time
  return due !== null && due <= time
}

/**
 * Gas of a delivery beside that of the destination contract: verification, the message's bytes and
 * the messenger itself.
 */
const ownGas = 500_000n
/** Gas for each word of the message. */
const wordGas = 8_000n

/** Returns the transaction by which a relayer delivers a message. */
export function deliveryCall(relayer: Wallet, unsigned: Uint8Array): Call {
  const { requiredGasLimit, receipts } = messageIn(unsigned)
  const accessList = warpAccessList(unsigned)
  const words = BigInt(Math.ceil(unsigned.length / 32))
  return {
    from: relayer,
    to: teleporterMessenger,
    value: 0n,
    data: receiveCrossChainMessage.encode({
      messageIndex: 0n,
      relayerRewardAddress: relayer.evmAddress,
    }),
    accessList,
    // A caller keeps a 64th of its gas (EIP-150).
    gasLimit:
      ownGas +
      wordGas * words +
      (requiredGasLimit * 64n) / 63n +
      receiptGas * BigInt(receipts.length),
  }
}

/** Gas for each receipt of a message. */
const receiptGas = 50_000n
