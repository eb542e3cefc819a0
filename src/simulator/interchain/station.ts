import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import {
  encodeTeleporterMessage,
  type TeleporterMessage,
  teleporterMessenger,
} from '../../formats/teleporter.ts'
import { addressedCall } from '../../formats/warp.ts'
import type { Network } from '../../networks/network.ts'
import type { Actors } from '../evm/actions/actors.ts'
import type { Contract } from '../evm/contract-book.ts'
import type { Wallet } from '../wallets.ts'
import type { MessageRows, Place, RewardToken } from './message-rows.ts'
import { Messenger } from './messenger.ts'

/** A message that can be delivered, from a chain of the world or from outside. */
export interface Arrival {
  /** 32 bytes. */
  readonly id: Uint8Array
  readonly source: Place
  readonly message: TeleporterMessage
  /** Bytes of the unsigned Warp message that carries it. */
  readonly unsigned: Uint8Array
}

/** Where a message goes, and whether somebody there will take it. */
export interface Destination {
  readonly place: Place
  /** 20 bytes. */
  readonly recipient: Uint8Array
  /** The chain, when the world holds it. */
  readonly station?: Station
}

/** One chain of the world and its messenger. */
export interface Station {
  readonly declared: EvmChainDefinition
  readonly actors: Actors
  readonly messenger: Messenger
  /** Throws before the chain was created. */
  place(): Place
}

/** What the interchain actions of one network share. */
export interface InterchainTools {
  readonly network: Network
  readonly networkId: number
  /** Delivers messages and is rewarded. */
  readonly relayer: Wallet
  readonly rows: MessageRows
  /** All chains of the network with EVM in the world, in the order of the definition. */
  readonly stations: readonly Station[]
}

/** A chain with what its messenger remembers; `blockchainId` may throw until it exists. */
export function createStation(
  declared: EvmChainDefinition,
  actors: Actors,
  blockchainId: () => Uint8Array,
): Station {
  return {
    declared,
    actors,
    messenger: new Messenger({
      nonce: actors.keep('messenger nonce'),
      receipts: actors.keep('messenger receipts'),
      unacknowledged: actors.keep('messenger unacknowledged'),
      rewards: actors.keep('messenger rewards'),
      approvals: actors.keep('messenger approvals'),
      arriving: actors.keep('messenger arriving'),
    }),
    place: () => ({ evmChainId: declared.chainId, blockchainId: blockchainId() }),
  }
}

/** The token in which senders on a chain offer rewards: its wrapped native token. */
export const rewardContract = ({ actors }: Station): Contract | undefined =>
  actors.contracts.withRole('wrapped-native')

/** What a message's row tells of the reward token. */
export const rewardTokenOf = (token: Contract): RewardToken => ({
  address: token.address,
  name: token.name ?? '',
  symbol: token.symbol ?? '',
  decimals: token.decimals ?? 0,
  logoUri: token.logoUri,
  usd: token.usd,
})

/** Bytes of the unsigned Warp message in which a chain's messenger sends `message`. */
export const teleporterCall = (
  networkId: number,
  { blockchainId: sourceChainId }: Place,
  message: TeleporterMessage,
): Uint8Array =>
  addressedCall(
    { networkId, sourceChainId, sourceAddress: teleporterMessenger },
    encodeTeleporterMessage(message),
  )
