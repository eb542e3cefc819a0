import { fromHex } from '../../formats/ids.ts'
import { receiveCrossChainMessage, teleporterMessenger } from '../../formats/teleporter.ts'
import type { Wallet } from '../accounts/wallets.ts'
import type { EvmBlock } from '../evm/blocks/block.ts'
import type { Call } from '../evm/call.ts'
import type { Random } from '../random.ts'
import type { Underway } from './messenger.ts'
import type { InterchainTools, MessengerEndpoint } from './messenger-endpoint.ts'
import { arrivalOf, deliveryGas } from './messenger-methods.ts'
import { warpAccessList } from './predicate.ts'

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
  random: Random,
): boolean {
  const next = messenger.arriving.find((each) => isDeliverable(each, block.timestamp))
  return (
    next !== undefined &&
    block.execute(deliveryCall(relayer, fromHex(next.unsigned), random)) !== undefined
  )
}

function isDeliverable({ sentAt, due }: Underway, time: number): boolean {
  if (due === undefined) return sentAt + fastestDelivery <= time
  return due !== null && due <= time
}

/** Returns the transaction by which a relayer delivers a message. */
export const deliveryCall = (relayer: Wallet, unsigned: Uint8Array, random: Random): Call => {
  const { requiredGasLimit } = arrivalOf(unsigned).message
  const executionGas = BigInt(random.int(320_000, 420_000)) + requiredGasLimit / 2n
  return deliveryWith(relayer, unsigned, executionGas)
}

/** Returns the same with too little gas for the destination contract. */
export const tightDeliveryCall = (relayer: Wallet, unsigned: Uint8Array): Call => ({
  ...deliveryWith(relayer, unsigned, deliveryGas - 1n),
  isTight: true,
})

function deliveryWith(relayer: Wallet, unsigned: Uint8Array, executionGas: bigint): Call {
  return {
    from: relayer,
    to: teleporterMessenger,
    value: 0n,
    data: receiveCrossChainMessage.encode({
      messageIndex: 0n,
      relayerRewardAddress: relayer.evmAddress,
    }),
    accessList: warpAccessList(unsigned),
    executionGas,
  }
}
