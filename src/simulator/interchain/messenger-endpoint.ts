import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import type { Network } from '../../networks/network.ts'
import type { Actors } from '../evm/actions/actors.ts'
import type { RandomStreams } from '../random.ts'
import type { Wallet } from '../wallets.ts'
import type { MessageRows, Place, RewardToken } from './message-rows.ts'
import type { Messenger } from './messenger.ts'

/** Where a message goes, and whether somebody there will take it. */
export interface Destination {
  readonly place: Place
  /** 20 bytes. */
  readonly recipient: Uint8Array
  /** The chain, when the world holds it. */
  readonly endpoint?: MessengerEndpoint
}

/** One chain of the world and its messenger. */
export interface MessengerEndpoint {
  readonly declared: EvmChainDefinition
  readonly actors: Actors
  /** Whether anybody comes to think of sending to it: not where an action made the chain. */
  readonly isBackground: boolean
  readonly messenger: Messenger
  /** Whether the chain has begun. */
  exists(): boolean
  /** @throws before the chain has begun */
  place(): Place
}

/** What the interchain actions of one network share. */
export interface InterchainTools {
  readonly network: Network
  readonly networkId: number
  readonly streams: RandomStreams
  /** Delivers messages and is rewarded. */
  readonly relayer: Wallet
  readonly rows: MessageRows
  /** All EVM chains of the network: the definition's in its order, then those that actions made. */
  readonly endpoints: readonly MessengerEndpoint[]
  /** Chains outside the world. */
  readonly foreign: readonly ForeignChain[]
}

/** A chain outside the world: its messages arrive, and what is sent to it stays pending. */
export interface ForeignChain {
  readonly place: Place
  readonly reward: RewardToken
  /** The nonce of the last message that arrived: those to come have higher ones. */
  nonce(): bigint
  /** One of its messages has arrived, or is on its way. */
  heard(nonce: bigint): void
  isHeard(): boolean
}
