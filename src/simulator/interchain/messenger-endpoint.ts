import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import type { Network } from '../../networks/network.ts'
import type { Wallet } from '../accounts/wallets.ts'
import type { Actors } from '../evm/actions/actors.ts'
import type { RandomStreams } from '../random.ts'
import type { MessageRows, Place, RewardToken } from './message-rows.ts'
import type { Messenger } from './messenger.ts'

/** Destination of a message, and whether a contract there accepts it. */
export interface Destination {
  readonly place: Place
  /** 20 bytes. */
  readonly recipient: Uint8Array
  /** Chain of the destination, when it belongs to the world. */
  readonly endpoint?: MessengerEndpoint
}

/** A chain of the world and its messenger. */
export interface MessengerEndpoint {
  readonly declared: EvmChainDefinition
  readonly actors: Actors
  /** Whether background messages go to it; false for a chain created by an action. */
  readonly isBackground: boolean
  readonly messenger: Messenger
  /** Returns whether the chain has begun. */
  exists(): boolean
  /**
   * Returns the place of the chain.
   * @throws before the chain has begun
   */
  place(): Place
}

/** Dependencies that the interchain actions of one network share. */
export interface InterchainTools {
  readonly network: Network
  readonly networkId: number
  readonly streams: RandomStreams
  /** Account that delivers messages and is rewarded. */
  readonly relayer: Wallet
  readonly rows: MessageRows
  /**
   * All EVM chains of the network: those of the definition in its order, then those created by
   * actions.
   */
  readonly endpoints: readonly MessengerEndpoint[]
  /** Chains outside the world. */
  readonly foreign: readonly ForeignChain[]
}

/** A chain outside the world: its messages arrive, and messages to it stay pending. */
export interface ForeignChain {
  readonly place: Place
  readonly reward: RewardToken
  /** Returns the nonce of the last message that arrived: later ones have higher nonces. */
  nonce(): bigint
  /** Records that one of its messages has arrived, or is on its way. */
  heard(nonce: bigint): void
  isHeard(): boolean
}
