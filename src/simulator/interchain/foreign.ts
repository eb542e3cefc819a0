import type { ForeignChainDefinition } from '../../../schemas/definition/evm.ts'
import { parseEvmAddress } from '../../formats/addresses.ts'
import { parseId } from '../../formats/ids.ts'
import type { TeleporterMessage } from '../../formats/teleporter.ts'
import type { StateSlot } from '../../store/simulator-state.ts'
import { pickWallet } from '../evm/actions/actors.ts'
import type { EvmBlock } from '../evm/blocks/block.ts'
import type { Random } from '../random.ts'
import { deliveryCall } from './deliver.ts'
import type { ForeignChain, InterchainTools, MessengerEndpoint } from './messenger-endpoint.ts'
import { teleporterCall } from './teleporter-call.ts'

/**
 * Creates a foreign chain of the definition. Its nonces do not begin at 1, since it has sent
 * messages to other chains.
 */
export function createForeignChain(
  { evmChainId, blockchainId, rewardToken }: ForeignChainDefinition,
  random: Random,
  state: StateSlot<string>,
): ForeignChain {
  const first = random.bigint(1_000n, 90_000n)
  const nonce = () => BigInt(state.get('') ?? first)
  return {
    place: { evmChainId, blockchainId: parseId(blockchainId) },
    reward: {
      ...rewardToken,
      address: parseEvmAddress(rewardToken.address.toLowerCase()),
      logoUri: rewardToken.logoUri,
      usd: rewardToken.usd,
    },
    nonce,
    heard(heard) {
      if (heard > nonce()) state.set('', String(heard))
    },
    isHeard: () => state.get('') !== undefined,
  }
}

/** Lets the relayer deliver a message that was sent outside the world. */
export function deliverForeign(
  { networkId, relayer }: InterchainTools,
  { actors, place }: MessengerEndpoint,
  block: EvmBlock,
  random: Random,
  chain: ForeignChain,
): boolean {
  const receiver = actors.contracts.withRole('receiver')
  if (!receiver) return false
  const sender = pickWallet(random, actors.wallets)
  const message: TeleporterMessage = {
    messageNonce: chain.nonce() + BigInt(random.int(1, 40)),
    originSenderAddress: random.chance(0.6) ? sender.evmAddress : random.bytes(20),
    destinationBlockchainId: place().blockchainId,
    destinationAddress: random.chance(0.8) ? receiver.address : sender.evmAddress,
    requiredGasLimit: BigInt(random.int(8, 30)) * 10_000n,
    allowedRelayerAddresses: [],
    receipts: [],
    message: random.bytes(random.int(1, 3) * 32),
  }
  const unsigned = teleporterCall(networkId, chain.place, message)
  return block.execute(deliveryCall(relayer, unsigned)) !== undefined
}
