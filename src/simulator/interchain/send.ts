import { encodeAbi, tuple } from '../../formats/evm/abi.ts'
import { sendCrossChainMessage, teleporterMessenger } from '../../formats/teleporter.ts'
import type { Wallet } from '../accounts/wallets.ts'
import { type Actors, pickWallet } from '../evm/actions/actors.ts'
import { allow } from '../evm/actions/allowances.ts'
import type { EvmBlock } from '../evm/blocks/block.ts'
import { contractCall } from '../evm/call.ts'
import type { Contract } from '../evm/contracts/contract-book.ts'
import { erc20, string } from '../evm/contracts/contract-interfaces.ts'
import type { Random } from '../random.ts'
import type { Destination, MessengerEndpoint } from './messenger-endpoint.ts'

const text = tuple({ text: string })
const milliToken = 10n ** 15n

/**
 * Sends a message from a member of the cast; the reward for the relayer is reserved with it.
 * @returns whether it succeeded
 */
export function sendMessage(
  { actors, messenger }: MessengerEndpoint,
  block: EvmBlock,
  random: Random,
  choose: () => Destination,
): boolean {
  const token = actors.contracts.withRole('wrapped-native')
  // The protagonist sends the first message of each chain.
  const sender = messenger.nextNonce === 1n ? actors.wallets[0] : pickWallet(random, actors.wallets)
  if (!token || !sender) return false
  const amount = random.bigint(1n, 40n) * milliToken
  if (!prepareReward(actors, block, token, sender, amount)) return false

  const destination = choose()
  const { place, recipient, endpoint } = destination
  const isSilent = random.chance(0.1)
  // Only an unknown relayer may deliver such a message.
  const isStuck = endpoint !== undefined && random.chance(0.08)
  const words = `${sender.name} greets chain ${place.evmChainId}`
  const messageInput = {
    destinationBlockchainId: place.blockchainId,
    destinationAddress: recipient,
    feeInfo: { feeTokenAddress: token.address, amount },
    requiredGasLimit: BigInt(random.int(8, 30)) * 10_000n,
    allowedRelayerAddresses: isStuck ? [random.bytes(20)] : [],
    message: isSilent ? new Uint8Array() : encodeAbi(text, { text: words }),
  }
  const data = sendCrossChainMessage.encode({ messageInput })
  return block.execute(contractCall(sender, teleporterMessenger, data)) !== undefined
}

/** Provides the sender with the reward token, and gives the messenger the allowance to take it. */
function prepareReward(
  actors: Actors,
  block: EvmBlock,
  token: Contract,
  sender: Wallet,
  amount: bigint,
): boolean {
  const account = actors.textOf(sender.evmAddress)
  if (actors.transfers.erc20.balanceOf(token, account) < amount) {
    const value = 2n * 10n ** 18n
    const deposit = contractCall(sender, token.address, erc20.deposit.encode({}), value)
    if (!block.execute(deposit)) return false
  }
  return allow(block, { owner: sender, token, spender: teleporterMessenger, amount })
}
