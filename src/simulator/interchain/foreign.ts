import type { ForeignChainDefinition } from '../../../schemas/definition/evm.ts'
import { parseEvmAddress } from '../../formats/addresses.ts'
import { parseId } from '../../formats/ids.ts'
import { type TeleporterMessage, teleporterMessageId } from '../../formats/teleporter.ts'
import type { Kept } from '../../store/kept.ts'
import { pickWallet } from '../evm/actions/actors.ts'
import type { EvmBlock } from '../evm/block.ts'
import type { Random } from '../random.ts'
import { deliver, writeDelivery } from './deliver.ts'
import type { Place, RewardToken } from './message-rows.ts'
import { type InterchainTools, type Station, teleporterCall } from './station.ts'

/** A chain outside the world: its messages arrive, and what is sent to it stays pending. */
export interface ForeignChain {
  readonly place: Place
  readonly reward: RewardToken
  /** Messages that it sends go on from this nonce. */
  nonce(): bigint
  /** One of its messages has arrived. */
  heard(nonce: bigint): void
  isHeard(): boolean
}

/** A chain of the definition, whose nonces begin somewhere: it has sent messages elsewhere. */
export function createForeignChain(
  { evmChainId, blockchainId, rewardToken }: ForeignChainDefinition,
  random: Random,
  kept: Kept<string>,
): ForeignChain {
  const first = random.bigint(1_000n, 90_000n)
  return {
    place: { evmChainId, blockchainId: parseId(blockchainId) },
    reward: {
      ...rewardToken,
      address: parseEvmAddress(rewardToken.address.toLowerCase()),
      logoUri: rewardToken.logoUri,
      usd: rewardToken.usd,
    },
    nonce: () => BigInt(kept.get('') ?? first),
    heard: (nonce) => kept.set('', String(nonce)),
    isHeard: () => kept.get('') !== undefined,
  }
}

/** The relayer delivers a message whose sending nobody here has seen. */
export function deliverForeign(
  tools: InterchainTools,
  station: Station,
  block: EvmBlock,
  random: Random,
  chain: ForeignChain,
): boolean {
  const { actors } = station
  const destination = station.place()
  const receiver = actors.contracts.withRole('receiver')
  if (!receiver) return false
  const sender = pickWallet(random, actors.wallets)
  const message: TeleporterMessage = {
    messageNonce: chain.nonce() + BigInt(random.int(1, 40)),
    originSenderAddress: random.chance(0.6) ? sender.evmAddress : random.bytes(20),
    destinationBlockchainId: destination.blockchainId,
    destinationAddress: random.chance(0.8) ? receiver.address : sender.evmAddress,
    requiredGasLimit: BigInt(random.int(8, 30)) * 10_000n,
    allowedRelayerAddresses: [],
    receipts: [],
    message: random.bytes(random.int(1, 3) * 32),
  }
  const { place: source, reward } = chain
  const { messageNonce } = message
  const id = teleporterMessageId(source.blockchainId, destination.blockchainId, messageNonce)
  const unsigned = teleporterCall(tools.networkId, source, message)
  const delivered = deliver(tools, station, block, random, { id, source, message, unsigned })
  if (!delivered) return false
  chain.heard(messageNonce)
  const seq = tools.rows.message({
    id,
    source,
    destination,
    message,
    reward,
    rewardValue: random.bigint(1n, 90n) * 10n ** BigInt(Math.max(0, reward.decimals - 2)),
    seenAt: block.timestamp,
  })
  writeDelivery(tools, station, block, { next: seq, ...delivered })
  return true
}
